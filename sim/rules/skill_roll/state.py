"""The state of a conflict, and questions that it answers directly.

A state holds what every phase needs, and a small record of the current phase (see
`phases`).
"""

from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Any

from msgspec import Struct, structs

from sim.rules.skill_roll.phases import Between, Phase, Rolling, Setting, Strike
from sim.rules.skill_roll.scenario.characters import DEX, CharacterData
from sim.rules.skill_roll.scenario.compile import Setup
from sim.rules.skill_roll.scenario.seat import Aim, Attack, Character
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.skills.charts import Inheritance
from sim.seam import protocol
from sim.seam.events import Seat
from sim.seam.seats import by_seat
from sim.spine.changes import put, with_phase


class Status(IntEnum):
    """How a participant stands: still in it, or how it left."""

    IN, TAKEN_OUT, CONCEDED, WITHDRAWN = range(4)


IN, TAKEN_OUT, CONCEDED, WITHDRAWN = Status


class Ending(StrEnum):
    """How a conflict ends; `rules.toml` says what each means."""

    TAKEN_OUT = "taken_out"
    CONCEDED = "conceded"
    ESCAPED = "escaped"
    GOAL_REACHED = "goal_reached"
    HELD = "held"
    PERFORMED = "performed"
    ROUND_LIMIT = "round_limit"


class Specialty(Struct, frozen=True, gc=False, cache_hash=True):
    """A specialised skill, recorded after somebody turned out to know a subject."""

    subject: str
    skill: str
    inheritance: Inheritance
    rank: int


class Participant(Struct, frozen=True, gc=False, cache_hash=True):
    """The current state of a character; *damage* is in eighths.

    *last* is the form and target of the last attack. *owes* is whether a turn was spent
    on a counter. *seen* are attackers who are no longer hidden from it. *left* is the
    return that conceding left to it. *background* are subjects of which it turned out
    to know at least some background.
    """

    damage: int = 0
    oops: int = 0
    status: Status = IN
    awareness: Awareness = Awareness.AWARE
    aim: int = 0
    last: tuple[str, Seat] | None = None
    owes: bool = False
    responses: int = 0
    seen: frozenset[Seat] = frozenset()
    left: float | None = None
    asked: tuple[tuple[str, str], ...] = ()
    specialties: tuple[Specialty, ...] = ()
    background: tuple[str, ...] = ()


class Performance(Struct, frozen=True, gc=False, cache_hash=True):
    """The result of a single use."""

    success: bool
    percents: tuple[int, ...]
    ranks: int


class State(protocol.State, frozen=True, cache_hash=True):
    """A conflict between two events.

    *order* are those whose turn is still to come this round. *fallen* counts the rolls
    of this round by roller and purpose, in order of their names. *struck* is the damage
    of bystanders without a seat, in eighths. *went* is the last approach of each side,
    if it matters to any other.
    """

    setup: Setup
    participants: tuple[Participant, ...]
    order: tuple[Seat, ...] = ()
    fallen: tuple[tuple[Seat, str, int], ...] = ()
    progress: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()
    performed: tuple[Performance, ...] = ()
    went: tuple[str, ...] = ()
    phase: Phase = Between()


# Participants and sides.


def is_in(state: State, who: Seat) -> bool:
    """Whether *who* is still in it."""
    return state.participants[who].status == IN


def members(state: State, side: int) -> tuple[Seat, ...]:
    """Return those of *side* who are still in, in seat order."""
    participants = state.participants
    return tuple(
        [who for who in state.setup.teams[side] if participants[who].status == IN]
    )


def sides_left(state: State) -> tuple[int, ...]:
    """Return the sides that have active members."""
    people, sides = state.participants, list[int]()
    for side, team in enumerate(
        state.setup.teams
    ):  # asked too often to build `members` of every side
        for who in team:
            if people[who].status == IN:
                sides.append(side)
                break
    return tuple(sides)


def opponents(state: State, who: Seat) -> tuple[Seat, ...]:
    """Return those of other sides who are still in, in seat order."""
    characters, side = state.setup.characters, state.setup.characters[who].side
    return tuple(
        [
            other
            for other, participant in by_seat(state.participants)
            if participant.status == IN and characters[other].side != side
        ]
    )


