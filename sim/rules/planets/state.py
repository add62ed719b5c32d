"""The state of a conflict, and questions that it answers directly.

A state holds what every phase needs, and a small record of the current phase (see
`phases`). What only that phase needs is dropped with its record, so that conflicts
which no longer differ in anything that matters have equal states.
"""

from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct, structs

from sim.rules.planets.forces.rolls import Roll
from sim.rules.planets.phases import (
    UNPICKED,
    Aim,
    Called,
    Committing,
    Coordinating,
    Equipped,
    Intent,
    Opening,
    Phase,
    Settling,
    is_answering,
    is_equipped,
)
from sim.rules.planets.scenario.compile import INDIRECT, Setup
from sim.seam import protocol
from sim.seam.events import NOBODY, Seat
from sim.seam.seats import by_seat
from sim.spine.changes import put, with_phase
from sim.spine.lookup import first as first_of

T = TypeVar("T")


class Status(IntEnum):
    """How a participant stands: still in it, or how it left."""

    IN, TAKEN_OUT, CONCEDED = range(3)


IN, TAKEN_OUT, CONCEDED = Status


class Ending(StrEnum):
    """How a conflict ends; `rules.toml` says what each means."""

    WON = "won"
    HELD = "held"
    SHARED = "shared"
    STANDOFF = "standoff"
    TAKEN_OUT = "taken_out"
    CONCEDED = "conceded"
    DECREED = "decreed"


class Participant(Struct, frozen=True, cache_hash=True, gc=False):
    """The current state of a character.

    *tally* counts successes in an indirect conflict, *changes* counts changes of the
    intent where the scenario limits them.
    """

    intent: Intent | None = None
    wounds: int = 0
    status: Status = IN
    tally: int = 0
    changes: int = 0


class State(protocol.State, frozen=True, cache_hash=True):
    """A conflict between two events.

    The track is positive for side 0 and negative for side 1. *members* are those still
    in, by side, and *actors* those who act now; they are stored because every question
    needs them. *still* is how many rounds have passed without movement.
    """

    setup: Setup
    participants: tuple[Participant, ...]
    members: tuple[tuple[Seat, ...], ...] = ()
    actors: tuple[Seat, ...] = ()
    track: int = 0
    still: int = 0
    phase: Phase = Opening()


# Participants and sides.


def gathered(state: State) -> State:
    """Return *state* with *members* and *actors* as its participants imply.

    Everyone acts, or one for each of two sides: the first of the side, those with dice
    before the Diceless [PL-CONF-05].
    """
    participants = state.participants
    members = tuple(
        tuple(who for who in team if participants[who].status == IN)
        for team in state.setup.teams
    )
    state = structs.replace(state, members=members)
    if state.setup.mode == INDIRECT:
        actors = [
            who
            for who, participant in by_seat(participants)
            if participant.status == IN
        ]
    else:
        actors = [who for who in (lead(state, 0), lead(state, 1)) if who != NOBODY]
    return structs.replace(state, actors=tuple(actors))


def lead(state: State, side: int) -> Seat:
    """Return who leads *side* now, or NOBODY."""
    members = state.members[side]
    for who in members:
        if state.setup.characters[who].rolls:
            return who
    return members[0] if members else NOBODY


def rival(state: State, who: Seat) -> Seat:
    """Return who acts for the other side; NOBODY in an indirect conflict."""
    if state.setup.mode == INDIRECT:
        return NOBODY
    first, *others = state.actors
    return others[0] if who == first and others else first


def partners(state: State, who: Seat) -> tuple[Seat, ...]:
    """Return those who coordinate in one roll with *who*, its first member.

    PL-COMB-07, PL-RUL-26, PL-RUL-28.
    """
    setup = state.setup
    if not setup.coordinates:
        return (who,)
    return _partners(setup, who, state.members[setup.characters[who].side])


@lru_cache(maxsize=1024)
def _partners(setup: Setup, who: Seat, members: tuple[Seat, ...]) -> tuple[Seat, ...]:
    if len(setup.teams[setup.characters[who].side]) == 1:
        return (who,)
    able = [member for member in members if setup.characters[member].rolls]
    return tuple(able[: setup.rulings.coordinating_max_partners])


def rollers(state: State) -> tuple[Seat, ...]:
    """Return those who act and have dice."""
    characters = state.setup.characters
    return tuple([who for who in state.actors if characters[who].rolls])


# Intents, and the rolls for them.


def intent_of(state: State, who: Seat) -> Intent:
    """Return the intent of *who*, which must have been declared."""
    intent = state.participants[who].intent
    assert intent is not None
    return intent


def rolling(phase: Called | Equipped) -> tuple[Seat, ...]:
    """Return the seats whose intents are rolled for, in side order."""
    if isinstance(phase, Called):
        return phase.rolling
    return tuple([roll.who for roll in phase.rolls])


def is_opposed(state: State, count: int) -> bool:
    """Whether the dice of *count* seats make one opposed roll [PL-COMB-01]."""
    setup = state.setup
    return count > 1 and setup.mode != INDIRECT and setup.rulings.use_combined_rolls


def task_source(state: State, able: tuple[Seat, ...], who: Seat) -> Seat:
    """Return the seat by whose intent the Forces for *who* are picked [PL-RUL-17].

    *able* are those who roll.
    """
    rule = state.setup.rulings.opposed_forces
    if rule == "per_intent" or not is_opposed(state, len(able)):
        return who
    a, b = able
    if rule == "mirrored":
        resists = [intent_of(state, seat).aim == Aim.RESIST for seat in (a, b)]
        return b if resists == [True, False] else a
    return a


def roll_of(phase: Equipped, who: Seat) -> Roll:
    """Return the roll that *who* leads."""
    return first_of(roll for roll in phase.rolls if roll.who == who)


# Changing a state.


def with_participant(state: State, who: Seat, **changes: Any) -> State:  # noqa: ANN401 - fields of a Participant
    """Return *state* with fields of one participant changed."""
    participant = structs.replace(state.participants[who], **changes)
    return structs.replace(
        state, participants=put(state.participants, who, participant)
    )


def with_roll(state: State, who: Seat, **changes: Any) -> State:  # noqa: ANN401 - fields of a Roll
    """Return *state* with fields of the roll that *who* leads changed."""
    assert is_equipped(state.phase)
    rolls = tuple(
        structs.replace(roll, **changes) if roll.who == who else roll
        for roll in state.phase.rolls
    )
    return with_phase(state, rolls=rolls)


# Views.


def view(state: State, who: Seat) -> State:
    """Return *state* without what others have answered and not revealed [PL-RUL-25]."""
    phase = state.phase
    if is_answering(phase):
        if type(phase) is Settling and not phase.covered:
            return state
        return _with_own(state, who, "answers", phase.answers, None)
    if type(phase) is Committing:
        state = _with_own(state, who, "placed", phase.placed, ())
        closed = phase.closed & {who}
        return state if closed == phase.closed else with_phase(state, closed=closed)
    if type(phase) is Coordinating:
        return _with_own(state, who, "picks", phase.picks, UNPICKED)
    return state


def _with_own(
    state: State, who: Seat, field: str, items: tuple[T, ...], blank: T
) -> State:
    """Return *state* with only the entry of *who* in *field* of the phase's record."""
    own = tuple([item if seat == who else blank for seat, item in by_seat(items)])
    return state if own == items else with_phase(state, **{field: own})
