"""The state of a conflict, and questions that it answers directly.

A state holds what every phase needs, and a small record of the current phase (see
`phases`). What only that phase needs is dropped with its record, so that conflicts
which no longer differ in anything that matters have equal states.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from msgspec import Struct, structs

from sim.rules.solar_system.consequences import Ending
from sim.rules.solar_system.facts import NO_ACTION, ActionDeclared, StoryGuideRuled
from sim.rules.solar_system.phases import (
    Checking,
    Declared,
    Declaring,
    Harming,
    Joining,
    Phase,
    Recovering,
    Rolling,
    Ruled,
    Target,
    Volley,
)
from sim.rules.solar_system.records.interlude import Act
from sim.rules.solar_system.records.using import Using
from sim.rules.solar_system.scenario.compile import CharacterData, GoalData, Setup
from sim.rules.solar_system.scenario.people import Growth
from sim.rules.solar_system.scenario.sheet import RulingKind
from sim.rules.solar_system.scenario.sheets import AbilityData
from sim.seam import protocol
from sim.seam.events import Seat
from sim.seam.protocol import Decision
from sim.seam.seats import by_seat
from sim.spine.changes import put


class Status(IntEnum):
    """How somebody stands: taking part, or why not."""

    IN, GAVE_UP, PAST_BROKEN, FELL_OUT, BYSTANDER = range(5)


IN, GAVE_UP, PAST_BROKEN, FELL_OUT, BYSTANDER = Status


class Intent(Struct, frozen=True, gc=False, cache_hash=True):
    """An intention: a goal, its target, and whether it has happened."""

    goal: int
    target: Seat
    fulfilled: bool = False

    @property
    def wanted(self) -> Target:
        """What distinguishes this intention from others: (goal, target)."""
        return self.goal, self.target


class Happened(Struct, frozen=True, order=True, gc=False, cache_hash=True):
    """An intention that was obtained, its victim, and whether it holds for good."""

    who: Seat
    goal: int
    against: Seat
    lasting: bool


class Participant(Struct, frozen=True, gc=False, cache_hash=True):
    """The current state of a character."""

    pools: tuple[int, int, int]
    harm: tuple[int, ...]
    side: int
    bruises: int = 0
    status: Status = IN
    intent: Intent | None = None


class State(protocol.State, frozen=True, cache_hash=True, gc=False):
    """A conflict of the Solar System; *round* is the number of the volley.

    *gifts* are the gift dice each seat has left, *obtained* the intentions that came
    true. *grown* are the current sheets, () while nobody has changed.
    """

    setup: Setup
    participants: tuple[Participant, ...]
    gifts: tuple[int, ...]
    phase: Phase
    zeitgeist: bool = False
    obtained: frozenset[Happened] = frozenset()
    grown: tuple[Growth, ...] = ()
    acts: tuple[Act, ...] = ()
    """What was done in this scene that Keys may reward."""
    using: Using = Using()
    """The Secrets used on the current rolls."""

    def data(self, who: Seat) -> CharacterData:
        """Return the scenario's data of *who*."""
        return self.setup.characters[who]

    def ability(self, who: Seat, index: int) -> AbilityData:
        """Return one ability of *who*."""
        return self.setup.characters[who].abilities[index]


def initial(setup: Setup) -> State:
    """Return the state before anything has happened."""
    players = setup.players
    phase: Phase = Joining()
    if setup.kind == "interlude":
        phase = Recovering(Ending.INTERLUDE)
    elif setup.kind != "pain":
        phase = Checking(
            abilities=tuple(_only(check.abilities) for check in setup.checks),
            answers=tuple(_only(check.answers) for check in setup.checks),
        )
    return State(
        round=0,
        setup=setup,
        participants=tuple(
            Participant(
                pools=data.pools,
                harm=data.harm,
                side=data.side,
                bruises=data.bruises,
                status=BYSTANDER if data.bystander else IN,
            )
            for data in setup.characters
        ),
        gifts=tuple(
            (setup.gifts if left is None else left) if seat in players else 0
            for seat, left in enumerate(setup.people.gifts)
        ),
        phase=phase,
    )


def _only(choices: Sequence[int]) -> int | None:
    return choices[0] if len(choices) == 1 else None


def growth_of(state: State, who: Seat) -> Growth:
    """Return the current sheet of *who*."""
    return (state.grown or state.setup.people.begun)[who]


