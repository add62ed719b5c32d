"""Memos of functions of two numbers, and numbers for rows of several."""

from collections.abc import Callable, Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

from sim.graph.budget import check_nothing
from sim.graph.columns import Ints

Words = NDArray[np.uint64]

_DENSE = 1 << 20
"""Tables of up to this many pairs are arrays, larger ones hash tables."""
_FIRST = 1 << 12
"""The slots of an empty hash table; always a power of two."""
_ROOM = 4
"""There are at least this many times as many slots as words."""
_LOW = 0xFFFFFFFF
_EMPTY = np.uint64(2**64 - 1)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)


class _Table:
    """A hash table from words to numbers, with vectorised look-ups.

    Linear probing: a word is in its slot or in the next that was free. Three of four
    slots stay free, so it is nearly always the first.
    """

    def __init__(self) -> None:
        self._words: Words = np.full(_FIRST, _EMPTY, dtype=np.uint64)
        self._values: NDArray[np.int32] = np.zeros(_FIRST, dtype=np.int32)
        self._size = 0

    def find(self, words: Words) -> Ints:
        """Return the value of each word, -1 where it has none."""
        slots = self._slot(words)
        held = self._words[slots]
        same = held == words
        values: Ints = np.where(same, self._values[slots].astype(np.int64), -1)
        left = np.flatnonzero(~same & (held != _EMPTY))
        slots = slots[left]
        while len(left):
            slots = self._next(slots)
            held = self._words[slots]
            same = held == words[left]
            values[left[same]] = self._values[slots[same]]
            on = ~same & (held != _EMPTY)
            left, slots = left[on], slots[on]
        return values

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
            # If several words want one slot, the last gets it; the others go on.
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
        check: Callable[[], None] = check_nothing,
    ) -> None:
        """Compute by *work*; *check* is called each time, and may raise to end it."""
        self._work, self._check = work, check
        # Small tables are indexed directly; with many numbers few of all pairs occur,
        # so a hash table takes far less memory.
        self._table = np.full((16, 16), -1, dtype=np.int32)
        self._hashed: _Table | None = None

    def __call__(self, first: Ints, second: Ints) -> Ints:
        """Return the value of every pair."""
        if not len(first):
            return np.zeros(0, dtype=np.int64)
        # Two numbers are packed into 64 bits, so they may not be arrays of 32 bits.
        first, second = (
            first.astype(np.int64, copy=False),
            second.astype(np.int64, copy=False),
        )
        if self._hashed is None:
            self._reserve(int(first.max()) + 1, int(second.max()) + 1)
        if self._hashed is not None:
            return self._looked_up(first << 32 | second, self._hashed)
        values = self._table[first, second]
        missing = np.flatnonzero(values < 0)
        if len(missing):
            pairs = np.unique(first[missing] << 32 | second[missing])
            self._table[pairs >> 32, pairs & _LOW] = self._computed(pairs)
            values[missing] = self._table[first[missing], second[missing]]
        return values.astype(np.int64)

    def _computed(self, pairs: Ints) -> NDArray[np.int32]:
        """Return the values of *pairs*, two numbers packed in one."""
        values: list[int] = []
        for pair in pairs.tolist():
            self._check()
            values.append(self._work(pair >> 32, pair & _LOW))
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
        values = known.find(words)
        missing = np.flatnonzero(values < 0)
        if len(missing):
            new = np.unique(pairs[missing])
            known.add(new.view(np.uint64), self._computed(new))
            values[missing] = known.find(words[missing])
        return values


class Tuples:
    """Gives rows of numbers a number each, from 0 on, the same to equal rows."""

    def __init__(self) -> None:
        self._pairs: list[Pairs] = []

    def __call__(self, columns: Sequence[Ints]) -> Ints:
        """Return the number of every row of *columns*."""
        # A left fold: number the pairs of the first two columns, then the pairs of
        # these numbers and the third column, and so on.
        numbers = columns[0]
        for place, column in enumerate(columns[1:]):
            if place == len(self._pairs):
                self._pairs.append(Pairs(_counting()))
            numbers = self._pairs[place](numbers, column)
        return numbers


def _counting() -> Callable[[int, int], int]:
    """Return a function that returns the next number at each call."""
    numbers = count()

    def number(_one: int, _other: int) -> int:
        return next(numbers)

    return number
