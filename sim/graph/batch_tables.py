"""The tables of a batch: looked up by what a part reads, and filled by the rules.

What is not known yet is played once through the rule system's own functions.
"""

from array import array
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import numpy as np

from sim.graph.batch_rows import BatchRows
from sim.graph.columns import Ints, Numbering, distinct_keys
from sim.graph.lead_notes import Notes
from sim.graph.leading import Leading
from sim.graph.pairs import Pairs
from sim.graph.parts import PartOutcomes, Position
from sim.graph.tables import (
    NONE,
    OVER,
    STILL,
    THEN,
    WITHIN,
    CachedTables,
    Case,
    Cases,
    Ends,
    Tables,
    ints_of,
)
from sim.seam.chart import Part
from sim.seam.protocol import State

S = TypeVar("S", bound=State)

_UNKNOWN = -2


class BatchTables(Generic[S]):
    """The tables of separable parts, by what these read of *rows*."""

    def __init__(self, rows: BatchRows[S]) -> None:
        people, self._rows, self._rounds = rows.people, rows, rows.rounds
        self._read: Numbering[Hashable] = Numbering()
        self._reads, self._lead_reads, self.later_reads = (
            [self._pairs(seat, reads) for seat in range(people)]
            for reads in (self._read_in, self._read_by_leads, self._read_later)
        )
        self._leading: Leading[S] = Leading()
        self._changes: list[Numbering[Hashable]] = [Numbering() for _ in range(people)]
        self._change_of: list[list[tuple[Part[S], S, S]]] = [[] for _ in range(people)]
        """For each change but the first, which changes nothing, where it was seen."""
        for change in self._changes:
            change(None)
        self._changed = [self._changing(seat) for seat in range(people)]
        self.kept = Tables(people)
        self._cached = CachedTables()
        self.over: Numbering[tuple[str, tuple[float, ...], int]] = Numbering()

    def _check(self) -> None:
        self._rounds.check()

    def _pairs(
        self, seat: int, reads_of: Callable[[int], Callable[[S], Hashable]]
    ) -> Pairs:
        """Return the cached reads of a part, by rest and participant.

        *reads_of* returns the function that reads at a rest.
        """

        def read(rest: int, piece: int) -> int:
            pieces = list(self._rows.samples[rest])
            pieces[seat] = self._rows.pieces[seat].all[piece]
            state = self._rows.split.joined(self._rows.rests.all[rest], tuple(pieces))
            return self._read(reads_of(rest)(state))

        return Pairs(read, self._check)

    def _read_in(self, rest: int) -> Callable[[S], Hashable]:
        part = self._rows.parts[self._rows.part_of[rest]]
        return part.reads_without_lead or part.reads

    def _read_by_leads(self, _rest: int) -> Callable[[S], Hashable]:
        # Leads depend on nothing but participants: any state will do.
        assert self._rows.led_part is not None
        assert self._rows.led_part.leads_read is not None
        return self._rows.led_part.leads_read

    def _read_later(self, rest: int) -> Callable[[S], Hashable]:
        reads = self._rows.outer[rest].reads_after_first
        assert reads is not None
        return reads

    def _changing(self, seat: int) -> Pairs:
        """Return the participants after a change, by change and participant."""

        def change(number: int, piece: int) -> int:
            if number == STILL:
                return piece
            part, begun, ended = self._change_of[seat][number - 1]
            rest, pieces = self._rows.split.apart(begun)
            own = (
                *pieces[:seat],
                self._rows.pieces[seat].all[piece],
                *pieces[seat + 1 :],
            )
            after = part.after(self._rows.split.joined(rest, own), begun, ended)
            return self._rows.pieces[seat](self._rows.split.apart(after)[1][seat])

        return Pairs(change, self._check)

    def tabled(self, columns: list[Ints]) -> Ints:
        """Return for each row the table of the separable part that begins there."""
        rest, memories = columns[:2]
        reads = [
            pairs(rest, column)
            for pairs, column in zip(self._reads, columns[2:], strict=True)
        ]
        # The cache key of the part: one number for all that the part reads.
        cached = self._cached
        key = cached.keys([rest, memories, *reads])
        for at in places_unknown(cached.only, key):
            cases = self._cases_of([int(column[at]) for column in columns])
            cached.cases[int(key[at])], cached.only[int(key[at])] = cases, cases.only
        tables = ints_of(cached.only)[key]
        # These keys have several tables; which one holds depends on leads as well.
        several = np.flatnonzero(tables == NONE)
        if len(several):
            rows = [column[several] for column in columns]
            tables[several] = self._by_cases(key[several], rows)
        return tables

    def _cases_of(self, row: list[int]) -> Cases:
        """Return the cases of the part that begins at *row*, which has a new key."""
        part = self._rows.parts[self._rows.part_of[row[0]]]
        if part.alike is None:
            return Cases([self._case(row)])
        # All participants together may be equivalent to others that have cases already.
        name = row[0], row[1], part.alike(self._rows.position(row)[0])
        cases = self._cached.alike.get(name)
        if cases is None:
            cases = self._cached.alike[name] = Cases([self._case(row)])
        return cases

    def _by_cases(self, key: Ints, columns: list[Ints]) -> Ints:
        """Return the tables of rows for which leads matter.

        For each kind of row that is the table of the case whose comparisons all hold.
        """
        none = np.zeros(len(key), dtype=np.int64)
        reads = [
            pairs(none, column)
            for pairs, column in zip(self._lead_reads, columns[2:], strict=True)
        ]
        # What leads depend on as one number, and then with the key as another one.
        cached = self._cached
        name = cached.leads(reads)
        kind = cached.kinds([key, name])
        for at in places_unknown(cached.chosen, kind):
            row = [int(column[at]) for column in columns]
            table = self._chosen_for(int(key[at]), int(name[at]), row)
            cached.chosen[int(kind[at])] = table
        return ints_of(cached.chosen)[kind]

    def _chosen_for(self, key: int, name: int, row: list[int]) -> int:
        """Return the table of the first case that holds, or of a new one."""
        # No two cases can hold for the same leads, so the first that holds is the one.
        cases, (state, _) = self._cached.cases[key].cases, self._rows.position(row)
        for case in cases:
            if self._leading.hold(case.noted, name, state):
                return case.table
        cases.append(self._case(row))
        return cases[-1].table

    def _case(self, row: list[int]) -> "Case":
        """Play the part that begins at *row*; return its table, and when that holds."""
        part = self._rows.parts[self._rows.part_of[row[0]]]
        if part.reads_without_lead is None:
            return Case(self.learnt(row, self.kept, self._rounds.step), ())
        position = self._rows.position(row)
        noting: list[Notes] = []

        def step(here: Position[S]) -> PartOutcomes[S]:
            played, notes = self._rounds.noted(here)
            noting.append(notes)
            return played

        table = self.learnt(row, self.kept, step)
        return Case(table, self._leading.tests(part, position[0], noting[0]))

    def learnt(
        self,
        row: list[int],
        tables: Tables,
        step: Callable[[Position[S]], PartOutcomes[S]],
    ) -> int:
        """Play from *row* by the rules; write the outcomes into a table.

        Return the number of the table.
        """
        position = self._rows.position(row)
        number = self._rows.part_of[row[0]]
        part = None if number == NONE else self._rows.parts[number]
        played = step(position)
        # One line for each outcome. Participants are written as changes, which then
        # apply to all others with the same key.
        start = len(tables.kind)
        for kind, ends in ((WITHIN, played.within), (THEN, played.then)):
            for end, chance in ends.items():
                after = self._rows.row(end)
                changes = [
                    self._change(seat, part, (position[0], end[0]), (row, after))
                    for seat in range(self._rows.people)
                ]
                tables.line(kind, chance, (after[0], after[1]), changes)
        for ending, chance in played.ended.items():
            over = self.over(ending), 0
            tables.line(OVER, chance, over, [0] * self._rows.people)
        return tables.table(start)

    def _change(
        self,
        seat: int,
        part: Part[S] | None,
        states: tuple[S, S],
        rows: tuple[list[int], list[int]],
    ) -> int:
        """Return the number of a change; without a separable part, that of the end."""
        # A change is named by where it was seen: part, participant before, participant
        # after. `_changing` applies the same change to others.
        before, after = rows[0][2 + seat], rows[1][2 + seat]
        if part is None:
            return after
        number = self._changes[seat]((self._rows.parts.index(part), before, after))
        if number > len(self._change_of[seat]):
            self._change_of[seat].append((part, *states))
        return number

    def become(self, ends: Ends, columns: list[Ints]) -> list[Ints]:
        """Return the participants at *ends* of rows with these *columns*."""
        participants: list[Ints] = []
        for changed, changes, column in zip(
            self._changed, ends.changes, columns[2:], strict=True
        ):
            piece = column[ends.row]
            for change in changes:
                piece = changed(change, piece)
            participants.append(piece)
        return participants


def places_unknown(known: "array[int]", numbers: Ints) -> list[int]:
    """Return the first place in *numbers* of each that is not *known*.

    *known* is made long enough for all of them. It may have gaps, if a budget ended
    an earlier search.
    """
    known.extend([_UNKNOWN] * (int(numbers.max(initial=-1)) + 1 - len(known)))
    at = np.flatnonzero(ints_of(known)[numbers] == _UNKNOWN)
    first, _ = distinct_keys(numbers[at])
    places: list[int] = at[first].tolist()
    return places
