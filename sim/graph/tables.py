"""The tables of a batch: the outcomes of parts in arrays, and which table holds."""

from array import array
from collections.abc import Callable, Hashable

import numpy as np
from msgspec import Struct

from sim.graph.columns import Floats, Ints
from sim.graph.pairs import Tuples

NONE = -1
"""No table."""
WITHIN, THEN, OVER = 0, 1, 2
"""What begins after a line: another part, the next round, or nothing."""
STILL = 0
"""The change that changes nothing."""


class Case(Struct, frozen=True):
    """A table, and the tests of leads at questions that must hold for it."""

    table: int
    noted: tuple[tuple[int, Callable[[float], bool]], ...]


class Cases(Struct):
    """The cases of a part with one cache key that depends on leads as well."""

    cases: list[Case]

    @property
    def only(self) -> int:
        """The table if leads do not matter, else -1."""
        case = self.cases[0]
        return NONE if case.noted else case.table


class CachedTables:
    """The tables that hold, by the cache key of a part and what leads depend on."""

    def __init__(self) -> None:
        self.keys, self.leads, self.kinds = Tuples(), Tuples(), Tuples()
        self.cases: dict[int, Cases] = {}
        """The cases of each key."""
        self.alike: dict[Hashable, Cases] = {}
        """The same cases, by a key of all that is read taken together."""
        self.only = array("q")
        """For each key its table if leads do not matter, else -1."""
        self.chosen = array("q")
        """For each key and what leads depend on, the table that holds."""


class Ends(Struct, frozen=True, eq=False):
    """The ends of rows, line by line: columns of equal length.

    *row* is the row from which a line begins, *kind* says what begins at its end, where
    *rest* and *memories* are those of the state (if it is over, *rest* is the number of
    the ending). *changes* are those of each participant: one, or two in sequence.
    """

    row: Ints
    chance: Floats
    kind: Ints
    rest: Ints
    memories: Ints
    changes: list[list[Ints]]

    def some(self, which: Ints) -> "Ends":
        """Return these lines alone."""
        return Ends(
            self.row[which],
            self.chance[which],
            self.kind[which],
            self.rest[which],
            self.memories[which],
            [[change[which] for change in made] for made in self.changes],
        )


class Tables:
    """The outcomes of parts: all lines of all tables, one after the other."""

    def __init__(self, people: int) -> None:
        self.start = array("q")
        self.size = array("q")
        self.chance = array("d")
        self.kind = array("q")
        self.rest = array("q")
        self.memories = array("q")
        self.changes = [array("q") for _ in range(people)]

    def line(
        self, kind: int, chance: float, ends: tuple[int, int], changes: list[int]
    ) -> None:
        """Add a line to the table that is written."""
        self.kind.append(kind)
        self.chance.append(chance)
        self.rest.append(ends[0])
        self.memories.append(ends[1])
        for column, change in zip(self.changes, changes, strict=True):
            column.append(change)

    def table(self, start: int) -> int:
        """End a table that began at line *start*; return its number."""
        self.start.append(start)
        self.size.append(len(self.kind) - start)
        return len(self.start) - 1

    def ends(self, numbers: Ints) -> Ends:
        """Return the ends of rows that have these tables."""
        row, line = table_lines(self.start, self.size, numbers)
        return Ends(
            row,
            floats_of(self.chance)[line],
            ints_of(self.kind)[line],
            ints_of(self.rest)[line],
            ints_of(self.memories)[line],
            [[ints_of(made)[line]] for made in self.changes],
        )


def table_lines(
    start: "array[int]", size: "array[int]", numbers: Ints
) -> tuple[Ints, Ints]:
    """Return (for each line the place of its table in *numbers*, the lines).

    The lines of a table are consecutive, so one shift for each table is enough.
    """
    sizes = ints_of(size)[numbers]
    row = np.repeat(np.arange(len(numbers)), sizes)
    shift = ints_of(start)[numbers] - (np.cumsum(sizes) - sizes)
    return row, np.arange(len(row)) + np.repeat(shift, sizes)


def ints_of(values: "array[int]") -> Ints:
    """Return *values* as an array, which holds as long as none is added."""
    return np.frombuffer(values, dtype=np.int64) if values else np.zeros(0, np.int64)


def floats_of(values: "array[float]") -> Floats:
    """Return *values* as an array, which holds as long as none is added."""
    return np.frombuffer(values, dtype=np.float64) if values else np.zeros(0)
