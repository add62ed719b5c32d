"""Everybody's condition as a single number, which is the cache key of appraisals.

Most of what an appraisal needs depends on the effect of harm and on who wants what, and
stays the same from one question to the next; many tracks have the same effect.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Concatenate, ParamSpec, TypeVar

from sim.rules.solar_system.harm.track import Track, bloodied_dice, is_broken
from sim.rules.solar_system.scenario.character import POOLS
from sim.rules.solar_system.scenario.compile import Setup
from sim.rules.solar_system.state import Participant, State
from sim.spine.kept import Kept, Numbered

MOST = 1 << 16
"""The size of each cache."""

P = ParamSpec("P")
R = TypeVar("R")


def _read(people: tuple[Participant, ...], setup: Setup) -> Hashable:
    """Return what an exchange depends on: penalties, who takes part, who wants what."""
    per_box = setup.rulings.bloodied_stacking == "per_box"
    return tuple(
        [
            (one.bruises, _worn(one.harm, per_box), one.status, one.intent, one.side)
            for one in people
        ]
    )


@lru_cache(maxsize=1 << 12)
def _worn(harm: Track, per_box: bool) -> tuple[int, ...]:  # noqa: FBT001 - part of the key
    """Return the penalty dice of this harm: on all pools, and on each."""
    each = [bloodied_dice(harm, pool, per_box=per_box) for pool in range(len(POOLS))]
    return is_broken(harm), *each


_PEOPLE: Numbered[tuple[Participant, ...], Setup] = Numbered(_read, MOST)


def people(state: State) -> int:
    """Return the number that identifies everybody's condition in this scenario."""
    return _PEOPLE.number(state.participants, state.setup)


def by_people(
    read: Callable[Concatenate[State, P], R],
) -> Callable[Concatenate[State, P], R]:
    """Cache the results of *read*, which may only depend on everybody's condition."""
    kept: Kept[Hashable, R] = Kept(MOST)

    def known(state: State, /, *args: P.args, **kwargs: P.kwargs) -> R:
        key = people(state), *args
        if key in kept.answers:
            return kept.answers[key]
        return kept.keep(key, read(state, *args, **kwargs))

    return known
