"""Checks: three Fudge dice plus a rank, read as a success level from 0 to 7."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache

from msgspec import Struct

from sim.dice.pool import FUDGE, Faces, Pool

FACES = (-1, 0, 1)
"""The faces of a Fudge die."""
KEPT = 3
"""The number of dice kept, whatever the modifiers [SS-DIE-05]."""


def kept_of(faces: Sequence[int], net: int) -> Faces:
    """Return the three dice kept, in the order they fell.

    With more penalty dice, the highest are dropped; with more bonus dice, the lowest;
    of equal ones, the one that fell last [SS-DIE-03, SS-DIE-04, RUL-06].
    """
    used = faces[: KEPT + abs(net)]
    if net == 0:
        return tuple(used)
    sign = 1 if net > 0 else -1
    order = sorted(range(len(used)), key=lambda i: (sign * used[i], -i))
    removed = set(order[: abs(net)])
    return tuple([face for i, face in enumerate(used) if i not in removed])


def level_of(rank: int, kept: Sequence[int]) -> int:
    """Return the sum of rank and dice, at least 0 [SS-CHK-02, SS-CHK-03]."""
    return max(0, rank + sum(kept))


class Keep(Struct, frozen=True, gc=False):
    """Reads a roll of *rank* with *net* dice; *before* are the dice it extends.

    The reading is (level,) if nobody can add a die any more. While dice may be added it
    also holds what a later die needs: the kept dice, highest first, or with negative
    *net* all dice in the order they fell, because a bonus die then sets the last one
    aside [RUL-08].
    """

    rank: int
    net: int
    open: bool
    ordered: bool
    before: Faces = ()

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (kept, reading) of *faces*."""
        return _read(self, self.before + faces)


@lru_cache(maxsize=65536)
def _read(keep: Keep, dice: Faces) -> tuple[Faces, tuple[int, ...]]:
    net = keep.net
    if net > 0 and not keep.ordered:
        net = len(dice) - KEPT
    kept = kept_of(dice, net)
    level = level_of(keep.rank, kept)
    if not keep.open:
        return kept, (level,)
    if keep.ordered:
        return kept, (level, *dice)
    return kept, (level, *sorted(kept, reverse=True))


@cache
def pool_of(net: int) -> Pool:
    """Return the dice of a check: three, and one for each die of *net* [SS-DIE-02]."""
    return (FUDGE,) * (KEPT + abs(net))


@cache
def fudge_pool(count: int) -> Pool:
    """Return *count* Fudge dice."""
    return (FUDGE,) * count


@cache
def sums(net: int) -> dict[int, Fraction]:
    """Return the chance of every kept sum with *net* dice, exactly.

    Multisets (minuses, blanks, pluses) are counted rather than orders, so it is fast
    for any *net*.
    """
    count = KEPT + abs(net)
    total = 3**count
    chances: dict[int, Fraction] = {}
    for minus in range(count + 1):
        for plus in range(count + 1 - minus):
            blank = count - minus - plus
            ways = _orders(minus, blank, plus)
            faces = [-1] * minus + [0] * blank + [1] * plus
            # Faces are in order: bonus dice drop the lowest, penalty dice the highest.
            value = sum(faces[max(0, net) :][:KEPT])
            chances[value] = chances.get(value, Fraction(0)) + Fraction(ways, total)
    return dict(sorted(chances.items()))


def _orders(minus: int, blank: int, plus: int) -> int:
    """Count the orders in which these numbers of faces can fall."""
    ways = 1
    placed = 0
    for times in (minus, blank, plus):
        for nth in range(1, times + 1):
            placed += 1
            ways = ways * placed // nth
    return ways


@cache
def levels(rank: int, net: int) -> dict[int, Fraction]:
    """Return the chance of every success level, exactly; impossible ones are absent."""
    chances: dict[int, Fraction] = {}
    for value, chance in sums(net).items():
        level = max(0, rank + value)
        chances[level] = chances.get(level, Fraction(0)) + chance
    return chances


@cache
def margins(
    rank: int, net: int, other_rank: int, other_net: int
) -> dict[int, Fraction]:
    """Return the chance of every margin: the first level less the other."""
    chances: dict[int, Fraction] = {}
    for mine, chance in levels(rank, net).items():
        for theirs, other in levels(other_rank, other_net).items():
            margin = mine - theirs
            chances[margin] = chances.get(margin, Fraction(0)) + chance * other
    return dict(sorted(chances.items()))
