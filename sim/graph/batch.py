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
   and participant: one change applies to many participants.
3. Merge equal rows of the same source and add their probabilities. Rows at which the
   next round begins, or the conflict is over, are put aside; the others go on at 1.

Where a part is not separable, or none begins, rows are played one by one. All tables
are filled by the rule system's own functions, and now and then a whole round is played
without any table as a check.
"""

from array import array
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar, cast

import numpy as np
from msgspec import Struct

from sim.graph.choosers import Memories
from sim.graph.columns import Floats, Ints, Numbering, Pairs, packed
from sim.graph.noted import Expression, Notes, computing
from sim.graph.parts import Played, Position
from sim.graph.rounds import Rounds
from sim.seam.chart import Part, Split
from sim.seam.events import Seat
from sim.seam.protocol import State

S = TypeVar("S", bound=State)

_WITHIN, _THEN, _ENDED = 0, 1, 2
_NONE = -1
_WIDE = 1 << 19
"""So many rows at once are too many: the batch is then played in halves."""


class Inseparable(Exception):  # noqa: N818 - no error: it is solved without batches
    """Tables and rules differ: the chart's declarations about its parts are wrong."""


class TooWide(Exception):  # noqa: N818 - no error: fewer positions are played at once
    """The batch has grown to too many rows."""


class Came(Struct):
    """The outcomes of the rounds of a batch, in arrays of equal length.

    *source* is the place in the batch, *rows* the positions at which the next rounds
    begin, *over* the numbers of endings with the round they came in.
    """

    source: Ints
    rows: Ints
    chance: Floats
    over_source: Ints
    over: Ints
    over_chance: Floats


class Case(Struct, frozen=True):
    """A table, and what must come out alike for it: question, computation, result."""

    table: int
    noted: tuple[tuple[int, Callable[[float], object], object], ...]


class Cases(Struct):
    """The cases of a part with one cache key that depends on leads as well."""

    cases: list[Case]
    tables: dict[tuple[int, ...], int]

    @property
    def only(self) -> int:
        """The table, where leads do not matter; otherwise -1."""
        one = self.cases[0]
        return _NONE if one.noted else one.table


class _Tables:
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


def _view(values: "array[int]") -> Ints:
    return np.frombuffer(values, dtype=np.int64) if values else np.zeros(0, np.int64)


