"""Exact odds without rolling every face: only the order of the dice counts.

All faces of a throw fall into few patterns, ordered groups of equal dice. Each pattern
is counted exactly and read once, on faces that show it; an Omega die is a die with a
single face.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from math import prod
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.dice import Faces, Pool
from sim.rules.planets.dice.grading import Word, look, look_ruled, ordered
from sim.rules.planets.dice.reading import Column, Throw

Range = tuple[int, int]
"""The lowest and the highest face of a die."""
Counted = tuple[tuple[Faces, int], ...]
"""Faces that show a pattern, and how many faces show it."""

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_WIDE = 32
"""No die has so many faces."""
CROWD = 7
"""Up to so many dice every pattern of an opposed throw is counted."""


def patterns(dice: tuple[Range, ...]) -> Counted:
    """Return every pattern that *dice* can show, with its number of faces."""
    shown, counts = _shown(dice)
    rows: list[list[int]] = shown.tolist()
    return tuple(
        (tuple(row), count) for row, count in zip(rows, counts.tolist(), strict=True)
    )


def _shown(dice: tuple[Range, ...]) -> tuple[Ints, Ints]:
    """Return the lowest faces of every pattern, a row for each, and the counts.

    A pattern grows by one group of equal dice after the other, the lowest first; all
    that have as many groups grow at once.
    """
    most, size = max((high for _, high in dice), default=0), len(dice)
    has, low, within = _groups(dice, most)
    left = np.array([(1 << size) - 1])
    faces, last = np.zeros((1, size), dtype=np.int64), np.zeros(1, dtype=np.int64)
    below = np.ones((1, most + 1), dtype=np.int64)
    rows: list[Ints] = [faces[:0] if size else faces]
    totals: list[Ints] = [last[:0] if size else last + 1]
    while len(left) and size:
        # Every set of the dice left over may be the next group of equal dice.
        parents, parts = _grown(left)
        ways = below[parents] * within[parts]
        sums = ways.sum(axis=1)
        there = sums > 0
        parents, parts, ways, sums = (
            one[there] for one in (parents, parts, ways, sums)
        )
        last = np.maximum(low[parts], last[parents] + 1)
        faces = np.where(has[parts], last[:, None], faces[parents])
        left = left[parents] & ~parts
        whole = left == 0
        rows.append(faces[whole])
        totals.append(sums[whole])
        # The next group must show more: the ways to get below each value.
        below = (np.cumsum(ways, axis=1) - ways)[~whole]
        left, faces, last = left[~whole], faces[~whole], last[~whole]
    return np.concatenate(rows), np.concatenate(totals)


def _groups(dice: tuple[Range, ...], most: int) -> tuple[Bools, Ints, Bools]:
    """Return for every set of dice: who is in it, its lowest face, and all its faces.

    Its faces are those that all of them have.
    """
    sets = np.arange(1 << len(dice))
    has = (sets[:, None] >> np.arange(len(dice)) & 1).astype(bool)
    lows = np.array([low for low, _ in dice], dtype=np.int64)
    highs = np.array([high for _, high in dice], dtype=np.int64)
    low = np.where(has, lows, 1).max(axis=1, initial=1)
    high = np.where(has, highs, most).min(axis=1, initial=most)
    values = np.arange(most + 1)
    return has, low, (values >= low[:, None]) & (values <= high[:, None])


def _grown(left: Ints) -> tuple[Ints, Ints]:
    """Return every set of what is *left* of each, with the place it is a set of."""
    parts = [_sets(mask) for mask in left.tolist()]
    sizes = [len(one) for one in parts]
    return np.repeat(np.arange(len(left)), sizes), np.concatenate(parts)


@lru_cache(maxsize=1 << 10)
def _sets(mask: int) -> Ints:
    """Return all sets of the dice in *mask* but the empty one."""
    found: list[int] = []
    part = mask
    while part:
        found.append(part)
        part = (part - 1) & mask
    return np.array(found, dtype=np.int64)


@lru_cache(maxsize=16384)
def chances(pool: Pool, read: Throw) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return each reading of the throw *pool*, with how many faces are read so.

    Dice that cannot change an outcome are not counted; the counts add up to the
    number of faces of the others.
    """
    looks = [partial(look, column) for column in read.columns]
    return tuple(sorted((marks, count) for _, marks, count in _seen(pool, read, looks)))


T = TypeVar("T")


