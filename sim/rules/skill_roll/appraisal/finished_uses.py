"""What still matters of finished uses of a task, for exact solutions.

Performers are ranked by three sums, in this order [SK-CONF-09]: what they obtained, per
cent of normal, and bonus ranks. So of finished uses only this matters:

1. Per cent of normal decide between performers who have obtained the same, ranks
   between those who are equal in both. Of either only a performer's sum over all uses
   matters, and only how far it is ahead of the others: what all have is subtracted.
2. Neither matters if no two performers can end with the same amount obtained, if one
   has obtained more than any other still can, or if there is only one performer.
3. Among equivalent uses it does not matter which of them had which result.

Whether an aspect meets its need determines what was obtained, so that is kept. Surplus
per cent are put where they change none of that: on the first aspect that meets its need
or has none, otherwise on those that need more.
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
"""The need and the worth of each aspect of a use."""

_UNITS = 1_000_000_000
"""The units per whole in which obtained amounts are compared."""
_NEAR = 1000
"""Sums that differ by less may be equal, since they are rounded."""
_MANY = 2000
"""The most possible amounts that are compared; beyond them nothing is known."""


def essential_uses(state: State) -> tuple[Performance, ...]:
    """Return the finished uses of *state*, reduced to what still matters of them."""
    setup, done = state.setup, state.performed
    if setup.kind != TASK or not done:
        return done
    return _reduced(setup, done)


@lru_cache(maxsize=1 << 14)
def _reduced(setup: Setup, done: tuple[Performance, ...]) -> tuple[Performance, ...]:
    uses = setup.uses
    least = [
        _least(use, performance) for use, performance in zip(uses, done, strict=False)
    ]
    by_user: dict[Seat, list[int]] = {use.user: [] for use in uses}
    for number in range(len(done)):
        by_user[uses[number].user].append(number)
    spare = {who: _surplus(numbers, done, least) for who, numbers in by_user.items()}
    ranks = {
        who: sum(done[at].ranks for at in numbers) for who, numbers in by_user.items()
    }
    decided = len(by_user) == 1 or _decided(setup, done)
    for sums in (spare, ranks):
        common = min(sums.values())
        for who in sums:
            sums[who] = 0 if decided else sums[who] - common
    for who, numbers in by_user.items():
        _in_order(uses, numbers, least)
        _put(uses, numbers, least, (spare[who], ranks[who]))
    return tuple(least)


def _least(use: UseData, performance: Performance) -> Performance:
    """Return the result of a use with the least per cent that obtains as much."""
    if not use.measured:
        return performance
    pairs = zip(use.aspects, performance.percents, strict=True)
    percents = [
        aspect.needs if aspect.needs is not None and percent >= aspect.needs else 0
        for aspect, percent in pairs
    ]
    return replace(performance, percents=tuple(percents), ranks=0)


def _surplus(
    numbers: Sequence[int], done: Sequence[Performance], least: Sequence[Performance]
) -> int:
    """Return the per cent beyond those of *least*, over these uses."""
    return sum(sum(done[at].percents) - sum(least[at].percents) for at in numbers)


def _decided(setup: Setup, done: Sequence[Performance]) -> bool:
    """Whether no two can obtain the same amount any more, or one is ahead for good.

    Every use to come may fail, so present amounts are among the possible ones. False if
    there are too many possible amounts to compare.
    """
    may_have: dict[Seat, set[int]] = {use.user: {0} for use in setup.uses}
    for number, use in enumerate(setup.uses):
        performance = done[number] if number < len(done) else None
        amounts = (
            _may_obtain(use)
            if performance is None
            else {_units(obtained(use, performance))}
        )
        had = may_have[use.user]
        may_have[use.user] = {units + each for units in had for each in amounts}
        if len(may_have[use.user]) > _MANY:
            return False
    if not any(
        _overlap(amounts, other)
        for amounts, other in combinations(may_have.values(), 2)
    ):
        return True
    first = max(may_have, key=lambda who: min(may_have[who]))
    others = [max(amounts) for who, amounts in may_have.items() if who != first]
    return min(may_have[first]) > max(others) + _NEAR


def _units(obtained: float) -> int:
    return round(obtained * _UNITS)


def _overlap(amounts: set[int], other: set[int]) -> bool:
    """Whether the two sets share an amount, up to rounding.

    Large sets are assumed to.
    """
    if len(amounts) + len(other) > _MANY:
        return True
    ordered = [*sorted(other), inf]
    return any(
        ordered[bisect_left(ordered, units - _NEAR)] <= units + _NEAR
        for units in amounts
    )


def _may_obtain(use: UseData) -> set[int]:
    """Return the possible amounts of a use that is still to come.

    They include amounts above 1, which agents may hope for.
    """
    return {_units(amount) for gain in _gains(use) for amount in (gain, min(1.0, gain))}


def _gains(use: UseData) -> tuple[float, ...]:
    """Return the possible total worths of the aspects of a use."""
    worths = [aspect.worth for aspect in use.aspects if aspect.needs is not None]
    if not use.measured or not worths:
        return 0.0, 1.0
    sizes = range(len(worths) + 1)
    return tuple(
        [sum(chosen) for size in sizes for chosen in combinations(worths, size)]
    )


@lru_cache(maxsize=64)
def _in_any_order(gains: tuple[tuple[float, ...], ...]) -> bool:
    """Whether the amounts of several uses have the same sum in any order.

    That holds to the last bit if every sum is the correctly rounded one.
    """
    if prod(map(len, gains)) > _MANY:
        return False
    most = [[min(1.0, gain) for gain in amounts] for amounts in gains]
    return all(sum(amounts) == fsum(amounts) for amounts in product(*most))


def _in_order(
    uses: Sequence[UseData], numbers: Sequence[int], least: list[Performance]
) -> None:
    """Sort equivalent uses of a performer.

    Uses on which the return of somebody who does not perform depends stay in place.
    """
    who = {uses[at].user for at in numbers}
    if not _in_any_order(tuple([_gains(use) for use in uses if use.user in who])):
        return
    performing = {use.user for use in uses} | {NOBODY}
    groups: dict[Wanted | None, list[int]] = {}
    for at in numbers:
        if uses[at].opponent in performing:
            wanted = [(aspect.needs, aspect.worth) for aspect in uses[at].aspects]
            alike = tuple(wanted) if uses[at].measured else None
            groups.setdefault(alike, []).append(at)
    for group in groups.values():
        ordered = sorted([least[at] for at in group], key=_order)
        for at, performance in zip(group, ordered, strict=True):
            least[at] = performance


def _order(performance: Performance) -> tuple[bool, tuple[int, ...]]:
    return performance.success, performance.percents


def _put(
    uses: Sequence[UseData],
    numbers: Sequence[int],
    least: list[Performance],
    left: tuple[int, int],
) -> None:
    """Add the surplus per cent and ranks to uses where they change nothing else."""
    spare, ranks = left
    measured = [at for at in numbers if uses[at].measured]
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
        part = min(spare, needs - 1)
        _add(least, at, place, part)
        spare -= part


def _add(least: list[Performance], at: int, place: int, added: int) -> None:
    percents = list(least[at].percents)
    percents[place] += added
    least[at] = replace(least[at], percents=tuple(percents))
