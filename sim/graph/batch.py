"""Rounds of many positions at once: tables of changes, applied to rows of numbers.

A position is a row: a number for the rest of its state, one for the memories, and one
for each participant. A round is played part by part, all positions of the batch
together:

1. Find for each row the table with the outcomes of the part that begins there. A part
   that is `separable` reads each participant by itself, so its cache key has one number
   for each, looked up by rest and participant. On a miss the part is played through the
   rules, once, and becomes a table.
2. Replace each row by one row for each line of its table. A line has the rest and the
   memories that follow, and for each participant a change, which is looked up by change
   and participant: one change applies to many participants. The first inner part of an
   outer one and what follows it have one table (`sim.graph.chained`).
3. Merge equal rows. Rows at which the next round begins, or the conflict is over, are
   put aside; the others go on at 1.

A row does not say from which position of the batch it was reached: if it was reached
from many, its part is played once. A sparse matrix has the probability with which each
position has reached each row, and playing a part multiplies it by another matrix.

Where a part is not separable, or none begins, rows are played one by one. All tables
are filled by the rule system's own functions, and now and then a whole round is played
without any table as a check.
"""

from collections.abc import Iterator
from typing import Generic, TypeVar

import numpy as np
from msgspec import Struct

from sim.graph.batch_rows import FIRST, INNER, BatchRows
from sim.graph.batch_tables import BatchTables, places_unknown
from sim.graph.batch_targets import BatchTargets, RowTargets, merged_rows
from sim.graph.chained import ChainedTables, chained_ends
from sim.graph.columns import Floats, Ints, summed_matrix
from sim.graph.rounds import Rounds
from sim.graph.tables import (
    NONE,
    OVER,
    THEN,
    WITHIN,
    Ends,
    Tables,
    ints_of,
)
from sim.seam.chart import Split
from sim.seam.protocol import State

S = TypeVar("S", bound=State)

_LONG = 48
"""First parts with this many lines are chained."""
_SOME = 1024
"""How many rows are chained at once."""
_WIDE = 1 << 21
"""A matrix of this many entries is too large: the batch is then played in halves."""


Led = tuple[Ends, list[Ints]]
"""The ends of rows, and the participants there."""


class TooWide(Exception):  # noqa: N818 - no error: fewer positions are played at once
    """The batch has grown to too many rows."""


class RoundOutcomes(Struct):
    """The outcomes of the rounds of a batch, in arrays of equal length.

    *source* is the place in the batch, *to* the place among *rows*, the positions at
    which next rounds begin; *over* are the numbers of endings with the round they came
    in.
    """

    rows: Ints
    source: Ints
    to: Ints
    chance: Floats
    over_source: Ints
    over: Ints
    over_chance: Floats


