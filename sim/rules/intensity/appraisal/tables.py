"""Tables that compare all rolls of one thrower with all rolls of another."""

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sim.dice.pool import Faces
from sim.rules.intensity.comparison.comparing import compared, descending
from sim.rules.intensity.comparison.readings import noted

_TABLE_MAX = 4_000_000
"""The most comparisons of a table; larger ones are not built."""
_HANDS = 3
"""Of two rolls either is higher, or they are equal."""
_ROLLS_MAX = 200_000
"""The most rolls of one thrower that are listed."""

Codes = tuple[int, ...]
"""A result as `readings.noted` writes it."""
Chances = NDArray[np.float64]
"""A chance for each sorted roll of one thrower."""


class Thrower(Struct, frozen=True, gc=False):
    """The dice of a thrower: *sizes*, how many are *cancelled*, and faces that *stood*.

    The dice of *penalties* count for everybody compared with this one. Each of *swaps*
    holds places in the pool, and the size of the dice that take their place against one
    opponent; *views* says against which opponents the roll counts: 0 for all who
    replaced nothing, 1 for the opponent of the first swap, 2 for that of the second.
    """

    sizes: tuple[int, ...]
    cancelled: int
    stood: Faces
    penalties: tuple[int, ...] = ()
    swaps: tuple[tuple[tuple[int, ...], int], ...] = ()
    views: tuple[int, ...] = (0,)


class Seen(Struct, frozen=True, gc=False):
    """What one opponent sees of a *thrower*: a view of it, by its number in `views`.

    Without *hurt* no penalty die counts for that opponent.
    """

    thrower: Thrower
    view: int = 0
    hurt: bool = True


Roll = tuple[tuple[Faces, ...], Faces]
"""The own faces in each view, and those of the penalty dice, all highest first."""
Shown = tuple[Faces, Faces]
"""The own faces in one view, and those of the penalty dice."""


def countable(thrower: Thrower) -> bool:
    """Whether the rolls of *thrower* are few enough to be listed."""
    counts = [(size, count) for (size, _), count in _alike(thrower).items()]
    counts += Counter(thrower.penalties).items()
    ways = [comb(size + count - 1, count) for size, count in counts]
    return prod(ways) <= _ROLLS_MAX


@lru_cache(maxsize=4096)
def rolls_of(thrower: Thrower) -> tuple[tuple[Roll, ...], Chances]:
    """Return every roll of *thrower*, and its probability."""
    rolls: dict[tuple[Faces, ...], float] = {(thrower.stood,) * len(thrower.views): 1.0}
    for (size, counts), count in _alike(thrower).items():
        rolls = _with_dice(rolls, _fallen(size, count), counts)
    others: dict[tuple[Faces, ...], float] = {((),): 1.0}
    for size, count in Counter(thrower.penalties).items():
        others = _with_dice(others, _fallen(size, count), (True,))
    kept: dict[Roll, float] = {}
    for views, chance in rolls.items():
        left = tuple([faces[thrower.cancelled :] for faces in views])
        for (against,), share in others.items():
            roll = left, against
            kept[roll] = kept.get(roll, 0.0) + chance * share
    return tuple(kept), np.array(list(kept.values()))


def _alike(thrower: Thrower) -> Counter[tuple[int, tuple[bool, ...]]]:
    """Count the dice of each size that count in the same views."""
    dice: Counter[tuple[int, tuple[bool, ...]]] = Counter()
    for place, size in enumerate(thrower.sizes):
        # A die counts in a view unless it is replaced in it; the dice that take its
        # place count in that view alone.
        counts = [
            not view or place not in thrower.swaps[view - 1][0]
            for view in thrower.views
        ]
        dice[size, tuple(counts)] += 1
    for number, (places, size) in enumerate(thrower.swaps, 1):
        dice[size, tuple([view == number for view in thrower.views])] += len(places)
    return Counter({key: count for key, count in dice.items() if any(key[1])})


def _fallen(size: int, count: int) -> dict[Faces, float]:
    """Return the distribution of the sorted faces of *count* dice of one *size*."""
    return {
        faces: factorial(count)
        / prod(factorial(faces.count(face)) for face in set(faces))
        / size**count
        for faces in combinations_with_replacement(range(1, size + 1), count)
    }


