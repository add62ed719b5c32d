"""Exact odds without rolling every face: only the order of the dice counts.

All faces of a throw fall into few patterns, ordered groups of equal dice. Each pattern
is counted exactly and read once, on faces that show it; an Omega die is a die with a
single face.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from math import prod

from sim.dice import Faces, Pool
from sim.rules.planets.reading import Column, Throw

Range = tuple[int, int]
"""The lowest and the highest face of a die."""
Counted = tuple[tuple[Faces, int], ...]
"""Faces that show a pattern, and how many faces show it."""


@lru_cache(maxsize=1024)
def patterns(dice: tuple[Range, ...]) -> Counted:
    """Return every pattern that *dice* can show, with its number of faces."""
    if not dice:
        return (((), 1),)
    most = max(high for _, high in dice)
    groups = _groups(dice)
    found: list[tuple[Faces, int]] = []

    def grow(left: int, below: list[int], faces: list[int], last: int) -> None:
        """Add the next group; *below* has the ways that end under each value."""
        part = left
        while part:
            members, low, high = groups[part]
            ways = [0] * (most + 1)
            ways[low : high + 1] = below[low : high + 1]
            total = sum(ways)
            if total:
                lowest = max(low, last + 1)
                shown = faces.copy()
                for member in members:
                    shown[member] = lowest
                if part == left:
                    found.append((tuple(shown), total))
                else:
                    under = [0, *accumulate(ways[:-1])]
                    grow(left & ~part, under, shown, lowest)
            part = (part - 1) & left

    grow((1 << len(dice)) - 1, [1] * (most + 1), [0] * len(dice), 0)
    return tuple(found)


def _groups(dice: tuple[Range, ...]) -> list[tuple[tuple[int, ...], int, int]]:
    """Return for every set of dice: who is in it, and the faces all of them have."""
    groups: list[tuple[tuple[int, ...], int, int]] = []
    for part in range(1 << len(dice)):
        members = tuple(i for i in range(len(dice)) if part >> i & 1)
        low = max((dice[i][0] for i in members), default=1)
        high = min((dice[i][1] for i in members), default=0)
        groups.append((members, low, high))
    return groups


@lru_cache(maxsize=16384)
def chances(pool: Pool, read: Throw) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return each reading of the throw *pool*, with how many faces are read so.

    Dice that cannot change an outcome are not counted; the counts add up to the
    number of faces of the others.
    """
    deciding = read.deciding()
    placed = {value for column in read.columns for _, value in column.placed}
    ranges = tuple((pool[i].low, pool[i].high) for i in deciding)
    fixed = tuple((value, value) for value in sorted(placed))
    blank = [die.low for die in pool]
    counts: dict[tuple[int, ...], int] = {}
    judges = [_judge(column) for column in read.columns]
    for shown, count in patterns((*ranges, *fixed)):
        faces = blank.copy()
        for index, face in zip(deciding, shown, strict=False):
            faces[index] = face
        grades = tuple([judge(faces) for judge in judges])
        counts[grades] = counts.get(grades, 0) + count
    return tuple(sorted(counts.items()))


def _judge(column: Column) -> Callable[[list[int]], int]:
    """Return what grades faces for *column*, looking at each sight of them once."""
    seen: dict[tuple[int, ...], int] = {}
    indexes = column.deciding()

    def judge(faces: list[int]) -> int:
        sight = tuple([faces[index] for index in indexes])
        mark = seen.get(sight)
        if mark is None:
            mark = seen[sight] = column.grade(tuple(faces))
        return mark

    return judge


def faces_of(pool: Pool, read: Throw) -> int:
    """Return how many faces `chances` counts in all."""
    return prod(pool[index].values for index in read.deciding())