class Batch(Generic[S]):
    """Plays rounds of many positions together."""

    def __init__(self, rounds: Rounds[S], split: Split[S], people: int) -> None:
        self.rounds = rounds
        self.rows: BatchRows[S] = BatchRows(rounds, split, people)
        self.tables = BatchTables(self.rows)
        self._chained = ChainedTables(people)

    def play(self, rows: Ints) -> RoundOutcomes:
        """Return the outcomes of the rounds that begin at *rows*; raises TooWide."""
        columns = [np.ascontiguousarray(column, dtype=np.int64) for column in rows.T]
        each = np.arange(len(rows))
        mass = summed_matrix((np.ones(len(rows)), (each, each)), (len(rows), len(rows)))
        then, over = BatchTargets(len(rows)), BatchTargets(len(rows))
        while mass.nnz:
            self.rounds.watch(mass.nnz)
            if mass.nnz > _WIDE and len(rows) > 1:
                raise TooWide
            within, begun, ended = self._parts_of(columns)
            then.add(mass, begun)
            over.add(mass, ended)
            columns, onward = merged_rows(within, mass.shape[1])
            mass = mass @ onward
        cells, source, to, chance = then.all()
        ends, over_source, which, over_chance = over.all()
        return RoundOutcomes(
            np.stack(cells, axis=1) if cells else rows[:0],
            source,
            to,
            chance,
            over_source,
            ends[0][which] if ends else which,
            over_chance,
        )

    def _parts_of(self, columns: list[Ints]) -> tuple[list[RowTargets], ...]:
        """Play a part of every row: return rows within, at a new round, and over."""
        parts: tuple[list[RowTargets], ...] = [], [], []
        for at, (ends, pieces) in self._led(columns):
            for kind, into in zip((WITHIN, THEN, OVER), parts, strict=True):
                which = np.flatnonzero(ends.kind == kind)
                if len(which):
                    cells = [ends.rest, ends.memories, *pieces]
                    cells = [cell[which] for cell in cells[: kind == OVER or None]]
                    into.append(
                        RowTargets(at[ends.row[which]], cells, ends.chance[which])
                    )
        return parts

    def _led(self, columns: list[Ints]) -> Iterator[tuple[Ints, Led]]:
        """Yield some rows after others, and their targets."""
        parted = ints_of(self.rows.part_of)[columns[0]] != NONE
        at = np.flatnonzero(~parted)
        if len(at):
            yield at, self._one_by_one([column[at] for column in columns])
        at = np.flatnonzero(parted)
        if not len(at):
            return
        tables = self.tables.tabled([column[at] for column in columns])
        # To chain a short table with the tables after it saves nothing.
        long = ints_of(self.rows.role)[columns[0][at]] == FIRST
        long &= ints_of(self.tables.kept.size)[tables] >= _LONG
        for some, way in ((~long, self._part_by_part), (long, self._two_by_two)):
            which = np.flatnonzero(some)
            if len(which):
                rows = [column[at[which]] for column in columns]
                yield at[which], way(rows, tables[which])

    def _part_by_part(self, columns: list[Ints], tables: Ints) -> Led:
        """Return the targets of rows by these *tables*."""
        ends = self.tables.kept.ends(tables)
        return ends, self.tables.become(ends, columns)

    def _two_by_two(self, columns: list[Ints], tables: Ints) -> Led:
        """Return the targets of rows by these *tables* and the parts that follow."""
        chained = self._chained
        reads = [
            pairs(columns[0], column)
            for pairs, column in zip(self.tables.later_reads, columns[2:], strict=True)
        ]
        key = chained.keys([tables, *reads])
        new = np.array(places_unknown(chained.start, key), dtype=np.int64)
        for begin in range(0, len(new), _SOME):
            at = new[begin : begin + _SOME]
            chained.keep(
                key[at], *self._chain([column[at] for column in columns], tables[at])
            )
        ends = chained.ends(key)
        return ends, self.tables.become(ends, columns)

    def _chain(self, columns: list[Ints], tables: Ints) -> Led:
        """Return the same for rows whose tables of both parts are not composed yet."""
        first, pieces = self._part_by_part(columns, tables)
        goes_on = first.kind == WITHIN
        on = np.flatnonzero(goes_on)
        goes_on[on] = ints_of(self.rows.role)[first.rest[on]] == INNER
        on, off = np.flatnonzero(goes_on), np.flatnonzero(~goes_on)
        begun = [first.rest[on], first.memories[on], *[piece[on] for piece in pieces]]
        then, after = self._part_by_part(begun, self.tables.tabled(begun))
        ends = chained_ends(first.some(off), first.some(on), then)
        both = zip([piece[off] for piece in pieces], after, strict=True)
        return ends, [np.concatenate(arrays) for arrays in both]

    def _one_by_one(self, columns: list[Ints]) -> Led:
        """Return the targets of rows without separable parts; they are not cached."""
        tables = Tables(self.rows.people)
        numbers = [
            self.tables.learnt(list(row), tables, self.rounds.step)
            for row in zip(*[column.tolist() for column in columns], strict=True)
        ]
        ends = tables.ends(np.array(numbers, dtype=np.int64))
        # Without a separable part the participants at the end are written themselves.
        return ends, [become for (become,) in ends.changes]
