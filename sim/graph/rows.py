"""A hash table that numbers rows of integers, with vectorised look-ups."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.graph.columns import GrowingArray, Ints

Words = NDArray[np.uint64]
"""Rows whose numbers stand in pairs, two in a word."""

_FIRST = 1 << 12
"""The slots of an empty table; always a power of two."""
_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(32)
_NONE = -1
_PAIR = 2


class Rows:
    """Gives different rows of numbers below 2^31 numbers from 0 on."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._pairs = -(-width // _PAIR)
        self._words = GrowingArray(np.uint64, self._pairs)
        # Linear probing: a slot holds the number of a row, or none. A row whose slot is
        # taken is in the next free one; half of all slots stay free, so it is near.
        self._slots: NDArray[np.int32] = np.full(_FIRST, _NONE, dtype=np.int32)

    def __len__(self) -> int:
        return len(self._words)

    @property
    def values(self) -> NDArray[Any]:
        """All rows by their numbers, as a view that is invalid after the next `add`."""
        words = self._words.values.reshape(-1, self._pairs)
        return words.view(np.int32)[:, : self._width]

    def find(self, rows: Ints) -> Ints:
        """Return the number of each of *rows*, -1 where it has none."""
        words = self._paired(rows)
        known = self._words.values.reshape(-1, self._pairs)
        result = np.full(len(words), _NONE, dtype=np.int64)
        open_, slots = np.arange(len(words)), self._slot(words)
        while len(open_):
            numbers = self._slots[slots]
            taken = numbers != _NONE
            open_, slots, numbers = open_[taken], slots[taken], numbers[taken]
            same = _rows_equal(known[numbers], words[open_])
            result[open_[same]] = numbers[same]
            open_, slots = open_[~same], self._next(slots[~same])
        return result

    def add(self, rows: Ints) -> None:
        """Give the next numbers to *rows*, which differ and have none yet."""
        words, first = self._paired(rows), len(self)
        self._words.extend(words if self._pairs > 1 else words[:, 0])
        if _PAIR * len(self) > len(self._slots):
            size = 1 << (_PAIR * len(self)).bit_length()
            self._slots = np.full(size, _NONE, dtype=np.int32)
            words, first = self._words.values.reshape(-1, self._pairs), 0
        numbers, slots = np.arange(first, len(self)), self._slot(words)
        while len(numbers):
            free = self._slots[slots] == _NONE
            # If several rows want one slot, the last gets it; the others go on.
            self._slots[slots[free]] = numbers[free]
            left = self._slots[slots] != numbers
            numbers, slots = numbers[left], self._next(slots[left])

    def _paired(self, rows: Ints) -> Words:
        cells = np.zeros((len(rows), _PAIR * self._pairs), dtype=np.int32)
        cells[:, : self._width] = rows
        return cells.view(np.uint64)

    def _slot(self, words: Words) -> Ints:
        """Return for each row the slot where its search begins."""
        mixed = np.zeros(len(words), dtype=np.uint64)
        for column in words.T:
            mixed = (mixed ^ column) * _MIX
            mixed ^= mixed >> _SHIFT
        return (mixed & np.uint64(len(self._slots) - 1)).astype(np.int64)

    def _next(self, slots: Ints) -> Ints:
        return (slots + 1) & (len(self._slots) - 1)


def _rows_equal(left: Words, right: Words) -> NDArray[np.bool_]:
    """Return a mask of equal rows, compared word by word, since rows are short."""
    equal: NDArray[np.bool_] = left[:, 0] == right[:, 0]
    for place in range(1, left.shape[1]):
        equal &= left[:, place] == right[:, place]
    return equal