def with_growth(state: State, who: Seat, **changes: Any) -> State:  # noqa: ANN401 - fields of a Growth
    """Return *state* with fields of the sheet of *who* changed."""
    everyone = state.grown or state.setup.people.begun
    growth = structs.replace(everyone[who], **changes)
    return structs.replace(state, grown=put(everyone, who, growth))


# Participants and sides.


def active(state: State) -> tuple[Seat, ...]:
    """List the seats taking part."""
    return tuple(
        [
            seat
            for seat, participant in by_seat(state.participants)
            if participant.status == IN
        ]
    )


def opponents(state: State, who: Seat) -> tuple[Seat, ...]:
    """List the active seats of other sides."""
    side = state.participants[who].side
    return tuple(
        [
            seat
            for seat, participant in by_seat(state.participants)
            if participant.status == IN and participant.side != side
        ]
    )


def members(state: State, side: int) -> tuple[Seat, ...]:
    """List the active seats of *side*."""
    return tuple(
        [
            seat
            for seat, participant in by_seat(state.participants)
            if participant.status == IN and participant.side == side
        ]
    )


def participants(state: State) -> tuple[Seat, ...]:
    """List everyone who takes or took part."""
    return tuple(
        seat
        for seat, participant in by_seat(state.participants)
        if participant.status != BYSTANDER
    )


# Intentions and actions.


def intent_of(state: State, who: Seat) -> Intent:
    """Return the intention in force of *who*, which must have been declared."""
    intent = state.participants[who].intent
    assert intent is not None
    return intent


def goal_of(state: State, who: Seat) -> GoalData:
    """Return the scenario's data of the intention in force of *who*."""
    return state.data(who).goals[intent_of(state, who).goal]


def target_there(state: State, who: Seat) -> bool:
    """Whether the target of *who* still takes part; in Zeitgeist, any of that side.

    [RUL-49, RUL-77]
    """
    intent = state.participants[who].intent
    assert intent is not None
    target = state.participants[intent.target]
    if target.status == IN:
        return True
    return state.zeitgeist and bool(members(state, target.side))


def volley_of(state: State) -> Declared | None:
    """Return what was declared for the current volley, if there is one."""
    phase = state.phase
    if type(phase) is Rolling:
        phase = phase.within
    elif type(phase) is Harming:
        phase = phase.volley
    if type(phase) is Volley or type(phase) is Declaring:
        return phase
    return None


def action_of(state: State, who: Seat) -> ActionDeclared | None:
    """Return the action *who* has declared for the current volley, if any."""
    volley = volley_of(state)
    return None if volley is None else volley.actions[who]


def changing(state: State) -> frozenset[Seat]:
    """Return those who have announced a change of intention in this volley."""
    volley = volley_of(state)
    return frozenset() if volley is None else volley.changing


def is_changing(state: State, who: Seat) -> bool:
    """Whether *who* has announced a change of intention in this volley."""
    return who in changing(state)


def acts(state: State, volley: Declared, who: Seat) -> bool:
    """Whether *who* takes part and acts in this volley."""
    action = volley.actions[who]
    return (
        action is not None
        and action.stance != NO_ACTION
        and state.participants[who].status == IN
    )


# Rulings.


def asks(state: State, kind: RulingKind) -> bool:
    """Whether the Story Guide is asked for rulings of this kind [ENG-02]."""
    return kind in state.setup.asked


def ask_guide(
    state: State, kind: str, of: int, values: Sequence[int]
) -> "Decision[State]":
    """Ask the Story Guide to rule; the default is the first of *values*."""
    judge = state.setup.judge
    options = tuple(StoryGuideRuled(judge, kind, of, value) for value in values)
    return Decision(judge, options, state)


def ruling(ruled: Ruled, kind: str, of: int) -> int | None:
    """Return the ruling on *of*; None while there is none."""
    for made, about, value in ruled:
        if made == kind and about == of:
            return value
    return None


# Changing a state.


def with_participant(state: State, who: Seat, **changes: Any) -> State:  # noqa: ANN401 - fields of a Participant
    """Return *state* with fields of one participant changed."""
    participant = structs.replace(state.participants[who], **changes)
    return structs.replace(
        state, participants=put(state.participants, who, participant)
    )
