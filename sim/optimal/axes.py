"""The values that a number is rounded to: what can be added says which.

Any values do for a bound, since all is rounded in favour of one side. But damage often
comes in a few amounts, and where it is rounded to sums of these nothing is lost.
"""

from collections.abc import Collection

import numpy as np

from sim.optimal.matrix import Ints

_MORE = 3
"""How many times as many values as parts may be taken, if that loses nothing."""
_SUMS = 2000
"""Of more sums none are told apart."""


def axis(most: int, parts: int, amounts: Collection[int], *, up: bool) -> Ints:
    """Return the values that a number is rounded to, *up* or down; it has a *most*.

    Where no more sums of the *amounts* can come about than there may be *parts*, these
    are the values. Of more, those are one to which the same sums can be added before
    they are beyond the most: the largest stands for them where numbers are rounded up.
    Where these are still too many, the values are this many whole steps.
    """
    sums = _sums(most, amounts)
    if len(sums) > parts:
        room = np.searchsorted(sums, most - sums, side="right")
        first = np.flatnonzero(np.diff(room, prepend=-1))
        last = np.append(first[1:], len(sums)) - 1
        sums = sums[last if up else first]
        if len(sums) > _MORE * parts:
            sums = sums[:1]
    if len(sums) == 1:
        step = max(1, -(-most // parts))
        sums = np.arange(0, most, step)
    return np.unique(np.append(sums, most)).astype(np.int64)


def _sums(most: int, amounts: Collection[int]) -> Ints:
    """Return all sums of *amounts* up to the *most*, 0 among them; it alone of many."""
    found, new = {0}, {0}
    while new and len(found) <= _SUMS:
        new = {one + more for one in new for more in amounts if one + more <= most}
        new -= found
        found |= new
    return np.array(sorted(found) if len(found) <= _SUMS else [0], dtype=np.int64)
