"""Where rows lead, in sparse matrices: equal rows are one, their chances add up."""

import numpy as np
from msgspec import Struct

from sim.graph.columns import Floats, Ints, Sparse, distinct, packed, sparse


class Lines(Struct, frozen=True, eq=False):
    """What rows lead to: from which row, the *cells* of the next, column by column."""

    row: Ints
    cells: list[Ints]
    chance: Floats


def merged(found: list[Lines], rows: int) -> tuple[list[Ints], Sparse]:
    """Return the columns of the different rows that are *found*, and what leads there.

    That is a matrix with a line for each of so many *rows* before, and a column for
    each different one.
    """
    if not found:
        nothing = np.zeros(0, dtype=np.int64)
        return [], sparse((np.zeros(0), (nothing, nothing)), (rows, 0))
    row, chance, columns = (
        (found[0].row, found[0].chance, found[0].cells)
        if len(found) == 1
        else (
            np.concatenate([one.row for one in found]),
            np.concatenate([one.chance for one in found]),
            _joined([one.cells for one in found]),
        )
    )
    first, place = distinct(packed(columns))
    matrix = sparse((chance, (row, place)), (rows, len(first)))
    return [one[first] for one in columns], matrix


class Gathered:
    """What a batch of so many positions comes to, gathered from part to part."""

    def __init__(self, positions: int) -> None:
        self._positions = positions
        self._cells: list[list[Ints]] = []
        self._came: list[Sparse] = []

    def add(self, mass: Sparse, found: list[Lines]) -> None:
        """Add what is *found* from rows that positions have reached with *mass*."""
        if found:
            cells, onto = merged(found, mass.shape[1])
            self._cells.append(cells)
            self._came.append((mass @ onto).tocoo())

    def all(self) -> tuple[list[Ints], Ints, Ints, Floats]:
        """Return the columns of what was reached: from where, what, and how likely."""
        if not self._came:
            nothing = np.zeros(0, dtype=np.int64)
            return [], nothing, nothing, np.zeros(0)
        columns = _joined(self._cells)
        first, place = distinct(packed(columns))
        begins = np.cumsum([0, *[one.shape[1] for one in self._came]])
        to = [
            place[begin + one.col.astype(np.int64)]
            for begin, one in zip(begins.tolist(), self._came, strict=False)
        ]
        source = [one.row for one in self._came]
        chance = np.concatenate([one.data for one in self._came])
        places = np.concatenate(source), np.concatenate(to)
        whole = sparse((chance, places), (self._positions, len(first))).tocoo()
        cells = [one[first] for one in columns]
        return cells, whole.row.astype(np.int64), whole.col.astype(np.int64), whole.data


def _joined(parts: list[list[Ints]]) -> list[Ints]:
    return [np.concatenate(some) for some in zip(*parts, strict=True)]