def _chances(values: "array[float]") -> Floats:
    return np.frombuffer(values, dtype=np.float64) if values else np.zeros(0)


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
        self._part_of = array("q")
        """For each rest which separable part begins there, -1 for none."""
        self._samples: list[tuple[Hashable, ...]] = []
        """For each rest the participants of some state that has it."""
        self._read: Numbering[Hashable] = Numbering()
        self._reads = [self._pairs(seat, leads=False) for seat in range(people)]
        self._lead_reads = [self._pairs(seat, leads=True) for seat in range(people)]
        self._led_part: Part[S] | None = None
        """Some part that says what leads depend on."""
        self._questions: Numbering[Hashable] = Numbering()
        self._asked: list[tuple[Part[S], Seat, S, S]] = []
        """For each question at which leads were compared: part, seat, begun, view."""
        self._aheads: dict[tuple[int, tuple[int, ...]], float | None] = {}
        self._changes: list[Numbering[Hashable]] = [Numbering() for _ in range(people)]
        self._change_of: list[list[tuple[Part[S], S, S]]] = [[] for _ in range(people)]
        self._changed = [self._changing(seat) for seat in range(people)]
        self._tables = _Tables(people)
        self._known: dict[bytes, Cases] = {}
        self.over: Numbering[tuple[str, tuple[float, ...], int]] = Numbering()
        self.rows_seen = 0

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
            self._part_of.append(_NONE if part is None else self._part_number(part))
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

    def _part_number(self, part: Part[S]) -> int:
        if part not in self._parts:
            self._parts.append(part)
        return self._parts.index(part)

    def round_of(self, rests: Ints) -> Ints:
        """Return the round of each of these *rests*."""
        return np.array([one.round for one in self._rests.all], dtype=np.int64)[rests]

    # What is looked up, and worked out where it is not known.

    def _pairs(self, seat: int, *, leads: bool) -> Pairs:
        """Return the cached reads of a part, by rest and participant."""

        def read(rest: int, piece: int) -> int:
            part = self._led_part if leads else self._parts[self._part_of[rest]]
            assert part is not None
            # Leads depend on nothing but participants: any state will do.
            pieces = list(self._samples[0 if leads else rest])
            pieces[seat] = self._pieces[seat].all[piece]
            state = self._split.joined(self._rests.all[rest], tuple(pieces))
            reads = part.leads_read if leads else part.reads_without_lead or part.reads
            assert reads is not None
            return self._read(reads(state))

        return Pairs(read)

    def _changing(self, seat: int) -> Pairs:
        """Return what becomes of a participant, by change and participant."""

        def change(number: int, piece: int) -> int:
            part, begun, ended = self._change_of[seat][number]
            rest, pieces = self._split.apart(begun)
            own = (*pieces[:seat], self._pieces[seat].all[piece], *pieces[seat + 1 :])
            after = part.after(self._split.joined(rest, own), begun, ended)
            return self._pieces[seat](self._split.apart(after)[1][seat])

        return Pairs(change)

    def _by_leads(
        self, columns: list[Ints], apart: Ints
    ) -> tuple[Ints, Ints, list[tuple[int, ...]]]:
        """Tell rows *apart*, and also by all that leads depend on.

        Return one row of each kind, the kind of each row, and what leads depend on.
        """
        none = np.zeros(len(columns[0]), dtype=np.int64)
        reads = [
            pairs(none, column)
            for pairs, column in zip(self._lead_reads, columns[2:], strict=True)
        ]
        _, first, place = np.unique(
            packed([apart, *reads]),
            return_index=True,
            return_inverse=True,
        )
        names = zip(*[one[first].tolist() for one in reads], strict=True)
        return first, place, list(names)

    def _tabled(self, columns: list[Ints]) -> Ints:
        """Return for each row the table of the separable part that begins there."""
        rest, memories = columns[:2]
        reads = [
            pairs(rest, column)
            for pairs, column in zip(self._reads, columns[2:], strict=True)
        ]
        # The cache key of the part, in numbers. Most rows of a batch share a key with
        # many others, so the dictionary is asked once for each key, not for each row.
        key = [rest, memories, *reads]
        _, first, place = np.unique(packed(key), return_index=True, return_inverse=True)
        keys = np.stack([one[first] for one in key], axis=1).astype(np.int32)
        names = keys.view(f"V{4 * keys.shape[1]}").ravel().tolist()
        known: list[Cases] = []
        for name, at in zip(names, first.tolist(), strict=True):
            cases = self._known.get(name)
            if cases is None:
                row = [int(column[at]) for column in columns]
                cases = self._known[name] = Cases([self._case(row)], {})
            known.append(cases)
        found = np.array([one.only for one in known], dtype=np.int64)[place]
        # These keys have several tables; which one holds depends on leads as well.
        hard = np.flatnonzero(found == _NONE)
        if len(hard):
            rows = [column[hard] for column in columns]
            found[hard] = self._by_cases(known, place[hard], rows)
        return found

    def _by_cases(self, known: list["Cases"], place: Ints, columns: list[Ints]) -> Ints:
        """Return the tables of rows where it matters how far somebody leads.

        Of each kind of row that one is looked for of which all holds that was noted.
        """
        first, kind, names = self._by_leads(columns, place)
        found: list[int] = []
        for at, name in zip(first.tolist(), names, strict=True):
            cases = known[int(place[at])]
            table = cases.tables.get(name)
            if table is None:
                row = [int(column[at]) for column in columns]
                state, _ = self.position(row)
                # No two cases can hold for the same leads, so the first that holds is
                # the one.
                for case in cases.cases:
                    if self._holds(case, name, state):
                        table = case.table
                        break
                else:
                    case = self._case(row)
                    cases.cases.append(case)
                    table = case.table
                cases.tables[name] = table
            found.append(table)
        return np.array(found, dtype=np.int64)[kind]

    def _holds(self, case: "Case", name: tuple[int, ...], state: S) -> bool:
        """Whether what was noted comes out alike in a round that begins in *state*."""
        for question, compute, result in case.noted:
            # A lead depends on nothing but *name*: it is worked out once for each
            # question, however many rows ask.
            key = question, name
            ahead = self._aheads.get(key)
            if ahead is None and key not in self._aheads:
                part, seat, begun, view = self._asked[question]
                assert part.leads is not None
                there = part.after(state, begun, view)
                ahead = self._aheads[key] = part.leads(there, seat)
            if ahead is None:
                return False
            if compute(ahead) != result:
                return False
        return True

    def _case(self, row: list[int]) -> "Case":
        """Play the part that begins at *row*, and say under which conditions it is."""
        part = self._parts[self._part_of[row[0]]]
        if part.reads_without_lead is None:
            return Case(self._learnt(row, self._tables, self.rounds.step), ())
        position = self.position(row)
        noting: list[Notes] = []

        def step(here: Position[S]) -> Played[S]:
            played, notes = self.rounds.noted(here)
            noting.append(notes)
            return played

        table = self._learnt(row, self._tables, step)
        # Agents compared leads that they had within the part. Begun at another state it
        # has other leads: so keep for each question where the part began and what was
        # seen, from which the lead of any other state is worked out.
        notes, begun = noting[0], position[0]
        assert part.leads_read is not None
        start = part.leads_read(begun)
        noted: dict[tuple[int, Expression], object] = {}
        for (number, expression), result in notes.found.items():
            seat, view, _ = cast("tuple[Seat, S, float]", notes.asked[number])
            # Questions that differ in nothing on which the lead depends are one.
            question = self._questions((seat, start, part.leads_read(view)))
            if question == len(self._asked):
                self._asked.append((part, seat, begun, view))
            noted[question, expression] = result
        tests = [
            (question, computing(expression), result)
            for (question, expression), result in noted.items()
        ]
        return Case(table, tuple(tests))

    def _learnt(
        self,
        row: list[int],
        tables: _Tables,
        step: Callable[[Position[S]], Played[S]],
    ) -> int:
        """Play from *row* through the rules, and write the outcomes into a table."""
        position = self.position(row)
        number = self._part_of[row[0]]
        part = None if number == _NONE else self._parts[number]
        played = step(position)
        # One line for each outcome. What follows is written as changes, not as
        # participants: the same change is then applied to whoever has the same key.
        start = len(tables.kind)
        for kind, found in ((_WITHIN, played.within), (_THEN, played.then)):
            for end, chance in found.items():
                after = self.row(end)
                changes = [
                    self._change(seat, part, (position[0], end[0]), (row, after))
                    for seat in range(self._people)
                ]
                tables.line(kind, chance, (after[0], after[1]), changes)
        for ending, chance in played.ended.items():
            ends = self.over(ending), 0
            tables.line(_ENDED, chance, ends, [0] * self._people)
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
        if number == len(self._change_of[seat]):
            self._change_of[seat].append((part, *states))
        return number

    # Playing.

    def play(self, rows: Ints) -> Came:
        """Return the outcomes of the rounds that begin at *rows*; raises TooWide."""
        columns = [np.ascontiguousarray(one, dtype=np.int64) for one in rows.T]
        source = np.arange(len(rows), dtype=np.int64)
        chance = np.ones(len(rows))
        then: list[tuple[list[Ints], Floats]] = []
        over: list[tuple[list[Ints], Floats]] = []
        while len(source):
            self.rounds.watch(len(source))
            if len(source) > _WIDE and len(rows) > 1:
                raise TooWide
            within: list[tuple[list[Ints], Floats]] = []
            # 1. Divide the rows by whether a separable part begins there.
            separable = _view(self._part_of)[columns[0]] != _NONE
            for some, separately in ((separable, True), (~separable, False)):
                if not some.any():
                    continue
                # 2. Take one part from each; what is reached lies within the round, at
                # the beginning of the next one, or is over.
                here = [source[some], *[one[some] for one in columns]]
                found = self._step(here, chance[some], separately=separately)
                for put, into in zip(found, (within, then, over), strict=True):
                    if len(put[1]):
                        into.append(put)
            # 3. Merge what lies within, or rows would multiply with every part.
            (source, *columns), chance = _added(within, 3 + self._people)
        (begins, *cells), chance = _added(then, 3 + self._people)
        (ends, kinds), ended = _added(over, 2)
        return Came(begins, np.stack(cells, axis=1), chance, ends, kinds, ended)

    def _step(
        self, here: list[Ints], chance: Floats, *, separately: bool
    ) -> tuple[tuple[list[Ints], Floats], ...]:
        """Take the part of every row: return what is within, then and over."""
        source, *columns = here
        self.rows_seen += len(source)
        if separately:
            tables, number = self._tables, self._tabled(columns)
        else:
            tables, number = self._one_by_one(columns)
        # Replace each row by as many rows as its table has lines, without a loop: *row*
        # says from which row each new one comes, *line* which line of all tables it is.
        # The lines of one table follow one another, so a shift a table is enough.
        sizes = _view(tables.size)[number]
        row = np.repeat(np.arange(len(source)), sizes)
        before = np.cumsum(sizes) - sizes
        shift = _view(tables.start)[number] - before
        line = np.arange(len(row)) + np.repeat(shift, sizes)
        share = chance[row] * _chances(tables.chance)[line]
        kind = _view(tables.kind)[line]
        rest, memories = _view(tables.rest), _view(tables.memories)
        found: list[tuple[list[Ints], Floats]] = []
        for wanted in (_WITHIN, _THEN):
            at = np.flatnonzero(kind == wanted)
            lines, rows = line[at], row[at]
            cells = [source[rows], rest[lines], memories[lines]]
            for seat in range(self._people):
                change = _view(tables.changes[seat])[lines]
                if separately:
                    change = self._changed[seat](change, columns[2 + seat][rows])
                cells.append(change)
            found.append((cells, share[at]))
        at = np.flatnonzero(kind == _ENDED)
        found.append(([source[row[at]], rest[line[at]]], share[at]))
        return tuple(found)

    def _one_by_one(self, columns: list[Ints]) -> tuple[_Tables, Ints]:
        """Return tables for rows whose parts are not separable; they are not kept."""
        tables = _Tables(self._people)
        _, first, place = np.unique(
            packed(columns), return_index=True, return_inverse=True
        )
        numbers = [
            self._learnt([int(one[at]) for one in columns], tables, self.rounds.step)
            for at in first.tolist()
        ]
        return tables, np.array(numbers, dtype=np.int64)[place]


def _added(
    found: list[tuple[list[Ints], Floats]], width: int
) -> tuple[list[Ints], Floats]:
    """Return all rows of *found*, those that are alike as one with their sum."""
    if not found:
        return [np.zeros(0, dtype=np.int64) for _ in range(width)], np.zeros(0)
    columns = [
        np.concatenate(parts) for parts in zip(*[one for one, _ in found], strict=True)
    ]
    chance = np.concatenate([one for _, one in found])
    _, first, place = np.unique(packed(columns), return_index=True, return_inverse=True)
    sums = np.bincount(place, chance, len(first)).astype(np.float64)
    return [one[first] for one in columns], sums
