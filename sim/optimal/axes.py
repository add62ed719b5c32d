"""The axis of a grid: the values that a number is rounded to.

Any axis gives a valid bound, since all rounding favours the same side. But damage often
comes in a few amounts, and rounding to the sums of these loses nothing.
"""

from collections.abc import Collection

import numpy as np

from sim.optimal.matrix import Ints

_MORE = 3
"""An axis that loses nothing may have this many times as many values as *parts*."""
_SUMS = 2000
"""If there are more sums than this, the axis has evenly spaced values instead."""


def axis(most: int, parts: int, amounts: Collection[int], *, up: bool) -> Ints:
    """Return the values from 0 to *most* that a number is rounded to, *up* or down.

    If the *amounts* have no more than *parts* different sums, these are the values. If
    they have more, sums are merged to which the same sums can still be added within
    *most*; the largest stands for them if numbers are rounded up, else the smallest. If
    even these are too many, the values are evenly spaced, in at most *parts* steps.
    """
    sums = _sums(most, amounts)
    if len(sums) > parts:
        # How many sums still fit on top of each; equal counts lie side by side.
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
    """Return all sums of *amounts* up to *most*, 0 included; only 0 if too many."""
    sums, new = {0}, {0}
    while new and len(sums) <= _SUMS:
        new = {
            total + amount
            for total in new
            for amount in amounts
            if total + amount <= most
        }
        new -= sums
        sums |= new
    return np.array(sorted(sums) if len(sums) <= _SUMS else [0], dtype=np.int64)
