"""Every order in which dice can fall, and the number of rolls with that order.

The possible orders depend only on the number of dice, so they are listed once; only the
rolls are counted again for other dice. An order grows by one group of equal dice after
another, the lowest first.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sim.dice.pool import Faces

Range = tuple[int, int]
"""The lowest and the highest face of a die."""

Ints = NDArray[np.int64]
Ranks = NDArray[np.int8]


class Level(Struct, frozen=True, gc=False):
    """All orders with the same number of groups, each grown from another by a group.

    *parents* are the orders that grew, *parts* the sets of dice they grew by.
    *complete* are the orders that contain all dice, *open_* those that grow further.
    """

    parents: Ints
    parts: Ints
    complete: Ints
    open_: Ints


class Orders(Struct, frozen=True, gc=False):
    """The *ranks* of all dice, a row for each order, and how the orders grew."""

    ranks: Ranks
    levels: tuple[Level, ...]

    def counts(self, dice: Sequence[Range]) -> Ints:
        """Return the number of rolls of *dice* with each order.

        Orders whose groups have the same lowest and highest faces are counted once.
        """
        # Which dice form a group matters only by the faces that all of them have.
        # Orders that have grown by groups of the same faces so far have as many rolls:
        # *which* numbers these histories, and *below* has for each the ways to stay
        # below every value.
        kind_of, within = _groups(dice)
        kinds = len(within)
        below = np.ones((1, within.shape[1]), dtype=np.int64)
        which = np.zeros(1, dtype=np.int64)
        totals = [] if self.levels else [which + 1]
        for level in self.levels:
            # A history goes on by a kind of group. Most combinations do not occur, so
            # they are numbered by a table of those that do.
            codes = which[level.parents] * kinds + kind_of[level.parts]
            occurs = np.zeros(len(below) * kinds, dtype=bool)
            occurs[codes] = True
            places = np.flatnonzero(occurs)
            ways = below[places // kinds] * within[places % kinds]
            numbers = (np.cumsum(occurs) - 1)[codes]
            totals.append(ways.sum(axis=1)[numbers[level.complete]])
            # The next group must show more: the ways to get below each value.
            below = np.cumsum(ways, axis=1) - ways
            which = numbers[level.open_]
        return np.concatenate(totals)


def _groups(dice: Sequence[Range]) -> tuple[Ints, Ints]:
    """Return, for every set of dice, the index of the faces that all of them have.

    The indices are rows of the second result, with 1 at each such face.
    """
    most = max((high for _, high in dice), default=0)
    sets = np.arange(1 << len(dice))
    has = (sets[:, None] >> np.arange(len(dice)) & 1).astype(bool)
    low = has * np.array([low for low, _ in dice], dtype=np.int64)
    high = np.where(has, np.array([high for _, high in dice], dtype=np.int64), most)
    codes = low.max(axis=1, initial=1) * (most + 1) + high.min(axis=1, initial=most)
    kinds, numbers = np.unique(codes, return_inverse=True)
    lows, highs = np.divmod(kinds, most + 1)
    values = np.arange(most + 1)
    within = (values >= lows[:, None]) & (values <= highs[:, None])
    return numbers, within.astype(np.int64)


def orders(free: int, fixed: int) -> Orders:
    """Return every order of *free* dice and, after them, of *fixed* ones that rise."""
    return _kept(free, fixed) if free + fixed <= KEPT_MOST else _orders(free, fixed)


KEPT_MOST = 7
"""The largest number of dice whose orders are cached."""


def _orders(free: int, fixed: int) -> Orders:
    size = free + fixed
    left = np.array([(1 << size) - 1])
    ranks = np.zeros((1, size), dtype=np.int8)
    has = (np.arange(1 << size)[:, None] >> np.arange(size) & 1).astype(bool)
    rows, levels = [ranks[: not size]], list[Level]()
    while size and len(left):
        # Every set of the dice left over may be the next group of equal dice.
        grown = [_sets(mask, free) for mask in left.tolist()]
        parents = np.repeat(np.arange(len(left)), [len(sets) for sets in grown])
        parts = np.concatenate(grown)
        ranks = np.where(has[parts], np.int8(len(levels) + 1), ranks[parents])
        left = left[parents] & ~parts
        complete, open_ = np.flatnonzero(left == 0), np.flatnonzero(left)
        levels.append(Level(parents, parts, complete, open_))
        rows.append(ranks[complete])
        left, ranks = left[open_], ranks[open_]
    return Orders(np.concatenate(rows), tuple(levels))


_kept = lru_cache(maxsize=16)(_orders)


@lru_cache(maxsize=1 << 12)
def _sets(mask: int, free: int) -> Ints:
    """Return all sets of the dice in *mask* that may be the next group.

    Of those from number *free* on, which rise, only the first may be in it.
    """
    # Of dice that rise the lowest that is left, which is its lowest bit, comes first.
    rising = mask >> free << free
    allowed = mask & ~rising | rising & -rising
    sets: list[int] = []
    # Go through all subsets of a set of bits, from the full set down.
    part = allowed
    while part:
        sets.append(part)
        part = (part - 1) & allowed
    return np.array(sets, dtype=np.int64)


@lru_cache(maxsize=128)
def orders_seen(
    free: int, fixed: int, seen: tuple[int, ...]
) -> tuple[list[Faces], Ints]:
    """Return the orders of the dice *seen*, and which of them each order contains."""
    ranks = orders(free, fixed).ranks[:, seen]
    codes = np.zeros(len(ranks), dtype=np.int64)
    # Number the groups anew, leaving out those without a die that is seen.
    rank, lowest = np.zeros(len(ranks), dtype=np.int8), np.zeros_like(ranks)
    for value in range(1, free + fixed + 1):
        same = ranks == value
        rank += same.any(axis=1)
        lowest += same * rank[:, None]
    for column in lowest.T:
        codes = codes * (len(seen) + 1) + column
    _, first, which = np.unique(codes, return_index=True, return_inverse=True)
    return [tuple(faces) for faces in lowest[first].tolist()], which


def lowest(ranks: Sequence[int], dice: Sequence[Range]) -> Faces:
    """Return the lowest faces of *dice* that lie in the order of *ranks*."""
    faces, last = [0] * len(dice), 0
    for rank in range(1, max(ranks, default=0) + 1):
        group = [place for place, other in enumerate(ranks) if other == rank]
        last = max(last + 1, *(dice[place][0] for place in group))
        for place in group:
            faces[place] = last
    return tuple(faces)
