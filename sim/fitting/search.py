"""A search for the best strategy: a coarse scan of a family, then a local search.

Both use successive halving: all candidates play with the same dice, the worse half is
dropped, and the rest play as many more games as the budget allows. So little is spent
on bad candidates, and the survivors have been tried often. The winner is best for the
dice of the search; its worth must be measured with fresh ones.
"""

from collections.abc import Callable, Iterable, Sequence
from math import ceil, log2
from random import Random

from msgspec import Struct

from sim.fitting.family import Family, Numbers, spelled

SCAN = 0.5
"""The share of the trials spent on the scan; the rest goes to the local search."""
WIDTHS = (1.0, 0.6, 0.35, 0.2)
"""The radius of each turn of the local search, in units of the family's spreads."""
DRAWN = 11
KEPT = 3
LEAST = 250
"""The least number of trials worth a search."""

Tried = Callable[[Sequence[str], range], Sequence[Sequence[float]]]
"""(agents, games) -> the worth of each agent in each game."""


class Fresh(Struct):
    """Issues numbers of games that have not been used yet."""

    used: int = 0

    def games(self, count: int) -> range:
        """Return the numbers of *count* more games."""
        self.used += count
        return range(self.used - count, self.used)


def halving(
    specs: Iterable[str], tried: Tried, trials: int, fresh: Fresh, *, keep: int = 1
) -> list[str]:
    """Return the *keep* best of *specs*, the best first, after about *trials* trials.

    Of equals the earlier is the better.
    """
    left = list(dict.fromkeys(specs))
    values: dict[str, list[float]] = {spec: [] for spec in left}
    rungs = max(1, ceil(log2(len(left) / keep)))
    for _ in range(rungs):
        games = fresh.games(max(1, trials // (rungs * len(left))))
        for spec, worth in zip(left, tried(left, games), strict=True):
            values[spec] += worth
        left.sort(key=lambda spec: -sum(values[spec]) / len(values[spec]))
        left = left[: max(keep, ceil(len(left) / 2))]
    return left[:keep]


class Search(Struct):
    """A search in a *family*, and among *others* that are no part of it.

    *tried* tries agents; the same *random* and *fresh* games find the same.
    """

    family: Family
    tried: Tried
    random: Random
    fresh: Fresh
    others: Sequence[str] = ()

    def best(self, trials: int, *near: Numbers) -> tuple[str, Numbers]:
        """Return the best agent found, and the best numbers of the family.

        It is searched for in about this many *trials*; where there are numbers to begin
        *near*, nothing else is scanned.
        """
        known = {
            spelled(numbers): numbers for numbers in (near or tuple(self.family.scan()))
        }
        others = () if near else self.others
        scan = 0 if near else int(SCAN * trials)
        left = [*known, *others]
        if scan:
            left = halving(left, self.tried, scan, self.fresh, keep=KEPT)
        own = [spec for spec in left if spec in known] or [next(iter(known))]
        best = known[own[0]]
        share = (trials - scan) // (len(WIDTHS) + 1)
        for width in WIDTHS:
            drawn = [self.family.moved(best, width, self.random) for _ in range(DRAWN)]
            known |= {spelled(numbers): numbers for numbers in drawn}
            turn = [*own, *map(spelled, drawn)]
            own = halving(turn, self.tried, share, self.fresh, keep=KEPT)
            best = known[own[0]]
        last = [*left[:KEPT], *own]
        return halving(last, self.tried, share, self.fresh)[0], best