def _with_dice(
    rolls: dict[tuple[Faces, ...], float],
    dice: dict[Faces, float],
    counts: tuple[bool, ...],
) -> dict[tuple[Faces, ...], float]:
    """Return *rolls* with more *dice*, in those views in which they count."""
    wider: dict[tuple[Faces, ...], float] = {}
    for views, chance in rolls.items():
        for faces, share in dice.items():
            roll = tuple(
                [
                    descending(own + faces) if counts_here else own
                    for own, counts_here in zip(views, counts, strict=True)
                ]
            )
            wider[roll] = wider.get(roll, 0.0) + chance * share
    return wider


@lru_cache(maxsize=4096)
def shown(seen: Seen) -> tuple[tuple[Shown, ...], NDArray[np.int64]]:
    """Return the faces that an opponent can see, and which of them each roll shows."""
    rolls, _ = rolls_of(seen.thrower)
    numbers: dict[Shown, int] = {}
    which = [
        numbers.setdefault(
            (views[seen.view], against if seen.hurt else ()), len(numbers)
        )
        for views, against in rolls
    ]
    return tuple(numbers), np.array(which, dtype=np.int64)


@lru_cache(maxsize=1024)
def compared_all(
    mine: Seen, theirs: Seen, *, raw: bool
) -> tuple[NDArray[np.int16], tuple[Codes, ...]] | None:
    """Return how all that *mine* shows compares with all that *theirs* shows.

    Results that differ in *raw* successes alone are the same where those do not count.
    None if there are too many rolls.
    """
    if not (countable(mine.thrower) and countable(theirs.thrower)):
        return None
    (own_rolls, _), (others, _) = shown(mine), shown(theirs)
    if len(own_rolls) * len(others) > _TABLE_MAX:
        return None
    wide = max(len(roll[0]) for roll in (*own_rolls, *others)) + 1
    wide += max(len(roll[1]) for roll in (*own_rolls, *others))
    # Penalty dice of the one are added to the roll of the other, so rolls are compared
    # block by block: all in a block get the same dice.
    marks = np.zeros((len(own_rolls), len(others)), dtype=np.int64)
    for for_them, rows in _by_penalty(own_rolls).items():
        for for_me, columns in _by_penalty(others).items():
            own = [descending(own_rolls[row][0] + for_me) for row in rows]
            opposed = [descending(others[column][0] + for_them) for column in columns]
            marks[np.ix_(rows, columns)] = _marks(own, opposed, wide)
    # Marks are small numbers, so a table of the first cell of each is made, not sorted.
    first = np.full(_HANDS * wide * wide, -1, dtype=np.int64)
    first[marks.ravel()[::-1]] = np.arange(marks.size - 1, -1, -1)
    kinds = np.flatnonzero(first >= 0)
    codes: dict[Codes, int] = {}
    alike: list[int] = []
    for at in map(int, first[kinds]):
        row, column = divmod(at, len(others))
        (left, for_right), (right, for_left) = own_rolls[row], others[column]
        # Only one pair of rolls of each mark is compared by the rules themselves; all
        # others with this mark come out the same.
        result = compared(descending(left + for_left), descending(right + for_right))
        alike.append(codes.setdefault(noted(result, raw=raw), len(codes)))
    # There are few, and tables are kept: small numbers take a quarter of the memory.
    numbers = np.zeros(len(first), dtype=np.int16)
    numbers[kinds] = alike
    return numbers[marks], tuple(codes)


def _by_penalty(rolls: tuple[Shown, ...]) -> dict[Faces, list[int]]:
    """Group rolls by the faces of their penalty dice."""
    groups: dict[Faces, list[int]] = {}
    for number, (_, against) in enumerate(rolls):
        groups.setdefault(against, []).append(number)
    return groups


def _marks(mine: list[Faces], theirs: list[Faces], wide: int) -> NDArray[np.int64]:
    """Return a number for how each roll of *mine* compares with each of *theirs*.

    It is less than three times *wide* squared, and *wide* is more than any roll has
    dice.
    """
    length = max(map(len, (*mine, *theirs)))
    ours, yours = [
        np.array([roll + (1,) * (length - len(roll)) for roll in rolls], dtype=np.int8)
        for rolls in (mine, theirs)
    ]
    size = len(mine), len(theirs)
    first, above, below = [np.zeros(size, dtype=np.int8) for _ in range(3)]
    # Place by place from the highest die, for all pairs at once: count who is higher,
    # and remember who was so first.
    for own, others in zip(ours.T, yours.T, strict=True):
        sign = np.sign(own[:, None] - others[None, :])
        above += sign > 0
        below += sign < 0
        first += sign * (first == 0)
    hands = first.astype(np.int64) + 1
    return (hands * wide + above) * wide + below
