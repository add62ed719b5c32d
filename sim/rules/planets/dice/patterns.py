"""Exact odds without rolling every face: only the order of the dice counts.

All faces of a throw fall into few patterns, ordered groups of equal dice. Each pattern
is counted exactly and read once, on faces that show it; an Omega die is a die with a
single face.
"""

from collections import Counter, defaultdict
from functools import lru_cache
from itertools import accumulate
from math import prod

from sim.dice import Faces, Pool
from sim.rules.planets.dice.grading import Word, heard, look, ordered
from sim.rules.planets.dice.reading import Column, Throw

Range = tuple[int, int]
"""The lowest and the highest face of a die."""
Counted = tuple[tuple[Faces, int], ...]
"""Faces that show a pattern, and how many faces show it."""

CROWD = 7
"""Up to so many dice every pattern of an opposed throw is counted."""


def patterns(dice: tuple[Range, ...]) -> Counted:
    """Return every pattern that *dice* can show, with its number of faces."""
    if not dice:
        return (((), 1),)
    most = max(high for _, high in dice)
    groups = _groups(dice)
    found: list[tuple[Faces, int]] = []

    def grow(left: int, below: list[int], faces: list[int], last: int) -> None:
        """Add the next group; *below* has the ways that end under each value."""
        # Every set of the dice left over may be the next group of equal dice.
        part = left
        while part:
            members, low, high = groups[part]
            ways = below[low : high + 1]
            total = sum(ways)
            if total:
                lowest = max(low, last + 1)
                shown = faces.copy()
                for member in members:
                    shown[member] = lowest
                if part == left:
                    found.append((tuple(shown), total))
                else:
                    # The next group must show more: the ways to get below each value.
                    under = [0] * (low + 1)
                    under += accumulate(ways)
                    under += [total] * (most - high - 1)
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
    deciding, fixed, ranges = _laid(pool, read)
    counts: dict[tuple[int, ...], int] = {}
    looks = [look(column, deciding, fixed) for column in read.columns]
    for shown, count in patterns(ranges):
        reading = tuple([grades[seen(shown)] for seen, grades in looks])
        counts[reading] = counts.get(reading, 0) + count
    return tuple(sorted(counts.items()))


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
    deciding, fixed, ranges = _laid(pool, read)
    found: dict[tuple[Word, ...], tuple[Faces, int]] = {}
    hears = [heard(column, deciding, fixed) for column in read.columns]
    for shown, count in patterns(ranges):
        words = tuple([known[seen(shown)] for seen, known in hears])
        first, before = found.get(words, (shown, 0))
        found[words] = first, before + count
    return tuple(
        (_all_faces(pool, deciding, shown), words, count)
        for words, (shown, count) in found.items()
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
        found[ordered(shown[:planets])][grades[seen(shown)]] += count
    return found


def faces_of(pool: Pool, read: Throw) -> int:
    """Return how many faces `chances` counts in all."""
    return prod(pool[index].values for index in read.deciding())
