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

Rows are without regard to the position of the batch that they come from: a row that is
reached from many of them takes its part once. With which probability each position has
reached which row is a sparse matrix, and a part another one, by which it is multiplied.

Where a part is not separable, or none begins, rows are played one by one. All tables
are filled by the rule system's own functions, and now and then a whole round is played
without any table as a check.
"""

from array import array
from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

import numpy as np
from msgspec import Struct

from sim.graph.batch_targets import BatchTargets, RowTargets, merged_rows
from sim.graph.chained import ChainedTables, chained_ends
from sim.graph.choosers import Memories
from sim.graph.columns import Floats, Ints, Numbering, distinct_keys, summed_matrix
from sim.graph.lead_notes import Notes
from sim.graph.leading import Leading
from sim.graph.pairs import Pairs
from sim.graph.parts import PartOutcomes, Position
from sim.graph.rounds import Rounds
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
from sim.seam.chart import Part, Split
from sim.seam.protocol import State

S = TypeVar("S", bound=State)

_NO_PART, _SINGLE, _INNER, _FIRST = 0, 1, 2, 3
"""The role of the part that begins at a rest, where one does that is separable: by
itself, within an outer part, or the first of one, to be chained with what follows."""
_LONG = 48
"""First parts with this many lines are chained."""
_SOME = 1024
"""How many rows are chained at once."""
_UNKNOWN = -2
_WIDE = 1 << 21
"""A matrix of this many entries is too large: the batch is then played in halves."""


Led = tuple[Ends, list[Ints]]
"""What rows lead to, and the participants there."""


class Inseparable(Exception):  # noqa: N818 - no error: it is solved without batches
    """Tables and rules differ: the chart's declarations about its parts are wrong."""


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
        self._split = split
        self._people = people
        self._rests: Numbering[S] = Numbering()
        self._memories: Numbering[Memories] = Numbering()
        self._pieces: list[Numbering[Hashable]] = [Numbering() for _ in range(people)]
        self._parts: list[Part[S]] = []
        # For each rest which separable part begins there, -1 for none, and its role;
        # the outer part of a first one; and the participants of some state that has it.
        self._part_of, self._role = array("q"), array("q")
        self._outer: dict[int, Part[S]] = {}
        self._samples: list[tuple[Hashable, ...]] = []
        self._read: Numbering[Hashable] = Numbering()
        self._reads, self._lead_reads, self._later_reads = (
            [self._pairs(seat, reads) for seat in range(people)]
            for reads in (self._read_in, self._read_by_leads, self._read_later)
        )
        self._led_part: Part[S] | None = None
        """Some part that says what leads depend on."""
        self._leading: Leading[S] = Leading()
        self._changes: list[Numbering[Hashable]] = [Numbering() for _ in range(people)]
        self._change_of: list[list[tuple[Part[S], S, S]]] = [[] for _ in range(people)]
        """For each change but the first, which changes nothing, where it was seen."""
        for one in self._changes:
            one(None)
        self._changed = [self._changing(seat) for seat in range(people)]
        self._tables, self._chained = Tables(people), ChainedTables(people)
        self._cached = CachedTables()
        self.over: Numbering[tuple[str, tuple[float, ...], int]] = Numbering()

    # Rows of numbers, and positions.

    def row(self, position: Position[S]) -> list[int]:
        """Return *position* in numbers: rest, memories, and participants."""
        state, memories = position
        rest, pieces = self._split.apart(state)
        if len(pieces) != self._people:
            raise Inseparable
        number = self._rests(rest)
        if number == len(self._part_of):
            part = self.rounds.inner_part(state)
            if part is not None and not self._usable(part):
                part = None
            self._part_of.append(NONE if part is None else self._part_number(part))
            self._role.append(self._role_of(number, state, part))
            self._samples.append(pieces)
        each = zip(self._pieces, pieces, strict=True)
        return [number, self._memories(memories), *[one(piece) for one, piece in each]]

    def position(self, row: list[int]) -> Position[S]:
        """Return the position that has these numbers."""
        each = zip(self._pieces, row[2:], strict=True)
        pieces = tuple([one.all[number] for one, number in each])
        state = self._split.joined(self._rests.all[row[0]], pieces)
        return state, self._memories.all[row[1]]

    def _usable(self, part: Part[S]) -> bool:
        """Whether all that is read in *part* is read of each participant by itself."""
        if part.leads_read is not None and self._led_part is None:
            self._led_part = part
        return part.separable and (
            part.leads is None or part.reads_without_lead is not None
        )

    def _role_of(self, rest: int, state: S, part: Part[S] | None) -> int:
        """Return what the separable *part* is that begins at *rest*, if one does."""
        if part is None:
            return _NO_PART
        outer = self.rounds.outer_part(state)
        if outer is None or outer == part:
            # What hangs on leads hangs on more than an outer part says.
            return _INNER if part.inner and part.leads is None else _SINGLE
        if outer.reads_after_first is None:
            return _SINGLE
        self._outer[rest] = outer
        return _FIRST

    def _part_number(self, part: Part[S]) -> int:
        if part not in self._parts:
            self._parts.append(part)
        return self._parts.index(part)

    def round_of(self, rests: Ints) -> Ints:
        """Return the round of each of these *rests*."""
        return np.array([one.round for one in self._rests.all], dtype=np.int64)[rests]

    # What is looked up, and worked out where it is not known.

    def _check(self) -> None:
        self.rounds.check()

    def _pairs(
        self, seat: int, reads_of: Callable[[int], Callable[[S], Hashable]]
    ) -> Pairs:
        """Return the cached reads of a part, by rest and participant.

        *reads_of* returns the function that reads at a rest.
        """

        def read(rest: int, piece: int) -> int:
            pieces = list(self._samples[rest])
            pieces[seat] = self._pieces[seat].all[piece]
            state = self._split.joined(self._rests.all[rest], tuple(pieces))
            return self._read(reads_of(rest)(state))

        return Pairs(read, self._check)

    def _read_in(self, rest: int) -> Callable[[S], Hashable]:
        part = self._parts[self._part_of[rest]]
        return part.reads_without_lead or part.reads

    def _read_by_leads(self, _rest: int) -> Callable[[S], Hashable]:
        # Leads depend on nothing but participants: any state will do.
        assert self._led_part is not None
        assert self._led_part.leads_read is not None
        return self._led_part.leads_read

    def _read_later(self, rest: int) -> Callable[[S], Hashable]:
        reads = self._outer[rest].reads_after_first
        assert reads is not None
        return reads

    def _changing(self, seat: int) -> Pairs:
        """Return what becomes of a participant, by change and participant."""

        def change(number: int, piece: int) -> int:
            if number == STILL:
                return piece
            part, begun, ended = self._change_of[seat][number - 1]
            rest, pieces = self._split.apart(begun)
            own = (*pieces[:seat], self._pieces[seat].all[piece], *pieces[seat + 1 :])
            after = part.after(self._split.joined(rest, own), begun, ended)
            return self._pieces[seat](self._split.apart(after)[1][seat])

        return Pairs(change, self._check)

    def _tabled(self, columns: list[Ints]) -> Ints:
        """Return for each row the table of the separable part that begins there."""
        rest, memories = columns[:2]
        reads = [
            pairs(rest, column)
            for pairs, column in zip(self._reads, columns[2:], strict=True)
        ]
        # The cache key of the part: one number for all that the part reads.
        cached = self._cached
        key = cached.keys([rest, memories, *reads])
        for at in _places_unknown(cached.only, key):
            cases = self._cases_of([int(column[at]) for column in columns])
            cached.cases[int(key[at])], cached.only[int(key[at])] = cases, cases.only
        found = ints_of(cached.only)[key]
        # These keys have several tables; which one holds depends on leads as well.
        hard = np.flatnonzero(found == NONE)
        if len(hard):
            rows = [column[hard] for column in columns]
            found[hard] = self._by_cases(key[hard], rows)
        return found

    def _cases_of(self, row: list[int]) -> Cases:
        """Return the cases of the part that begins at *row*, which has a new key."""
        part = self._parts[self._part_of[row[0]]]
        if part.alike is None:
            return Cases([self._case(row)])
        # Taken together, participants may read like others that were met before.
        name = row[0], row[1], part.alike(self.position(row)[0])
        found = self._cached.alike.get(name)
        if found is None:
            found = self._cached.alike[name] = Cases([self._case(row)])
        return found

    def _by_cases(self, key: Ints, columns: list[Ints]) -> Ints:
        """Return the tables of rows where it matters how far somebody leads.

        Of each kind of row that one is looked for of which all holds that was noted.
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
        for at in _places_unknown(cached.chosen, kind):
            row = [int(column[at]) for column in columns]
            table = self._chosen_for(int(key[at]), int(name[at]), row)
            cached.chosen[int(kind[at])] = table
        return ints_of(cached.chosen)[kind]

    def _chosen_for(self, key: int, name: int, row: list[int]) -> int:
        """Return the table of the first case that holds, of a new one if none does."""
        # No two cases can hold for the same leads, so the first that holds is the one.
        cases, (state, _) = self._cached.cases[key].cases, self.position(row)
        for case in cases:
            if self._leading.hold(case.noted, name, state):
                return case.table
        cases.append(self._case(row))
        return cases[-1].table

    def _case(self, row: list[int]) -> "Case":
        """Play the part that begins at *row*, and say under which conditions it is."""
        part = self._parts[self._part_of[row[0]]]
        if part.reads_without_lead is None:
            return Case(self._learnt(row, self._tables, self.rounds.step), ())
        position = self.position(row)
        noting: list[Notes] = []

        def step(here: Position[S]) -> PartOutcomes[S]:
            played, notes = self.rounds.noted(here)
            noting.append(notes)
            return played

        table = self._learnt(row, self._tables, step)
        return Case(table, self._leading.tests(part, position[0], noting[0]))

    def _learnt(
        self,
        row: list[int],
        tables: Tables,
        step: Callable[[Position[S]], PartOutcomes[S]],
    ) -> int:
        """Play from *row* through the rules, and write the outcomes into a table."""
        position = self.position(row)
        number = self._part_of[row[0]]
        part = None if number == NONE else self._parts[number]
        played = step(position)
        # One line for each outcome. What follows is written as changes, not as
        # participants: the same change is then applied to whoever has the same key.
        start = len(tables.kind)
        for kind, found in ((WITHIN, played.within), (THEN, played.then)):
            for end, chance in found.items():
                after = self.row(end)
                changes = [
                    self._change(seat, part, (position[0], end[0]), (row, after))
                    for seat in range(self._people)
                ]
                tables.line(kind, chance, (after[0], after[1]), changes)
        for ending, chance in played.ended.items():
            ends = self.over(ending), 0
            tables.line(OVER, chance, ends, [0] * self._people)
        return tables.table(start)

    def _change(
        self,
        seat: int,
        part: Part[S] | None,
        states: tuple[S, S],
        rows: tuple[list[int], list[int]],
    ) -> int:
        """Return the number of a change; where no part is separable what it ends as."""
        # A change is named by where it was seen: part, participant before, participant
        # after. `_changing` works out what the same change makes of others.
        before, after = rows[0][2 + seat], rows[1][2 + seat]
        if part is None:
            return after
        number = self._changes[seat]((self._parts.index(part), before, after))
        if number > len(self._change_of[seat]):
            self._change_of[seat].append((part, *states))
        return number

    # Playing.

    def play(self, rows: Ints) -> RoundOutcomes:
        """Return the outcomes of the rounds that begin at *rows*; raises TooWide."""
        columns = [np.ascontiguousarray(one, dtype=np.int64) for one in rows.T]
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
        """Take a part of every row: return what is within, begins anew, and is over."""
        found: tuple[list[RowTargets], ...] = [], [], []
        for at, (ends, pieces) in self._led(columns):
            for kind, into in zip((WITHIN, THEN, OVER), found, strict=True):
                which = np.flatnonzero(ends.kind == kind)
                if len(which):
                    cells = [ends.rest, ends.memories, *pieces]
                    cells = [one[which] for one in cells[: kind == OVER or None]]
                    into.append(
                        RowTargets(at[ends.row[which]], cells, ends.chance[which])
                    )
        return found

    def _led(self, columns: list[Ints]) -> Iterator[tuple[Ints, Led]]:
        """Yield some rows after others, and what they lead to."""
        parted = ints_of(self._part_of)[columns[0]] != NONE
        at = np.flatnonzero(~parted)
        if len(at):
            yield at, self._one_by_one([one[at] for one in columns])
        at = np.flatnonzero(parted)
        if not len(at):
            return
        tables = self._tabled([one[at] for one in columns])
        # To put a short table and what follows it together saves nothing.
        long = ints_of(self._role)[columns[0][at]] == _FIRST
        long &= ints_of(self._tables.size)[tables] >= _LONG
        for some, way in ((~long, self._part_by_part), (long, self._two_by_two)):
            which = np.flatnonzero(some)
            if len(which):
                rows = [one[at[which]] for one in columns]
                yield at[which], way(rows, tables[which])

    def _part_by_part(self, columns: list[Ints], tables: Ints) -> Led:
        """Return what rows lead to by these *tables*."""
        ends = self._tables.ends(tables)
        return ends, self._become(ends, columns)

    def _become(self, ends: Ends, columns: list[Ints]) -> list[Ints]:
        """Return the participants at *ends* of rows with these *columns*."""
        found: list[Ints] = []
        for changed, made, column in zip(
            self._changed, ends.changes, columns[2:], strict=True
        ):
            piece = column[ends.row]
            for change in made:
                piece = changed(change, piece)
            found.append(piece)
        return found

    def _two_by_two(self, columns: list[Ints], tables: Ints) -> Led:
        """Return what rows lead to by these *tables* and the parts that follow."""
        chained = self._chained
        reads = [
            pairs(columns[0], column)
            for pairs, column in zip(self._later_reads, columns[2:], strict=True)
        ]
        key = chained.keys([tables, *reads])
        new = np.array(_places_unknown(chained.start, key), dtype=np.int64)
        for begin in range(0, len(new), _SOME):
            at = new[begin : begin + _SOME]
            chained.keep(
                key[at], *self._chain([one[at] for one in columns], tables[at])
            )
        ends = chained.ends(key)
        return ends, self._become(ends, columns)

    def _chain(self, columns: list[Ints], tables: Ints) -> Led:
        """Return the same, where no table of both parts is known."""
        first, pieces = self._part_by_part(columns, tables)
        goes_on = first.kind == WITHIN
        on = np.flatnonzero(goes_on)
        goes_on[on] = ints_of(self._role)[first.rest[on]] == _INNER
        on, off = np.flatnonzero(goes_on), np.flatnonzero(~goes_on)
        begun = [first.rest[on], first.memories[on], *[one[on] for one in pieces]]
        then, after = self._part_by_part(begun, self._tabled(begun))
        ends = chained_ends(first.some(off), first.some(on), then)
        both = zip([one[off] for one in pieces], after, strict=True)
        return ends, [np.concatenate(one) for one in both]

    def _one_by_one(self, columns: list[Ints]) -> Led:
        """Return what comes of rows whose parts are not separable; it is not kept."""
        tables = Tables(self._people)
        numbers = [
            self._learnt(list(row), tables, self.rounds.step)
            for row in zip(*[one.tolist() for one in columns], strict=True)
        ]
        ends = tables.ends(np.array(numbers, dtype=np.int64))
        # Where no part is separable participants are written as they are at the end.
        return ends, [become for (become,) in ends.changes]


def _places_unknown(known: "array[int]", numbers: Ints) -> list[int]:
    """Return where those of *numbers* come first of which nothing is *known*.

    There is room for all of them then. A search that its budget ended may have left
    some without an entry.
    """
    known.extend([_UNKNOWN] * (int(numbers.max(initial=-1)) + 1 - len(known)))
    at = np.flatnonzero(ints_of(known)[numbers] == _UNKNOWN)
    first, _ = distinct_keys(numbers[at])
    places: list[int] = at[first].tolist()
    return places
