"""Conditions as numbers, which are the cache keys of appraisals.

Most of what an appraisal needs depends on the effect of harm and on who wants what, and
stays the same from one question to the next; many tracks have the same effect. What
depends on a few only has their numbers as its key: among many seats somebody's
condition is always new.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Concatenate, ParamSpec, TypeVar

from sim.rules.solar_system.harm.track import Track, bloodied_dice, ends_at
from sim.rules.solar_system.pain.actions import payable_pools
from sim.rules.solar_system.phases import Target
from sim.rules.solar_system.scenario.character import POOLS
from sim.rules.solar_system.scenario.compile import Setup
from sim.rules.solar_system.state import Participant, State
from sim.seam.events import Seat
from sim.seam.seats import by_seat
from sim.spine.kept import Kept, Numbered

MOST = 1 << 16
"""The size of each cache."""

P = ParamSpec("P")
R = TypeVar("R")


def _read(participant: Participant, setup: Setup) -> Hashable:
    """Return what an exchange depends on.

    That is penalties, what goes past broken, who can act, takes part and wants what.
    """
    worn = _worn(participant.harm, setup.rulings.bloodied_stacking == "per_box")
    able = payable_pools(participant)
    return (
        participant.bruises,
        worn,
        able,
        participant.status,
        participant.intent,
        participant.side,
    )


def _read_all(people: tuple[Participant, ...], setup: Setup) -> Hashable:
    return tuple([_CONDITION.number(participant, setup) for participant in people])


@lru_cache(maxsize=1 << 12)
def _worn(harm: Track, per_box: bool) -> tuple[int, ...]:  # noqa: FBT001 - part of the key
    """Return the penalty dice of this harm, on each pool, and what ends it."""
    each = [bloodied_dice(harm, pool, per_box=per_box) for pool in range(len(POOLS))]
    return ends_at(harm), *each


_CONDITION: Numbered[Participant, Setup] = Numbered(_read, MOST)
_CONDITIONS: Numbered[tuple[Participant, ...], Setup] = Numbered(_read_all, MOST)


def conditions(state: State) -> int:
    """Return the number that identifies everybody's condition in this scenario."""
    return _CONDITIONS.number(state.participants, state.setup)


def _intents_read(people: tuple[Participant, ...], _setup: Setup) -> Hashable:
    return tuple(
        [
            (participant.status, participant.intent, participant.side)
            for participant in people
        ]
    )


_INTENTS: Numbered[tuple[Participant, ...], Setup] = Numbered(_intents_read, MOST)


def intents(state: State) -> int:
    """Return the number that identifies who takes part and wants what."""
    return _INTENTS.number(state.participants, state.setup)


def _ends_read(people: tuple[Participant, ...], _setup: Setup) -> Hashable:
    each = [
        (
            participant.status,
            participant.intent,
            participant.side,
            ends_at(participant.harm),
        )
        for participant in people
    ]
    return tuple(each)


_ENDS: Numbered[tuple[Participant, ...], Setup] = Numbered(_ends_read, MOST)


def ends(state: State) -> int:
    """Return the number that identifies who wants what, and what harm ends whom."""
    return _ENDS.number(state.participants, state.setup)


def by_conditions(
    read: Callable[Concatenate[State, P], R],
) -> Callable[Concatenate[State, P], R]:
    """Cache the results of *read*, which may only depend on everybody's condition."""
    return _by(conditions, read)


def by_intents(
    read: Callable[Concatenate[State, P], R],
) -> Callable[Concatenate[State, P], R]:
    """Cache the results of *read*, which may only depend on who wants what."""
    return _by(intents, read)


def _by(
    number: Callable[[State], int], read: Callable[Concatenate[State, P], R]
) -> Callable[Concatenate[State, P], R]:
    kept: Kept[Hashable, R] = Kept(MOST)

    def cached(state: State, /, *args: P.args, **kwargs: P.kwargs) -> R:
        key = number(state), *args
        if key in kept.answers:
            return kept.answers[key]
        return kept.keep(key, read(state, *args, **kwargs))

    return cached


Near = tuple[tuple[Seat, int], ...]
"""Some seats, each with the number of its condition."""


def near(state: State, who: Seat, *targets: Seat) -> Near:
    """Return those whom *who* meets when it acts against *targets*, with itself.

    Besides the targets they are the seats whose intention is aimed at it.
    """
    setup = state.setup
    return tuple(
        [
            (seat, _CONDITION.number(participant, setup))
            for seat, participant in by_seat(state.participants)
            if seat == who
            or seat in targets
            or (participant.intent is not None and participant.intent.target == who)
        ]
    )


def by_near(
    read: Callable[[State, Seat, Target], R],
) -> Callable[[State, Seat, Target], R]:
    """Cache the results of *read*, which may only depend on the seats a seat meets.

    It meets them in pursuit of a goal against a target.
    """
    kept: Kept[Hashable, R] = Kept(MOST)

    def cached(state: State, who: Seat, wanted: Target, /) -> R:
        key = who, wanted, near(state, who, wanted[1])
        if key in kept.answers:
            return kept.answers[key]
        return kept.keep(key, read(state, who, wanted))

    return cached


def by_pair(
    read: Callable[[State, Seat, Seat, int], R],
) -> Callable[[State, Seat, Seat, int], R]:
    """Cache the results of *read*, which may only depend on two seats and a goal."""
    kept: Kept[Hashable, R] = Kept(MOST)

    def cached(state: State, who: Seat, other: Seat, goal: int, /) -> R:
        people, setup = state.participants, state.setup
        mine = _CONDITION.number(people[who], setup)
        theirs = _CONDITION.number(people[other], setup)
        key = who, other, goal, mine, theirs
        if key in kept.answers:
            return kept.answers[key]
        return kept.keep(key, read(state, who, other, goal))

    return cached
