"""How all the rolls of one compare with all the rolls of another, in one table."""

from functools import lru_cache
from itertools import combinations_with_replacement, groupby
from math import factorial, prod

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sim.dice.pool import Faces
from sim.rules.intensity.comparison.comparing import compared, descending
from sim.rules.intensity.comparison.readings import noted

_TABLE_MAX = 4_000_000
"""A table of more comparisons than this is not made."""

Codes = tuple[int, ...]
"""A result as `readings.noted` writes it."""
Chances = NDArray[np.float64]
"""A chance for each sorted roll of one thrower."""


class Thrower(Struct, frozen=True):
    """Whose dice these are: their *sizes*, how many are *cancelled*, what *stood*.

    The dice of *penalties* fall for whoever is compared with this one.
    """

    sizes: tuple[int, ...]
    cancelled: int
    stood: Faces
    penalties: tuple[int, ...] = ()


Roll = tuple[Faces, Faces]
"""The own faces of a thrower, and those of its penalty dice, both highest first."""


@lru_cache(maxsize=4096)
def rolls_of(one: Thrower) -> tuple[tuple[Roll, ...], Chances]:
    """Return every roll of *one*, and how likely each is."""
    kept: dict[Roll, float] = {}
    others = _thrown(one.penalties, ())
    for faces, chance in _thrown(one.sizes, one.stood).items():
        for against, share in others.items():
            roll = faces[one.cancelled :], against
            kept[roll] = kept.get(roll, 0.0) + chance * share
    return tuple(kept), np.array(list(kept.values()))


def _thrown(sizes: tuple[int, ...], stood: Faces) -> dict[Faces, float]:
    """Return every roll of such dice together with what *stood*, highest first."""
    rolls: dict[Faces, float] = {stood: 1.0}
    for size, alike in groupby(sorted(sizes)):
        count = len(list(alike))
        more = {
            faces: factorial(count)
            / prod(factorial(faces.count(face)) for face in set(faces))
            / size**count
            for faces in combinations_with_replacement(range(1, size + 1), count)
        }
        wider: dict[Faces, float] = {}
        for faces, chance in rolls.items():
            for others, share in more.items():
                roll = descending(faces + others)
                wider[roll] = wider.get(roll, 0.0) + chance * share
        rolls = wider
    return rolls


@lru_cache(maxsize=1024)
def compared_all(
    one: Thrower, other: Thrower, *, raw: bool
) -> tuple[NDArray[np.int64], tuple[Codes, ...]] | None:
    """Return how every roll of one compares with every roll of the other.

    Results that differ in *raw* successes alone are one where those do not count.
    """
    (mine, _), (theirs, _) = rolls_of(one), rolls_of(other)
    if len(mine) * len(theirs) > _TABLE_MAX:
        return None
    wide = max(len(roll[0]) for roll in (*mine, *theirs)) + 1
    wide += max(len(roll[1]) for roll in (*mine, *theirs))
    marks = np.zeros((len(mine), len(theirs)), dtype=np.int64)
    for for_them, rows in _by_penalty(mine).items():
        for for_me, columns in _by_penalty(theirs).items():
            ours = [descending(mine[row][0] + for_me) for row in rows]
            yours = [descending(theirs[column][0] + for_them) for column in columns]
            marks[np.ix_(rows, columns)] = _marks(ours, yours, wide)
    _, where, numbers = np.unique(marks, return_index=True, return_inverse=True)
    codes: dict[Codes, int] = {}
    alike: list[int] = []
    for at in map(int, where):
        row, column = divmod(at, len(theirs))
        (own, for_them), (other_own, for_me) = mine[row], theirs[column]
        result = compared(descending(own + for_me), descending(other_own + for_them))
        alike.append(codes.setdefault(noted(result, raw=raw), len(codes)))
    merged = np.array(alike, dtype=np.int64)[numbers]
    return merged.reshape(marks.shape), tuple(codes)


def _by_penalty(rolls: tuple[Roll, ...]) -> dict[Faces, list[int]]:
    """Return which rolls have the same faces of penalty dice."""
    found: dict[Faces, list[int]] = {}
    for number, (_, against) in enumerate(rolls):
        found.setdefault(against, []).append(number)
    return found


def _marks(mine: list[Faces], theirs: list[Faces], wide: int) -> NDArray[np.int64]:
    """Return a number for how each roll of *mine* compares with each of *theirs*."""
    length = max(map(len, (*mine, *theirs)))
    rows = [
        np.array([roll + (1,) * (length - len(roll)) for roll in rolls], dtype=np.int8)
        for rolls in (mine, theirs)
    ]
    gap = rows[0][:, None, :] - rows[1][None, :, :]
    above, below = (gap > 0).sum(axis=2), (gap < 0).sum(axis=2)
    first = np.zeros(above.shape, dtype=np.int64)
    for place in range(length):
        first = np.where(first == 0, np.sign(gap[:, :, place]), first)
    marks: NDArray[np.int64] = ((first + 1) * wide + above) * wide + below
    return marks
