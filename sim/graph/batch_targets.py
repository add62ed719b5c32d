"""The targets of rows, as sparse matrices: equal rows are merged, chances add up."""

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
    """Edges from rows: the source *row*, the *cells* of the target, the *chance*."""

    row: Ints
    cells: list[Ints]
    chance: Floats


def merged_rows(parts: list[RowTargets], rows: int) -> tuple[list[Ints], Sparse]:
    """Return the columns of the distinct targets in *parts*, and the matrix to them.

    The matrix has a row for each of the *rows* sources, and a column for each distinct
    target.
    """
    if not parts:
        nothing = np.zeros(0, dtype=np.int64)
        return [], summed_matrix((np.zeros(0), (nothing, nothing)), (rows, 0))
    row, chance, columns = (
        (parts[0].row, parts[0].chance, parts[0].cells)
        if len(parts) == 1
        else (
            np.concatenate([part.row for part in parts]),
            np.concatenate([part.chance for part in parts]),
            _joined_columns([part.cells for part in parts]),
        )
    )
    first, place = distinct_keys(packed_rows(columns))
    matrix = summed_matrix((chance, (row, place)), (rows, len(first)))
    return [column[first] for column in columns], matrix


class BatchTargets:
    """The targets of the positions of a batch, gathered from part to part."""

    def __init__(self, positions: int) -> None:
        self._positions = positions
        self._cells: list[list[Ints]] = []
        self._matrices: list[Sparse] = []

    def add(self, mass: Sparse, parts: list[RowTargets]) -> None:
        """Add the targets of rows that positions have reached with *mass*."""
        if parts:
            cells, onto = merged_rows(parts, mass.shape[1])
            self._cells.append(cells)
            self._matrices.append((mass @ onto).tocoo())

    def all(self) -> tuple[list[Ints], Ints, Ints, Floats]:
        """Return (columns of the targets, sources, numbers of targets, chances)."""
        if not self._matrices:
            nothing = np.zeros(0, dtype=np.int64)
            return [], nothing, nothing, np.zeros(0)
        columns = _joined_columns(self._cells)
        first, place = distinct_keys(packed_rows(columns))
        begins = np.cumsum([0, *[matrix.shape[1] for matrix in self._matrices]])
        to = [
            place[begin + matrix.col.astype(np.int64)]
            for begin, matrix in zip(begins.tolist(), self._matrices, strict=False)
        ]
        source = [matrix.row for matrix in self._matrices]
        chance = np.concatenate([matrix.data for matrix in self._matrices])
        places = np.concatenate(source), np.concatenate(to)
        total = summed_matrix((chance, places), (self._positions, len(first))).tocoo()
        cells = [column[first] for column in columns]
        return cells, total.row.astype(np.int64), total.col.astype(np.int64), total.data


def _joined_columns(parts: list[list[Ints]]) -> list[Ints]:
    return [np.concatenate(columns) for columns in zip(*parts, strict=True)]
