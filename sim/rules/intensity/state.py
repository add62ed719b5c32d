"""The state of a conflict, and questions that it answers directly.

A state holds what every phase needs, and a small record of the current phase (see
`phases`). What only that phase needs is dropped with its record, so that conflicts
which no longer differ in anything that matters have equal states.
"""

from enum import IntEnum, StrEnum
from typing import Any, TypeVar

from msgspec import Struct, structs

from sim.rules.intensity.phases import (
    HELP,
    SITUATION,
    Building,
    Declaring,
    Goal,
    Opening,
    Phase,
)
from sim.rules.intensity.scenario.compile import Setup
from sim.seam import protocol
from sim.seam.events import Seat
from sim.seam.seats import by_seat
from sim.spine.changes import put, with_phase

T = TypeVar("T")

PERMANENT = -1
"""Stands for a number of rolls: permanent."""


class Status(IntEnum):
    """How a participant stands; OUT means having left content."""

    IN, CEDED, DEAD, OUT = range(4)


IN, CEDED, DEAD, OUT = Status


class Ending(StrEnum):
    """How a conflict ends; `rules.toml` says what each means."""

    EXHAUSTED = "exhausted"
    ROUND_LIMIT = "round_limit"
    GOAL_OBTAINED = "goal_obtained"
    BOTH_OBTAINED = "both_obtained"
    CEDED = "ceded"
    DEATH = "death"


class Bonus(Struct, frozen=True, array_like=True, gc=False, order=True):
    """A situation die; a *fresh* one waits for the next round."""

    size: int
    left: int
    fresh: bool = False


class Penalty(Struct, frozen=True, array_like=True, gc=False, order=True):
    """A penalty die, for a number of rolls or PERMANENT."""

    size: int
    left: int


class Participant(Struct, frozen=True, gc=False, cache_hash=True):
    """The current state of a participant; *aim* is its last ordinary goal [IN-R-28]."""

    sizes: tuple[int, ...]
    intensity: int
    status: Status = IN
    goal: Goal | None = None
    aim: Goal | None = None
    bonuses: tuple[Bonus, ...] = ()
    penalties: tuple[Penalty, ...] = ()


class State(protocol.State, frozen=True, cache_hash=True):
    """A conflict between two events.

    *actors* are the participants who choose; they are stored because every question
    needs them.
    """

    setup: Setup
    participants: tuple[Participant, ...]
    actors: tuple[Seat, ...] = ()
    phase: Phase = Opening()
    won: tuple[tuple[int, Goal], ...] = ()
    """(side, goal) obtained so far, sorted."""
    how: Ending | None = None
    """The ending, if the conflict ended now."""


# Participants and sides.


def is_in(state: State, who: Seat) -> bool:
    """Whether *who* still takes part."""
    return state.participants[who].status == IN


def acting(state: State) -> tuple[Seat, ...]:
    """Return the seats still in that choose for themselves, in seat order."""
    characters = state.setup.characters
    return tuple(
        who
        for who, participant in by_seat(state.participants)
        if participant.status == IN and not characters[who].static
    )


def side_of(state: State, who: Seat) -> int:
    """Return the side of *who*."""
    return state.setup.characters[who].side


def opponents(state: State, who: Seat) -> list[Seat]:
    """Return the seats still in on other sides, in seat order."""
    characters = state.setup.characters
    side = characters[who].side
    return [
        other
        for other, participant in by_seat(state.participants)
        if participant.status == IN and characters[other].side != side
    ]


def is_contested(state: State) -> bool:
    """Whether somebody who can choose still has an opponent."""
    return any(opponents(state, who) for who in state.actors)


# Goals and intentions.


def is_helping(state: State, who: Seat) -> bool:
    """Whether *who* pursues a helping goal this round."""
    goal = state.participants[who].goal
    return goal is not None and goal.kind == HELP


def helpers(state: State) -> list[Seat]:
    """Return the seats that pursue a helping goal this round, in seat order."""
    participants = state.participants
    return [
        who
        for who in state.actors
        if (goal := participants[who].goal) is not None and goal.kind == HELP
    ]


def is_early(state: State, who: Seat) -> bool:
    """Whether *who* is a helper who has not rolled yet, and so pays separately."""
    phase = state.phase
    rolled = type(phase) is Building and who in phase.helped
    return is_helping(state, who) and not rolled


def seeks(state: State, who: Seat) -> Goal | None:
    """Return the situational goal that *who* pursues this round, if any."""
    goal = state.participants[who].goal
    return goal if goal is not None and goal.kind == SITUATION else None


def targets(state: State, who: Seat, other: Seat) -> bool:
    """Whether the goal of *who* is aimed at the opponent *other*."""
    goal = state.participants[who].goal
    return goal is not None and goal.kind != HELP and goal.target == other


def pairs(state: State) -> list[tuple[Seat, Seat]]:
    """Return the pairs that are compared this round [IN-R-12]."""
    characters = state.setup.characters
    left = [
        who
        for who, participant in by_seat(state.participants)
        if participant.status == IN
    ]
    return [
        (a, b)
        for place, a in enumerate(left)
        for b in left[place + 1 :]
        if characters[a].side != characters[b].side
        and (targets(state, a, b) or targets(state, b, a))
    ]


# Changing a state.


def with_participant(state: State, who: Seat, **changes: Any) -> State:  # noqa: ANN401 - fields of a Participant
    """Return *state* with fields of one participant changed."""
    participant = structs.replace(state.participants[who], **changes)
    return structs.replace(
        state, participants=put(state.participants, who, participant)
    )


# Views.


def view(state: State, who: Seat) -> State:
    """Return *state* without what others have chosen and not revealed [IN-R-06].

    Goals are hidden until all are declared, pools until all are built [IN-R-46].
    """
    phase = state.phase
    if not state.setup.rulings.sealed:
        return state
    if type(phase) is Declaring:
        own = _only(phase.chosen, who)
        return state if own == phase.chosen else with_phase(state, chosen=own)
    if type(phase) is Building:
        drafts = _only(phase.drafts, who)
        return state if drafts == phase.drafts else with_phase(state, drafts=drafts)
    return state


def _only(items: tuple[T | None, ...], who: Seat) -> tuple[T | None, ...]:
    """Return *items* with only the item of *who*; the others are hidden."""
    return tuple([item if seat == who else None for seat, item in by_seat(items)])
