"""Memos of functions of two numbers, and numbers for rows of several."""

from collections.abc import Callable, Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

from sim.graph.budget import look_at_nothing
from sim.graph.columns import Ints

Words = NDArray[np.uint64]

_DENSE = 1 << 20
"""Tables of up to this many pairs are arrays, larger ones hash tables."""
_FIRST = 1 << 12
"""The slots of an empty hash table; always a power of two."""
_ROOM = 4
"""How many times as many slots as words there are at least."""
_LOW = 0xFFFFFFFF
_EMPTY = np.uint64(2**64 - 1)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)


class _Table:
    """A hash table from words to numbers, asked in arrays.

    A word stands in its slot or in the next that was free; three of four slots stay
    free, so that is nearly always the first.
    """

    def __init__(self) -> None:
        self._words: Words = np.full(_FIRST, _EMPTY, dtype=np.uint64)
        self._values: NDArray[np.int32] = np.zeros(_FIRST, dtype=np.int32)
        self._size = 0

    def find(self, words: Words) -> Ints:
        """Return the value of each word, -1 where it has none."""
        slots = self._slot(words)
        there = self._words[slots]
        same = there == words
        found: Ints = np.where(same, self._values[slots].astype(np.int64), -1)
        left = np.flatnonzero(~same & (there != _EMPTY))
        slots = slots[left]
        while len(left):
            slots = self._next(slots)
            there = self._words[slots]
            same = there == words[left]
            found[left[same]] = self._values[slots[same]]
            on = ~same & (there != _EMPTY)
            left, slots = left[on], slots[on]
        return found

    def add(self, words: Words, values: NDArray[np.int32]) -> None:
        """Add *words* that differ and are not in the table yet, with their values."""
        self._size += len(words)
        if _ROOM * self._size > len(self._words):
            kept = self._words != _EMPTY
            words = np.concatenate([self._words[kept], words])
            values = np.concatenate([self._values[kept], values])
            size = 1 << (2 * _ROOM * self._size).bit_length()
            self._words = np.full(size, _EMPTY, dtype=np.uint64)
            self._values = np.zeros(size, dtype=np.int32)
        slots = self._slot(words)
        while len(words):
            free = self._words[slots] == _EMPTY
            # Of several that want one slot the last gets it; the others go on.
            self._words[slots[free]] = words[free]
            put = self._words[slots] == words
            self._values[slots[put]] = values[put]
            words, values, slots = words[~put], values[~put], self._next(slots[~put])

    def _slot(self, words: Words) -> Ints:
        mixed = words * _MIX
        mixed ^= mixed >> _HALF
        return (mixed & np.uint64(len(self._words) - 1)).astype(np.int64)

    def _next(self, slots: Ints) -> Ints:
        return (slots + 1) & (len(self._words) - 1)


class Pairs:
    """A memo of a function of two numbers below 2^31."""

    def __init__(
        self,
        work: Callable[[int, int], int],
        check: Callable[[], None] = look_at_nothing,
    ) -> None:
        """Compute by *work*; *check* is called each time, and may raise to end it."""
        self._work, self._check = work, check
        # A pair is looked up by indexing, while the table has room for all pairs; few
        # of many pairs ever occur, so later a hash table takes far less memory.
        self._table = np.full((16, 16), -1, dtype=np.int32)
        self._hashed: _Table | None = None

    def __call__(self, one: Ints, other: Ints) -> Ints:
        """Return the value of every pair."""
        if not len(one):
            return np.zeros(0, dtype=np.int64)
        # Two numbers go into one of 64 bits, also where they come in 32 each.
        one, other = (
            one.astype(np.int64, copy=False),
            other.astype(np.int64, copy=False),
        )
        if self._hashed is None:
            self._reserve(int(one.max()) + 1, int(other.max()) + 1)
        if self._hashed is not None:
            return self._looked_up(one << 32 | other, self._hashed)
        found = self._table[one, other]
        missing = np.flatnonzero(found < 0)
        if len(missing):
            pairs = np.unique(one[missing] << 32 | other[missing])
            self._table[pairs >> 32, pairs & _LOW] = self._worked_out(pairs)
            found[missing] = self._table[one[missing], other[missing]]
        return found.astype(np.int64)

    def _worked_out(self, pairs: Ints) -> NDArray[np.int32]:
        """Return the values of *pairs*, two numbers in one."""
        values: list[int] = []
        for one in pairs.tolist():
            self._check()
            values.append(self._work(one >> 32, one & _LOW))
        return np.array(values, dtype=np.int32)

    def _reserve(self, rows: int, columns: int) -> None:
        """Make room for this many numbers; change to a hash table if it is too much."""
        height, width = self._table.shape
        if rows <= height and columns <= width:
            return
        height = max(height, 1 << (rows - 1).bit_length())
        width = max(width, 1 << (columns - 1).bit_length())
        if height * width > _DENSE:
            known = np.argwhere(self._table >= 0)
            words = (known[:, 0] << 32 | known[:, 1]).astype(np.uint64)
            self._hashed = _Table()
            self._hashed.add(words, self._table[known[:, 0], known[:, 1]])
            self._table = np.full((1, 1), -1, dtype=np.int32)
            return
        table = np.full((height, width), -1, dtype=np.int32)
        table[: self._table.shape[0], : self._table.shape[1]] = self._table
        self._table = table

    def _looked_up(self, pairs: Ints, known: _Table) -> Ints:
        words: Words = pairs.view(np.uint64)
        found = known.find(words)
        missing = np.flatnonzero(found < 0)
        if len(missing):
            new = np.unique(pairs[missing])
            known.add(new.view(np.uint64), self._worked_out(new))
            found[missing] = known.find(words[missing])
        return found


class Tuples:
    """Gives rows of numbers a number each, from 0 on, the same to equal rows."""

    def __init__(self) -> None:
        self._pairs: list[Pairs] = []

    def __call__(self, columns: Sequence[Ints]) -> Ints:
        """Return the number of every row of *columns*."""
        # The first two columns as one number, that and the third as one, and so on.
        found = columns[0]
        for place, column in enumerate(columns[1:]):
            if place == len(self._pairs):
                self._pairs.append(Pairs(_counting()))
            found = self._pairs[place](found, column)
        return found


def _counting() -> Callable[[int, int], int]:
    """Return a function that gives each pair it is asked for the next number."""
    numbers = count()

    def number(_one: int, _other: int) -> int:
        return next(numbers)

    return number
