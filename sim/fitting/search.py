"""A search for who plays best: a coarse scan of a family, then a climb from its best.

Both are successive halving: all meet the same luck, the worse half goes, and those that
are left meet as much more luck as there is room for. So little is spent on what is
clearly worse, and what is left at last has been tried often. What it found is best in
the luck it was searched with; what it is worth has to be asked of other luck.
"""

from collections.abc import Callable, Iterable, Sequence
from math import ceil, log2
from random import Random

from msgspec import Struct

from sim.fitting.family import Family, Numbers, spelled

SCAN = 0.5
"""This part of the trials goes to the scan, the rest to the climb."""
WIDTHS = (1.0, 0.6, 0.35, 0.2)
"""How far a turn of the climb looks, of the family's spreads."""
DRAWN = 11
KEPT = 3
LEAST = 250
"""No search is made in fewer trials than about this."""

Tried = Callable[[Sequence[str], range], Sequence[Sequence[float]]]
"""(agents, games) -> what each agent was worth in each of them."""


class Fresh(Struct):
    """Games that nobody has been tried in."""

    used: int = 0

    def games(self, count: int) -> range:
        """Return so many more."""
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

        It is searched for in about so many *trials*; where there are numbers to begin
        *near*, nothing else is scanned.
        """
        known = {spelled(one): one for one in (near or tuple(self.family.scan()))}
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
            known |= {spelled(one): one for one in drawn}
            turn = [*own, *map(spelled, drawn)]
            own = halving(turn, self.tried, share, self.fresh, keep=KEPT)
            best = known[own[0]]
        last = [*left[:KEPT], *own]
        return halving(last, self.tried, share, self.fresh)[0], best
