"""The tables of a batch: what comes of parts, in arrays, and which of them holds."""

from array import array
from collections.abc import Callable, Hashable

import numpy as np
from msgspec import Struct

from sim.graph.columns import Floats, Ints
from sim.graph.pairs import Tuples

NONE = -1
"""No table."""
WITHIN, THEN, OVER = 0, 1, 2
"""What begins at the end of a line: another part, the next round, or nothing."""
STILL = 0
"""The change that changes nothing."""


class Case(Struct, frozen=True):
    """A table, and the questions at whose leads certain tests must hold for it."""

    table: int
    noted: tuple[tuple[int, Callable[[float], bool]], ...]


class Cases(Struct):
    """The cases of a part with one cache key that depends on leads as well."""

    cases: list[Case]

    @property
    def only(self) -> int:
        """The table, where leads do not matter; otherwise -1."""
        one = self.cases[0]
        return NONE if one.noted else one.table


class CachedTables:
    """The tables that hold, by the cache key of a part and what leads depend on."""

    def __init__(self) -> None:
        self.keys, self.leads, self.kinds = Tuples(), Tuples(), Tuples()
        self.cases: dict[int, Cases] = {}
        """The cases of each key."""
        self.alike: dict[Hashable, Cases] = {}
        """The same cases, by a key of all that is read taken together."""
        self.only = array("q")
        """For each key its table, where leads do not matter; otherwise -1."""
        self.chosen = array("q")
        """For each key and what leads depend on, the table that holds."""


class Ends(Struct, frozen=True, eq=False):
    """What rows lead to, line by line: columns of equal length.

    *row* is the row that a line comes from, *kind* says what begins at its end, *rest*
    and *memories* are there (*rest* is the number of an ending where it is over), and
    *changes* what is made of each participant: a change, or two that follow each other.
    """

    row: Ints
    chance: Floats
    kind: Ints
    rest: Ints
    memories: Ints
    changes: list[list[Ints]]

    def some(self, which: Ints) -> "Ends":
        """Return those lines alone."""
        return Ends(
            self.row[which],
            self.chance[which],
            self.kind[which],
            self.rest[which],
            self.memories[which],
            [[one[which] for one in made] for made in self.changes],
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
        """Return what rows lead to that have these tables."""
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
    """Return the lines of tables, and for each line which of *numbers* it is of.

    The lines of a table follow one another, so a shift a table is enough.
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
