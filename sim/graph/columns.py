"""Positions as rows of numbers: objects are numbered once, and handled in arrays."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

T = TypeVar("T", bound=Hashable)

_DENSE = 1 << 25
"""Tables of up to this many pairs are arrays, larger ones dictionaries."""
_WIDEST = 1 << 62
"""A packed number is smaller than this."""


class Numbering(Generic[T]):
    """Gives objects numbers from 0 on, the same to equal objects."""

    def __init__(self) -> None:
        self.all: list[T] = []
        self._numbers: dict[T, int] = {}

    def __call__(self, thing: T) -> int:
        """Return the number of *thing*, a new one if it is new."""
        number = self._numbers.setdefault(thing, len(self.all))
        if number == len(self.all):
            self.all.append(thing)
        return number


class Pairs:
    """A memo of a function of two numbers."""

    def __init__(self, work: Callable[[int, int], int]) -> None:
        self._work = work
        # A pair is looked up by indexing, while the table has room for all pairs; few
        # of many pairs ever occur, so later a dictionary takes less.
        self._table = np.full((16, 16), -1, dtype=np.int32)
        self._more: dict[int, int] | None = None

    def __call__(self, one: Ints, other: Ints) -> Ints:
        """Return the value of every pair."""
        if not len(one):
            return np.zeros(0, dtype=np.int64)
        if self._more is None:
            self._reserve(int(one.max()) + 1, int(other.max()) + 1)
        if self._more is not None:
            return self._looked_up(one, other, self._more)
        found = self._table[one, other]
        missing = np.flatnonzero(found < 0)
        if len(missing):
            # Two numbers in one, so that each missing pair is worked out once.
            pairs = np.unique(one[missing] << 32 | other[missing])
            for pair in pairs.tolist():
                first, second = pair >> 32, pair & 0xFFFFFFFF
                self._table[first, second] = self._work(first, second)
            found[missing] = self._table[one[missing], other[missing]]
        return found.astype(np.int64)

    def _reserve(self, rows: int, columns: int) -> None:
        """Make room for so many numbers; go over to a dictionary if it is too much."""
        height, width = self._table.shape
        if rows <= height and columns <= width:
            return
        height = max(height, 1 << (rows - 1).bit_length()) if rows > height else height
        if columns > width:
            width = max(width, 1 << (columns - 1).bit_length())
        if height * width > _DENSE:
            known = np.argwhere(self._table >= 0)
            values = self._table[known[:, 0], known[:, 1]].tolist()
            keys = (known[:, 0] << 32 | known[:, 1]).tolist()
            self._more = dict(zip(keys, values, strict=True))
            self._table = np.full((1, 1), -1, dtype=np.int32)
            return
        table = np.full((height, width), -1, dtype=np.int32)
        table[: self._table.shape[0], : self._table.shape[1]] = self._table
        self._table = table

    def _looked_up(self, one: Ints, other: Ints, known: dict[int, int]) -> Ints:
        pairs, place = np.unique(one << 32 | other, return_inverse=True)
        values: list[int] = []
        for pair in pairs.tolist():
            value = known.get(pair)
            if value is None:
                value = known[pair] = self._work(pair >> 32, pair & 0xFFFFFFFF)
            values.append(value)
        return np.array(values, dtype=np.int64)[place]


def packed(columns: Sequence[Ints]) -> Ints:
    """Return one number for each row of *columns*, equal for equal rows alone."""
    # Read a row as the digits of one number, each column with a base of its own.
    key = columns[0]
    size = int(key.max(initial=0)) + 1
    for column in columns[1:]:
        values = int(column.max(initial=0)) + 1
        if size * values >= _WIDEST:
            # There are fewer rows than numbers: count the different ones anew.
            _, key = np.unique(key, return_inverse=True)
            size = int(key.max(initial=0)) + 1
        key = key * values + column
        size *= values
    return key


class Grown:
    """An array that grows by appending."""

    def __init__(self, kind: type = np.int64, width: int = 1) -> None:
        shape = (1024, width) if width > 1 else (1024,)
        self._values: NDArray[Any] = np.zeros(shape, dtype=kind)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def values(self) -> NDArray[Any]:
        """Its values, as a view that is invalid after the next append."""
        return self._values[: self._size]

    def extend(self, values: NDArray[Any]) -> None:
        """Append *values*."""
        size = self._size + len(values)
        if size > len(self._values):
            room = max(size, len(self._values) * 3 // 2)
            grown = np.zeros((room, *self._values.shape[1:]), dtype=self._values.dtype)
            grown[: self._size] = self.values
            self._values = grown
        self._values[self._size : size] = values
        self._size = size
