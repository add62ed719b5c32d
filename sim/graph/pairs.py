"""Memos of functions of two numbers, and numbers for rows of several."""

from collections.abc import Callable, Sequence
from itertools import count

import numpy as np

from sim.graph.columns import Grown, Ints
from sim.graph.rows import Rows

_DENSE = 1 << 20
"""Tables of up to this many pairs are arrays, larger ones hash tables."""
_PAIR = 2


class Pairs:
    """A memo of a function of two numbers below 2^31."""

    def __init__(self, work: Callable[[int, int], int]) -> None:
        self._work = work
        # A pair is looked up by indexing, while the table has room for all pairs; few
        # of many pairs ever occur, so later a hash table takes far less memory.
        self._table = np.full((16, 16), -1, dtype=np.int32)
        self._rows: Rows | None = None
        self._values = Grown(np.int32)

    def __call__(self, one: Ints, other: Ints) -> Ints:
        """Return the value of every pair."""
        if not len(one):
            return np.zeros(0, dtype=np.int64)
        if self._rows is None:
            self._reserve(int(one.max()) + 1, int(other.max()) + 1)
        if self._rows is not None:
            return self._looked_up(one, other, self._rows)
        found = self._table[one, other]
        missing = np.flatnonzero(found < 0)
        if len(missing):
            pairs, values = self._worked_out(one[missing], other[missing])
            self._table[pairs[:, 0], pairs[:, 1]] = values
            found[missing] = self._table[one[missing], other[missing]]
        return found.astype(np.int64)

    def _worked_out(self, one: Ints, other: Ints) -> tuple[Ints, list[int]]:
        """Return all different pairs of these, each once, and their values."""
        both = np.unique(one << 32 | other)
        pairs = np.stack([both >> 32, both & 0xFFFFFFFF], axis=1)
        return pairs, [self._work(*pair) for pair in pairs.tolist()]

    def _reserve(self, rows: int, columns: int) -> None:
        """Make room for so many numbers; go over to a hash table if it is too much."""
        height, width = self._table.shape
        if rows <= height and columns <= width:
            return
        height = max(height, 1 << (rows - 1).bit_length())
        width = max(width, 1 << (columns - 1).bit_length())
        if height * width > _DENSE:
            known = np.argwhere(self._table >= 0)
            self._rows = Rows(_PAIR)
            self._rows.add(known)
            self._values.extend(self._table[known[:, 0], known[:, 1]])
            self._table = np.full((1, 1), -1, dtype=np.int32)
            return
        table = np.full((height, width), -1, dtype=np.int32)
        table[: self._table.shape[0], : self._table.shape[1]] = self._table
        self._table = table

    def _looked_up(self, one: Ints, other: Ints, known: Rows) -> Ints:
        asked = np.stack([one, other], axis=1)
        found = known.find(asked)
        missing = np.flatnonzero(found < 0)
        if len(missing):
            pairs, values = self._worked_out(one[missing], other[missing])
            known.add(pairs)
            self._values.extend(np.array(values))
            found[missing] = known.find(asked[missing])
        values_: Ints = self._values.values[found]
        return values_.astype(np.int64)


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
