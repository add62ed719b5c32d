"""The targets of rows, in sparse matrices: equal rows are one, chances add up."""

import numpy as np
from msgspec import Struct

from sim.graph.columns import (
    Floats,
    Ints,
    Sparse,
    distinct_keys,
    packed_rows,
    summed_matrix,
)


class RowTargets(Struct, frozen=True, eq=False):
    """The targets of rows: from which row, the *cells* of the next, by column."""

    row: Ints
    cells: list[Ints]
    chance: Floats


def merged_rows(found: list[RowTargets], rows: int) -> tuple[list[Ints], Sparse]:
    """Return the columns of the different rows in *found*, and the matrix to them.

    That is a matrix with a line for each of this many *rows* before, and a column for
    each different one.
    """
    if not found:
        nothing = np.zeros(0, dtype=np.int64)
        return [], summed_matrix((np.zeros(0), (nothing, nothing)), (rows, 0))
    row, chance, columns = (
        (found[0].row, found[0].chance, found[0].cells)
        if len(found) == 1
        else (
            np.concatenate([one.row for one in found]),
            np.concatenate([one.chance for one in found]),
            _joined_columns([one.cells for one in found]),
        )
    )
    first, place = distinct_keys(packed_rows(columns))
    matrix = summed_matrix((chance, (row, place)), (rows, len(first)))
    return [one[first] for one in columns], matrix


class BatchTargets:
    """The targets of the positions of a batch, gathered from part to part."""

    def __init__(self, positions: int) -> None:
        self._positions = positions
        self._cells: list[list[Ints]] = []
        self._came: list[Sparse] = []

    def add(self, mass: Sparse, found: list[RowTargets]) -> None:
        """Add what is *found* from rows that positions have reached with *mass*."""
        if found:
            cells, onto = merged_rows(found, mass.shape[1])
            self._cells.append(cells)
            self._came.append((mass @ onto).tocoo())

    def all(self) -> tuple[list[Ints], Ints, Ints, Floats]:
        """Return the columns of what was reached: from where, what, and how likely."""
        if not self._came:
            nothing = np.zeros(0, dtype=np.int64)
            return [], nothing, nothing, np.zeros(0)
        columns = _joined_columns(self._cells)
        first, place = distinct_keys(packed_rows(columns))
        begins = np.cumsum([0, *[one.shape[1] for one in self._came]])
        to = [
            place[begin + one.col.astype(np.int64)]
            for begin, one in zip(begins.tolist(), self._came, strict=False)
        ]
        source = [one.row for one in self._came]
        chance = np.concatenate([one.data for one in self._came])
        places = np.concatenate(source), np.concatenate(to)
        whole = summed_matrix((chance, places), (self._positions, len(first))).tocoo()
        cells = [one[first] for one in columns]
        return cells, whole.row.astype(np.int64), whole.col.astype(np.int64), whole.data


def _joined_columns(parts: list[list[Ints]]) -> list[Ints]:
    return [np.concatenate(some) for some in zip(*parts, strict=True)]
