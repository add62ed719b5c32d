"""Tables of two parts that follow one another, composed into one.

If an outer part begins with an inner one, the rest of it depends on little besides the
outcome of the inner one (`Part.reads_after_first`). Marking harm after dice, for
example, depends only on the boxes that are ticked. So the lines of both are composed
once for all rows that agree on that. Many lines of the first have the same end after
the second and are merged, so that far fewer are left.
"""

from array import array
from collections.abc import Sequence

import numpy as np

from sim.graph.columns import GrowingArray, Ints, distinct_keys, packed_rows
from sim.graph.pairs import Tuples
from sim.graph.rows import Rows
from sim.graph.tables import OVER, STILL, Ends, table_lines


class ChainedTables:
    """The composed tables, by the table of the first part and what else is read."""

    def __init__(self, people: int) -> None:
        self.keys = Tuples()
        self.start, self._size = array("q"), array("q")
        """The first line of each key, and the number of its lines."""
        # There are many lines, but few distinct places and changes: these are numbered.
        self._chance = GrowingArray(np.float64)
        self._place, self._places = GrowingArray(np.int32), Rows(3)
        self._change = [GrowingArray(np.int32) for _ in range(people)]
        self._changes = [Rows(2) for _ in range(people)]

    def keep(self, keys: Ints, ends: Ends, pieces: Sequence[Ints]) -> None:
        """Keep the *ends* of rows with these new *keys*.

        *pieces* are the participants at the ends: equal lines of a row are merged.
        """
        # The condition of participants does not matter once the conflict is over.
        goes_on = ends.kind != OVER
        people = [np.where(goes_on, piece, 0) for piece in pieces]
        columns = [ends.row, ends.kind, ends.rest, ends.memories, *people]
        first, which = distinct_keys(packed_rows(columns))
        lines, begin = ends.some(first), len(self._chance)
        self._chance.extend(np.bincount(which, ends.chance, len(first)))
        where = [lines.kind, lines.rest, lines.memories]
        self._place.extend(_row_numbers(self._places, where))
        for known, line, made in zip(
            self._changes, self._change, lines.changes, strict=True
        ):
            line.extend(_row_numbers(known, made))
        # The row is the leading digit of the packed keys, so its lines lie together.
        sizes = np.bincount(lines.row, minlength=len(keys))
        starts = begin + np.cumsum(sizes) - sizes
        self._size.extend([0] * (len(self.start) - len(self._size)))
        for key, start, size in zip(
            keys.tolist(), starts.tolist(), sizes.tolist(), strict=True
        ):
            self.start[key], self._size[key] = start, size

    def ends(self, keys: Ints) -> Ends:
        """Return the ends of rows with these *keys*."""
        row, line = table_lines(self.start, self._size, keys)
        kind, rest, memories = _columns_at(self._places, self._place, line)
        changes = [
            _columns_at(known, made, line)
            for known, made in zip(self._changes, self._change, strict=True)
        ]
        return Ends(row, self._chance.values[line], kind, rest, memories, changes)


def chained_ends(ended: Ends, first: Ends, then: Ends) -> Ends:
    """Return the ends of both parts: *ended* by the first one, the others by both.

    The rows of *then* are the lines of *first*.
    """
    still = np.full_like(ended.row, STILL)
    changes = [
        [
            np.concatenate([once, sooner[then.row]]),
            np.concatenate([still, later]),
        ]
        for (once,), (sooner,), (later,) in zip(
            ended.changes, first.changes, then.changes, strict=True
        )
    ]
    return Ends(
        np.concatenate([ended.row, first.row[then.row]]),
        np.concatenate([ended.chance, first.chance[then.row] * then.chance]),
        np.concatenate([ended.kind, then.kind]),
        np.concatenate([ended.rest, then.rest]),
        np.concatenate([ended.memories, then.memories]),
        changes,
    )


def _columns_at(rows: Rows, numbers: GrowingArray, line: Ints) -> list[Ints]:
    """Return the columns of the *rows* whose *numbers* stand at these lines."""
    which = numbers.values[line]
    return [column[which] for column in rows.values.T]


def _row_numbers(rows: Rows, columns: Sequence[Ints]) -> Ints:
    """Return the number in *rows* of each row of *columns*, a new one if it is new."""
    first, which = distinct_keys(packed_rows(columns))
    cells = np.stack([column[first] for column in columns], axis=1)
    numbers = rows.find(cells)
    new = np.flatnonzero(numbers < 0)
    numbers[new] = len(rows) + np.arange(len(new))
    rows.add(cells[new])
    return numbers[which]
