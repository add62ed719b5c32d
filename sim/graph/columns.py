"""Positions as rows of numbers: objects are numbered once, and handled in arrays."""

from collections.abc import Hashable, Sequence
from importlib import import_module
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Sparse = Any
"""A sparse matrix of scipy, which says nothing of its types."""

T = TypeVar("T", bound=Hashable)

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


def packed_rows(columns: Sequence[Ints]) -> Ints:
    """Return one number for each row of *columns*, equal for equal rows alone."""
    # Read a row as the digits of one number, each column with a base of its own.
    key = columns[0]
    size = int(key.max(initial=0)) + 1
    for column in columns[1:]:
        values = int(column.max(initial=0)) + 1
        if size * values >= _WIDEST:
            # There are fewer rows than numbers: count the different ones anew.
            _, key = distinct_keys(key)
            size = int(key.max(initial=0)) + 1
        key = key * values + column
        size *= values
    return key


def distinct_keys(key: Ints) -> tuple[Ints, Ints]:
    """Return where each different number of *key* comes first, and which each is.

    The different numbers are counted in increasing order, as `np.unique` does; its own
    order is a stable one, which takes several times as long.
    """
    if not len(key):
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    order = key.argsort()
    ordered = key[order]
    begins = np.ones(len(key), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:])
    place = np.empty(len(key), dtype=np.int64)
    place[order] = np.cumsum(begins) - 1
    # Equal numbers are in any order, so search for the first of them.
    return np.minimum.reduceat(order, np.flatnonzero(begins)), place


def summed_matrix(
    entries: tuple[Floats, tuple[Ints, Ints]], shape: tuple[int, int]
) -> Sparse:
    """Return a matrix of *entries*: (values, (rows, columns)); equal places add up."""
    of: Any = import_module("scipy.sparse")
    return of.csr_array(of.coo_array(entries, shape=shape))


class GrowingArray:
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