def character(state: State, who: Seat) -> CharacterData:
    """Return the data of *who*: the sheet with the rulings applied."""
    return state.setup.characters[who]


def sheet_of(state: State, who: Seat) -> Character:
    """Return the sheet of *who*, as the scenario has it."""
    return state.setup.characters[who].sheet


def rank_of(state: State, who: Seat, skill: str, attribute: str = DEX) -> int:
    """Return the rank of a skill, even if it was recorded only now [SK-KNOW-08].

    SK-RUL-27: a specialised skill inherits from the skill it was recorded with, or from
    the attribute like any skill that is missing; the better of them counts.
    """
    recorded, otherwise = (
        recorded_rank(state, who, skill),
        character(state, who).skill(skill, attribute),
    )
    return otherwise if recorded is None else max(recorded, otherwise)


def recorded_rank(state: State, who: Seat, skill: str) -> int | None:
    """Return the rank of a specialised skill recorded in this conflict, if it was."""
    ranks = [
        specialty.rank
        for specialty in state.participants[who].specialties
        if specialty.subject == skill
    ]
    return max(ranks, default=None)


def has_background(state: State, who: Seat, subject: str) -> bool:
    """Return whether *who* knows how to research *subject* further [SK-KNOW-08].

    Either something was recalled in this conflict, or there is a skill in the subject.
    """
    participant = state.participants[who]
    recorded = recorded_rank(state, who, subject) is not None
    return (
        subject in participant.background
        or recorded
        or character(state, who).has(subject)
    )


def form_of(state: State, who: Seat, name: str) -> Attack:
    """Return the form of attack of *who* with this name."""
    return _form(state.setup, who, name)


def form_in(setup: Setup, strike: Strike) -> Attack:
    """Return the form in which *strike* is made."""
    return _form(setup, strike.who, strike.form)


@lru_cache(maxsize=1024)
def _form(setup: Setup, who: Seat, name: str) -> Attack:
    for form in setup.characters[who].forms:
        if form.name == name:
            return form
    raise KeyError(name)


def aim_of(state: State, who: Seat) -> Aim:
    """Return the current aim of *who*."""
    return state.setup.characters[who].aims[state.participants[who].aim]


def distance(state: State, who: Seat, other: Seat) -> int:
    """Return how far two are from each other now [SK-RUL-47]."""
    characters = state.setup.characters
    return state.setup.distance(
        characters[who].name, characters[other].name, state.round
    )


def wound_penalty(state: State, who: Seat) -> int:
    """Return the penalty of wounds on rolls: 0 unless the option asks for it.

    [SK-RUL-33]
    """
    cost = state.setup.rulings.wound_penalty_per_quarter
    if not cost:
        return 0
    lost = 4 * state.participants[who].damage // state.setup.characters[who].capacity
    return cost * min(lost, 4)


def times_rolled(state: State, who: Seat, purpose: str) -> int:
    """Return how often *who* has rolled for this in this round [SK-RUL-54]."""
    for seat, why, count in state.fallen:
        if seat == who and why == purpose:
            return count
    return 0


# Changing a state.


def with_participant(state: State, who: Seat, **changes: Any) -> State:  # noqa: ANN401 - fields of a Participant
    """Return *state* with fields of one participant changed."""
    participant = structs.replace(state.participants[who], **changes)
    return structs.replace(
        state, participants=put(state.participants, who, participant)
    )


def in_phase(state: State, phase: Phase) -> State:
    """Return *state* in another phase."""
    return structs.replace(state, phase=phase)


# Views.


def view(state: State, who: Seat) -> State:
    """Return *state* without the difficulty, if it is hidden [SK-RUL-65]."""
    if not state.setup.rulings.difficulty_hidden or who == state.setup.judge:
        return state
    phase = state.phase
    if type(phase) is Setting:
        return with_phase(state, circumstance=None, row=None, weight=None)
    if type(phase) is Rolling and len(phase.levels) < len(phase.difficulties):
        blank = structs.replace(phase.setting, circumstance=None, row=None, weight=None)
        return with_phase(
            state, setting=blank, difficulties=(None,) * len(phase.difficulties)
        )
    return state
