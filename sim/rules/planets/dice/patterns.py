"""Exact odds without rolling every face: only the order of the dice counts.

All rolls of a throw fall into a few patterns, which are ordered groups of equal dice.
Each pattern is counted exactly and read once; an Omega die is a die with a single face.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import Any, TypeVar

import numpy as np

from sim.dice.pool import Faces, Pool
from sim.rules.planets.dice.grading import Word, grades, ordered, seen_by, words
from sim.rules.planets.dice.orders import Ints, Range, lowest, orders, orders_seen
from sim.rules.planets.dice.reading import Column, Throw

Counted = tuple[tuple[Faces, int], ...]
"""Faces that show a pattern, and the number of rolls that show it."""

CROWD = 7
"""The largest number of dice for which every pattern of an opposed throw is counted."""


def crowded(read: Throw) -> bool:
    """Whether a throw has too many dice for every pattern of it to be counted."""
    placed = sum(len(column.placed) for column in read.columns)
    return len(read.deciding()) + placed > CROWD


def patterns(dice: tuple[Range, ...], fixed: int = 0) -> Counted:
    """Return every pattern that *dice* can show, with its number of rolls.

    The last *fixed* of them have a single face each, one higher than the other.
    """
    there = orders(len(dice) - fixed, fixed)
    counts = there.counts(dice)
    shown = np.flatnonzero(counts)
    return tuple(
        (lowest(ranks, dice), count)
        for ranks, count in zip(
            there.ranks[shown].tolist(), counts[shown].tolist(), strict=True
        )
    )


@lru_cache(maxsize=16384)
def chances(pool: Pool, read: Throw) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return each reading of the throw *pool*, with the number of rolls that have it.

    Dice that cannot change an outcome are not counted; the counts add up to the number
    of rolls of the others.
    """
    return tuple(
        sorted((marks, count) for _, marks, count in _seen(pool, read, grades))
    )


T = TypeVar("T")
Reader = Callable[[Column], Mapping[Faces, T]]
"""The results of one column, by the faces it sees."""


def _seen(
    pool: Pool, read: Throw, reader: Reader[T]
) -> list[tuple[Faces, tuple[T, ...], int]]:
    """Return (faces, results of all columns, number of equivalent rolls)."""
    deciding = read.deciding()
    fixed, ranges = _laid(pool, deciding, read.columns)
    size = len(deciding), len(fixed)
    # 1. Count how many rolls of these dice fall in each order. Orders are few, and
    # nothing but the order of a throw matters.
    possible = orders(*size)
    counts = possible.counts(ranges)
    # 2. Read each column once for every order of the dice that it sees, and give every
    # order one number for the results of all columns, column by column as digits.
    alike = np.zeros(len(counts), dtype=np.int64)
    results: list[tuple[T, ...]] = []
    for column in read.columns:
        seen, stand_in = seen_by(column, deciding, fixed)
        marks, numbers = _marked(reader, stand_in, size, seen)
        alike *= len(marks)
        alike += numbers[orders_seen(*size, seen)[1]]
        results.append(marks)
    # 3. Add up the rolls of the orders with the same number.
    kinds = prod(len(marks) for marks in results)
    sums, first = np.zeros(kinds, dtype=np.int64), np.zeros(kinds, dtype=np.int64)
    np.add.at(sums, alike, counts)
    # Written backwards, so that the first order of each kind is the one that stays.
    shown = np.flatnonzero(counts)[::-1]
    first[alike[shown]] = shown
    readings: list[tuple[Faces, tuple[T, ...], int]] = []
    for kind in np.flatnonzero(sums).tolist():
        rest: int = kind
        shares: list[T] = []
        for marks in reversed(results):
            rest, number = divmod(rest, len(marks))
            shares.append(marks[number])
        faces = lowest(possible.ranks[first[kind]].tolist(), ranges)
        readings.append((faces, tuple(reversed(shares)), int(sums[kind])))
    return readings


@lru_cache(maxsize=256)
def _marked(
    reader: Reader[Any], column: Column, size: tuple[int, int], seen: tuple[int, ...]
) -> tuple[tuple[Any, ...], Ints]:
    """Return all results for the dice *seen*, and for each order the index of its own.

    *size* is the number of deciding dice and of Omega dice.
    """
    results, numbers = reader(column), dict[Any, int]()
    made = [
        numbers.setdefault(results[faces], len(numbers))
        for faces in orders_seen(*size, seen)[0]
    ]
    return tuple(numbers), np.array(made, dtype=np.int64)


def _laid(
    pool: Pool, indexes: Sequence[int], columns: Sequence[Column]
) -> tuple[list[int], tuple[Range, ...]]:
    """Return the values of Omega dice, and those of *indexes* and Omega dice."""
    fixed = sorted({value for column in columns for _, value in column.placed})
    ranges = (
        *((pool[i].low, pool[i].high) for i in indexes),
        *((value, value) for value in fixed),
    )
    return fixed, ranges


def ruled(pool: Pool, read: Throw) -> tuple[tuple[Faces, tuple[Word, ...], int], ...]:
    """Return the results of the throw *pool* where the Storyguide has to rule.

    Throws with the same result for every ruling are merged: (faces that show it, result
    for each reader, number of rolls of the deciding dice).
    """
    deciding = read.deciding()
    return tuple(
        (_all_faces(pool, deciding, shown), results, count)
        for shown, results, count in _seen(pool, read, words)
    )


def _all_faces(pool: Pool, deciding: tuple[int, ...], shown: Faces) -> Faces:
    """Return faces of the whole pool.

    Dice that decide nothing show their lowest face.
    """
    faces = [die.low for die in pool]
    for place, index in enumerate(deciding):
        faces[index] = shown[place]
    return tuple(faces)


@lru_cache(maxsize=16384)
def likely(pool: Pool, read: Throw) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Return each reading of the opposed throw *pool*, and its probability.

    This approximates `chances`, which would take too long if both readers have many
    dice of their own. The odds of each reader alone are exact, also for each order of
    the Planets. It neglects that the dice of both readers fall beside the same numbers,
    not only in the same order.
    """
    if not crowded(read):
        total = faces_of(pool, read)
        return tuple((grades, n / total) for grades, n in chances(pool, read))
    mine, theirs = (_by_order(pool, column, read.planets) for column in read.columns)
    total = sum(sum(marks.values()) for marks in mine.values())
    odds: dict[tuple[int, ...], float] = defaultdict(float)
    # Given the order of the Planets, both columns are taken to be independent.
    for order, marks in mine.items():
        against = theirs[order]
        part = total * sum(against.values())
        for mark, n in marks.items():
            for other, m in against.items():
                odds[mark, other] += n * m / part
    return tuple(sorted(odds.items()))


def _by_order(pool: Pool, column: Column, planets: int) -> dict[Faces, Counter[int]]:
    """Return, for each order of the Planets, the number of rolls with each grade."""
    indexes = (*range(planets), *(i for i in column.deciding() if i >= planets))
    fixed, ranges = _laid(pool, indexes, (column,))
    seen, alike = seen_by(column, indexes, fixed)
    by_faces = grades(alike)
    by_order: dict[Faces, Counter[int]] = defaultdict(Counter)
    for shown, count in patterns(ranges, len(fixed)):
        faces = tuple([shown[place] for place in seen])
        by_order[ordered(shown[:planets])][by_faces[faces]] += count
    return by_order


def faces_of(pool: Pool, read: Throw) -> int:
    """Return how many rolls `chances` counts in total."""
    return prod(pool[index].values for index in read.deciding())