def _seen(
    pool: Pool,
    read: Throw,
    looks: Sequence[
        Callable[
            [tuple[int, ...], list[int]], tuple[tuple[int, ...], Mapping[Faces, T]]
        ]
    ],
) -> list[tuple[Faces, tuple[T, ...], int]]:
    """Return faces, what all columns make of them, and how many faces are alike."""
    deciding, fixed, ranges = _laid(pool, read)
    shown, counts = _shown(ranges)
    alike = np.zeros(len(shown), dtype=np.int64)
    made: list[list[T]] = []
    for one in looks:
        seen, known = one(deciding, fixed)
        marks, numbers = _marked(shown[:, seen], known)
        alike = alike * len(marks) + numbers
        made.append(marks)
    kinds, first, which = np.unique(alike, return_index=True, return_inverse=True)
    sums = np.zeros(len(kinds), dtype=np.int64)
    np.add.at(sums, which, counts)
    found: list[tuple[Faces, tuple[T, ...], int]] = []
    rows: list[list[int]] = shown[first].tolist()
    for kind, faces, count in zip(kinds.tolist(), rows, sums.tolist(), strict=True):
        rest: int = kind
        words: list[T] = []
        for marks in reversed(made):
            rest, number = divmod(rest, len(marks))
            words.append(marks[number])
        found.append((tuple(faces), tuple(reversed(words)), count))
    return found


def _marked(sights: Ints, known: Mapping[Faces, T]) -> tuple[list[T], Ints]:
    """Return all that is made of *sights*, and the number of what is made of each."""
    codes = np.zeros(len(sights), dtype=np.int64)
    for column in sights.T:
        codes = codes * _WIDE + column
    _, first, which = np.unique(codes, return_index=True, return_inverse=True)
    numbers: dict[T, int] = {}
    made = [
        numbers.setdefault(known[tuple(sight)], len(numbers))
        for sight in sights[first].tolist()
    ]
    return list(numbers), np.array(made, dtype=np.int64)[which]


def _laid(
    pool: Pool, read: Throw
) -> tuple[tuple[int, ...], list[int], tuple[Range, ...]]:
    """Return which dice decide, what Omega dice show, and the faces of both."""
    deciding = read.deciding()
    fixed = sorted({value for column in read.columns for _, value in column.placed})
    ranges = (
        *((pool[i].low, pool[i].high) for i in deciding),
        *((value, value) for value in fixed),
    )
    return deciding, fixed, ranges


def ruled(pool: Pool, read: Throw) -> tuple[tuple[Faces, tuple[Word, ...], int], ...]:
    """Return what the throw *pool* may come to where the Storyguide has a word in it.

    Throws of which each word makes the same are one: faces that show it, what is made
    of them for each reader, and how many faces of the deciding dice there are.
    """
    hears = [partial(look_ruled, column) for column in read.columns]
    deciding = read.deciding()
    return tuple(
        (_all_faces(pool, deciding, shown), words, count)
        for shown, words, count in _seen(pool, read, hears)
    )


def _all_faces(pool: Pool, deciding: tuple[int, ...], shown: Faces) -> Faces:
    """Return faces of the whole pool; dice that decide nothing show their lowest."""
    faces = [die.low for die in pool]
    for place, index in enumerate(deciding):
        faces[index] = shown[place]
    return tuple(faces)


@lru_cache(maxsize=16384)
def likely(pool: Pool, read: Throw) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Return each reading of the opposed throw *pool*, and how probable it is.

    As `chances` has it, which would take too long where both readers have many dice
    beside the column. There the odds of each reader are exact, and exact for each
    order of the Planets; that the two readers' own dice fall beside the very same
    numbers, and not only the same order, is left out.
    """
    count = len(read.deciding()) + sum(len(one.placed) for one in read.columns)
    if count <= CROWD:
        total = faces_of(pool, read)
        return tuple((grades, n / total) for grades, n in chances(pool, read))
    mine, theirs = (_by_order(pool, column, read.planets) for column in read.columns)
    total = sum(sum(marks.values()) for marks in mine.values())
    odds: dict[tuple[int, ...], float] = defaultdict(float)
    for order, marks in mine.items():
        against = theirs[order]
        part = total * sum(against.values())
        for mark, n in marks.items():
            for other, m in against.items():
                odds[mark, other] += n * m / part
    return tuple(sorted(odds.items()))


def _by_order(pool: Pool, column: Column, planets: int) -> dict[Faces, Counter[int]]:
    """Return for each order of the Planets how many faces *column* grades how."""
    indexes = (*range(planets), *(i for i in column.deciding() if i >= planets))
    fixed = sorted({value for _, value in column.placed})
    ranges = (
        *((pool[i].low, pool[i].high) for i in indexes),
        *((value, value) for value in fixed),
    )
    seen, grades = look(column, indexes, fixed)
    found: dict[Faces, Counter[int]] = defaultdict(Counter)
    for shown, count in patterns(ranges):
        sight = tuple([shown[place] for place in seen])
        found[ordered(shown[:planets])][grades[sight]] += count
    return found


def faces_of(pool: Pool, read: Throw) -> int:
    """Return how many faces `chances` counts in all."""
    return prod(pool[index].values for index in read.deciding())
