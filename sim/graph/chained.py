"""Tables of two parts that follow one another, chained into one.

Where an outer part begins with an inner one, what follows the inner one depends on
little beside what came of it (`Part.reads_after_first`). Marking harm after dice, for
example, depends on nothing but the boxes that are ticked. So the lines of both are put
together once for all rows that agree on it. Many lines of the first come to the same by
the second and are one then, so that far fewer are left.
"""

from array import array
from collections.abc import Sequence

import numpy as np

from sim.graph.columns import GrowingArray, Ints, distinct_keys, packed_rows
from sim.graph.pairs import Tuples
from sim.graph.rows import Rows
from sim.graph.tables import OVER, STILL, Ends, table_lines


class ChainedTables:
    """The tables of two parts, by the table of the first and what else is read."""

    def __init__(self, people: int) -> None:
        self.keys = Tuples()
        self.start, self._size = array("q"), array("q")
        """Where the lines of each key begin, and how many there are."""
        # There are many lines, but few different ones: what follows is numbered.
        self._chance = GrowingArray(np.float64)
        self._place, self._places = GrowingArray(np.int32), Rows(3)
        self._change = [GrowingArray(np.int32) for _ in range(people)]
        self._changes = [Rows(2) for _ in range(people)]

    def keep(self, keys: Ints, ends: Ends, pieces: Sequence[Ints]) -> None:
        """Keep what rows with these new *keys* lead to.

        *pieces* are the participants there: lines of a row that end alike become one.
        """
        # Nobody needs to know what became of people in a conflict that is over.
        goes_on = ends.kind != OVER
        people = [np.where(goes_on, one, 0) for one in pieces]
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
        # Rows are the first digit of what is packed, so those of a row lie together.
        sizes = np.bincount(lines.row, minlength=len(keys))
        starts = begin + np.cumsum(sizes) - sizes
        self._size.extend([0] * (len(self.start) - len(self._size)))
        for key, start, size in zip(
            keys.tolist(), starts.tolist(), sizes.tolist(), strict=True
        ):
            self.start[key], self._size[key] = start, size

    def ends(self, keys: Ints) -> Ends:
        """Return what rows with these *keys* lead to."""
        row, line = table_lines(self.start, self._size, keys)
        kind, rest, memories = _columns_at(self._places, self._place, line)
        changes = [
            _columns_at(known, made, line)
            for known, made in zip(self._changes, self._change, strict=True)
        ]
        return Ends(row, self._chance.values[line], kind, rest, memories, changes)


def chained_ends(ended: Ends, first: Ends, then: Ends) -> Ends:
    """Return the ends of both parts: of rows *ended*, and of *first* and *then* lines.

    What *then* has as rows are the lines of *first*.
    """
    still = np.full_like(ended.row, STILL)
    changes = [
        [
            np.concatenate([one, sooner[then.row]]),
            np.concatenate([still, later]),
        ]
        for (one,), (sooner,), (later,) in zip(
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
    """Return the columns of those *rows* that have the *numbers* at these lines."""
    which = numbers.values[line]
    return [column[which] for column in rows.values.T]


def _row_numbers(rows: Rows, columns: Sequence[Ints]) -> Ints:
    """Return the number in *rows* of each row of *columns*, a new one if it is new."""
    first, which = distinct_keys(packed_rows(columns))
    cells = np.stack([one[first] for one in columns], axis=1)
    numbers = rows.find(cells)
    new = np.flatnonzero(numbers < 0)
    numbers[new] = len(rows) + np.arange(len(new))
    rows.add(cells[new])
    return numbers[which]
