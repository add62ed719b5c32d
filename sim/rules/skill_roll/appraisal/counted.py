"""What still counts of the uses of a task that are over, for exact solutions.

Performers are ranked by three sums, in this order [SK-CONF-09]: what they obtained, per
cent of normal, and bonus ranks. So of its uses only these count:

1. Per cent of normal decide between equals in what was obtained, ranks between equals
   in both. Of each only the sum over all uses of a performer counts, and how far that
   is ahead of the others: what all of them have is left out.
2. Where no two can come to have obtained as much neither counts at all, nor where one
   obtained more than any other still can, or performs alone.
3. Of uses that are alike it does not count which came to what.

Whether an aspect has what it needs says what was obtained, so that stays as it is. What
is left over of per cent stands where it changes none of that: with the first aspect
that has what it needs or needs nothing, else with those that need more.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product
from math import fsum, inf, prod

from msgspec.structs import replace

from sim.rules.skill_roll.rounds.ranking import obtained
from sim.rules.skill_roll.scenario.compile import TASK, Setup
from sim.rules.skill_roll.scenario.uses import UseData
from sim.rules.skill_roll.state import Performance, State
from sim.seam.events import NOBODY, Seat

Wanted = tuple[tuple[int | None, float], ...]
"""What each aspect of a use needs, and what it is worth."""

_UNITS = 1_000_000_000
"""So fine it is told how much was obtained."""
_NEAR = 1000
"""Sums that are nearer may be one, since they are rounded."""
_MANY = 2000
"""Of more that somebody may have obtained, none is told apart."""


def counted(state: State) -> tuple[Performance, ...]:
    """Return the uses of *state* that are over, each with what counts of it."""
    setup, done = state.setup, state.performed
    if setup.kind != TASK or not done:
        return done
    return _counted(setup, done)


@lru_cache(maxsize=1 << 14)
def _counted(setup: Setup, done: tuple[Performance, ...]) -> tuple[Performance, ...]:
    uses = setup.uses
    least = [_least(use, one) for use, one in zip(uses, done, strict=False)]
    by_user: dict[Seat, list[int]] = {use.user: [] for use in uses}
    for number in range(len(done)):
        by_user[uses[number].user].append(number)
    spare = {who: _over(some, done, least) for who, some in by_user.items()}
    ranks = {who: sum(done[at].ranks for at in some) for who, some in by_user.items()}
    decided = len(by_user) == 1 or _decided(setup, done)
    for sums in (spare, ranks):
        common = min(sums.values())
        for who in sums:
            sums[who] = 0 if decided else sums[who] - common
    for who, some in by_user.items():
        _in_order(uses, some, least)
        _put(uses, some, least, (spare[who], ranks[who]))
    return tuple(least)


def _least(use: UseData, one: Performance) -> Performance:
    """Return what was obtained in a use, with as little per cent as that needs."""
    if not use.measured:
        return one
    pairs = zip(use.aspects, one.percents, strict=True)
    percents = [
        aspect.needs if aspect.needs is not None and percent >= aspect.needs else 0
        for aspect, percent in pairs
    ]
    return replace(one, percents=tuple(percents), ranks=0)


def _over(
    some: Sequence[int], done: Sequence[Performance], least: Sequence[Performance]
) -> int:
    """Return how much per cent was more than that, in all."""
    return sum(sum(done[at].percents) - sum(least[at].percents) for at in some)


def _decided(setup: Setup, done: Sequence[Performance]) -> bool:
    """Whether no two can come to have obtained as much, or one is ahead for good.

    Every use still to come may fail, so what somebody has meanwhile is among this.
    Where there is too much that somebody may have, nothing of it is known.
    """
    may_have: dict[Seat, set[int]] = {use.user: {0} for use in setup.uses}
    for number, use in enumerate(setup.uses):
        one = done[number] if number < len(done) else None
        more = _may_obtain(use) if one is None else {_units(obtained(use, one))}
        had = may_have[use.user]
        may_have[use.user] = {units + each for units in had for each in more}
        if len(may_have[use.user]) > _MANY:
            return False
    if not any(_meet(one, other) for one, other in combinations(may_have.values(), 2)):
        return True
    first = max(may_have, key=lambda who: min(may_have[who]))
    rest = [max(some) for who, some in may_have.items() if who != first]
    return min(may_have[first]) > max(rest) + _NEAR


def _units(obtained: float) -> int:
    return round(obtained * _UNITS)


def _meet(one: set[int], other: set[int]) -> bool:
    """Whether any of *one* is any of *other*, but for rounding.

    Of many it is taken for granted.
    """
    if len(one) + len(other) > _MANY:
        return True
    ordered = [*sorted(other), inf]
    return any(
        ordered[bisect_left(ordered, units - _NEAR)] <= units + _NEAR for units in one
    )


def _may_obtain(use: UseData) -> set[int]:
    """Return all that may be obtained in a use that is still to come.

    Agents may hope for more than all of it.
    """
    return {_units(one) for gain in _gains(use) for one in (gain, min(1.0, gain))}


def _gains(use: UseData) -> tuple[float, ...]:
    """Return what the aspects of a use may be worth together."""
    worths = [aspect.worth for aspect in use.aspects if aspect.needs is not None]
    if not use.measured or not worths:
        return 0.0, 1.0
    sizes = range(len(worths) + 1)
    return tuple([sum(some) for size in sizes for some in combinations(worths, size)])


@lru_cache(maxsize=64)
def _in_any_order(gains: tuple[tuple[float, ...], ...]) -> bool:
    """Whether what is obtained in several uses adds up alike in any order.

    That is so to the last bit where every sum is the one that is rounded once.
    """
    if prod(map(len, gains)) > _MANY:
        return False
    most = [[min(1.0, gain) for gain in some] for some in gains]
    return all(sum(some) == fsum(some) for some in product(*most))


def _in_order(
    uses: Sequence[UseData], some: Sequence[int], least: list[Performance]
) -> None:
    """Put uses of a performer that are alike in order.

    Not those by which somebody fares who does not perform.
    """
    who = {uses[at].user for at in some}
    if not _in_any_order(tuple([_gains(use) for use in uses if use.user in who])):
        return
    performing = {use.user for use in uses} | {NOBODY}
    groups: dict[Wanted | None, list[int]] = {}
    for at in some:
        if uses[at].opponent in performing:
            wanted = [(aspect.needs, aspect.worth) for aspect in uses[at].aspects]
            alike = tuple(wanted) if uses[at].measured else None
            groups.setdefault(alike, []).append(at)
    for group in groups.values():
        ordered = sorted([least[at] for at in group], key=_order)
        for at, one in zip(group, ordered, strict=True):
            least[at] = one


def _order(one: Performance) -> tuple[bool, tuple[int, ...]]:
    return one.success, one.percents


def _put(
    uses: Sequence[UseData],
    some: Sequence[int],
    least: list[Performance],
    left: tuple[int, int],
) -> None:
    """Add per cent and ranks that are *left* to uses, which changes nothing else."""
    spare, ranks = left
    measured = [at for at in some if uses[at].measured]
    if not measured:
        return
    least[measured[0]] = replace(least[measured[0]], ranks=ranks)
    slots = [
        (at, place, aspect.needs)
        for at in measured
        for place, aspect in enumerate(uses[at].aspects)
    ]
    for at, place, needs in slots:
        if needs is None or least[at].percents[place] >= needs:
            _add(least, at, place, spare)
            return
    for at, place, needs in slots:
        assert needs is not None
        more = min(spare, needs - 1)
        _add(least, at, place, more)
        spare -= more


def _add(least: list[Performance], at: int, place: int, more: int) -> None:
    percents = list(least[at].percents)
    percents[place] += more
    least[at] = replace(least[at], percents=tuple(percents))
