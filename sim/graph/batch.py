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
from collections.abc import Callable, Hashable
from math import inf, nan
from typing import Generic, TypeVar, cast

import numpy as np
from msgspec import Struct

from sim.graph.choosers import Memories
from sim.graph.columns import Floats, Ints, Numbering, distinct, sparse
from sim.graph.gathered import Gathered, Lines, merged
from sim.graph.noted import Expression, Notes, holding
from sim.graph.pairs import Pairs
from sim.graph.parts import Played, Position
from sim.graph.rounds import Rounds
from sim.graph.tables import NONE, Cached, Case, Cases, Tables, chances_of, view_of
from sim.seam.chart import Part, Split
from sim.seam.events import Seat
from sim.seam.protocol import State

S = TypeVar("S", bound=State)

_WITHIN, _THEN, _ENDED = 0, 1, 2
_UNKNOWN = -2
_WIDE = 1 << 21
"""A matrix of so many entries is too large: the batch is then played in halves."""


class Inseparable(Exception):  # noqa: N818 - no error: it is solved without batches
    """Tables and rules differ: the chart's declarations about its parts are wrong."""


class TooWide(Exception):  # noqa: N818 - no error: fewer positions are played at once
    """The batch has grown to too many rows."""


class Came(Struct):
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
        self._aheads: list[array[float]] = []
        """For each question the leads there, by what they depend on; nan if unknown."""
        self._changes: list[Numbering[Hashable]] = [Numbering() for _ in range(people)]
        self._change_of: list[list[tuple[Part[S], S, S]]] = [[] for _ in range(people)]
        self._changed = [self._changing(seat) for seat in range(people)]
        self._tables = Tables(people)
        self._cached = Cached()
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

    def _check(self) -> None:
        self.rounds.check()

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

        return Pairs(read, self._check)

    def _changing(self, seat: int) -> Pairs:
        """Return what becomes of a participant, by change and participant."""

        def change(number: int, piece: int) -> int:
            part, begun, ended = self._change_of[seat][number]
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
        for at in _unknown(cached.only, key):
            cases = self._cases_of([int(column[at]) for column in columns])
            cached.cases[int(key[at])], cached.only[int(key[at])] = cases, cases.only
        found = view_of(cached.only)[key]
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
        for at in _unknown(cached.chosen, kind):
            row = [int(column[at]) for column in columns]
            table = self._chosen_for(int(key[at]), int(name[at]), row)
            cached.chosen[int(kind[at])] = table
        return view_of(cached.chosen)[kind]

    def _chosen_for(self, key: int, name: int, row: list[int]) -> int:
        """Return the table of the first case that holds, of a new one if none does."""
        # No two cases can hold for the same leads, so the first that holds is the one.
        cases, (state, _) = self._cached.cases[key].cases, self.position(row)
        for case in cases:
            if self._holds(case, name, state):
                return case.table
        cases.append(self._case(row))
        return cases[-1].table

    def _holds(self, case: "Case", name: int, state: S) -> bool:
        """Whether what was noted comes out alike in a round that begins in *state*."""
        for question, test in case.noted:
            # A lead depends on nothing but *name*: it is worked out once for each
            # question, however many rows ask.
            known = self._aheads[question]
            if name >= len(known):
                known.extend([nan] * (name + 1 - len(known)))
            ahead = known[name]
            if ahead != ahead:  # noqa: PLR0124 - nan alone is not what it is
                ahead = known[name] = self._ahead(question, state)
            if ahead == inf or not test(ahead):
                return False
        return True

    def _ahead(self, question: int, state: S) -> float:
        """Return the lead at a question of a part that begins at *state*.

        Without end where nobody can say.
        """
        part, seat, begun, view = self._asked[question]
        assert part.leads is not None
        ahead = part.leads(part.after(state, begun, view), seat)
        return inf if ahead is None else ahead

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
        # Leads within the part differ from state to state: they are worked out from
        # where the part began, and what was seen at the question.
        notes, begun = noting[0], position[0]
        noted: dict[int, dict[Expression, object]] = {}
        for (number, expression), result in notes.found.items():
            seat, view, _ = cast("tuple[Seat, S, float]", notes.asked[number])
            # Questions before which the same happened, as far as leads go, are one.
            change = part.leads_change or _by_itself
            question = self._questions((part, seat, change(begun, view)))
            if question == len(self._asked):
                self._asked.append((part, seat, begun, view))
                self._aheads.append(array("d"))
            noted.setdefault(question, {})[expression] = result
        tests = [(one, holding(tuple(found.items()))) for one, found in noted.items()]
        return Case(table, tuple(tests))

    def _learnt(
        self,
        row: list[int],
        tables: Tables,
        step: Callable[[Position[S]], Played[S]],
    ) -> int:
        """Play from *row* through the rules, and write the outcomes into a table."""
        position = self.position(row)
        number = self._part_of[row[0]]
        part = None if number == NONE else self._parts[number]
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
        each = np.arange(len(rows))
        mass = sparse((np.ones(len(rows)), (each, each)), (len(rows), len(rows)))
        then, over = Gathered(len(rows)), Gathered(len(rows))
        while mass.nnz:
            self.rounds.watch(mass.nnz)
            if mass.nnz > _WIDE and len(rows) > 1:
                raise TooWide
            within, begun, ended = self._parts_of(columns)
            then.add(mass, begun)
            over.add(mass, ended)
            columns, onward = merged(within, mass.shape[1])
            mass = mass @ onward
        cells, source, to, chance = then.all()
        ends, over_source, which, over_chance = over.all()
        return Came(
            np.stack(cells, axis=1) if cells else rows[:0],
            source,
            to,
            chance,
            over_source,
            ends[0][which] if ends else which,
            over_chance,
        )

    def _parts_of(self, columns: list[Ints]) -> tuple[list[Lines], ...]:
        """Take a part of every row: return what is within, begins anew, and is over."""
        found: tuple[list[Lines], ...] = [], [], []
        separable = view_of(self._part_of)[columns[0]] != NONE
        for some, separately in ((separable, True), (~separable, False)):
            at = np.flatnonzero(some)
            if not len(at):
                continue
            lines = self._step(at, [one[at] for one in columns], separately=separately)
            for one, into in zip(lines, found, strict=True):
                if len(one.chance):
                    into.append(one)
        return found

    def _step(
        self, at: Ints, columns: list[Ints], *, separately: bool
    ) -> tuple[Lines, ...]:
        """Take the part of the rows *at* there: return what is within, then, over."""
        if separately:
            tables, number = self._tables, self._tabled(columns)
        else:
            tables, number = self._one_by_one(columns)
        # Replace each row by as many rows as its table has lines, without a loop: *row*
        # says from which row each new one comes, *line* which line of all tables it is.
        # The lines of one table follow one another, so a shift a table is enough.
        sizes = view_of(tables.size)[number]
        row = np.repeat(np.arange(len(at)), sizes)
        before = np.cumsum(sizes) - sizes
        shift = view_of(tables.start)[number] - before
        line = np.arange(len(row)) + np.repeat(shift, sizes)
        chance = chances_of(tables.chance)[line]
        kind = view_of(tables.kind)[line]
        rest, memories = view_of(tables.rest), view_of(tables.memories)
        found: list[Lines] = []
        for wanted in (_WITHIN, _THEN):
            which = np.flatnonzero(kind == wanted)
            lines, rows = line[which], row[which]
            cells = [rest[lines], memories[lines]]
            for seat in range(self._people):
                change = view_of(tables.changes[seat])[lines]
                if separately:
                    change = self._changed[seat](change, columns[2 + seat][rows])
                cells.append(change)
            found.append(Lines(at[rows], cells, chance[which]))
        which = np.flatnonzero(kind == _ENDED)
        found.append(Lines(at[row[which]], [rest[line[which]]], chance[which]))
        return tuple(found)

    def _one_by_one(self, columns: list[Ints]) -> tuple[Tables, Ints]:
        """Return tables for rows whose parts are not separable; they are not kept."""
        tables = Tables(self._people)
        numbers = [
            self._learnt(list(row), tables, self.rounds.step)
            for row in zip(*[one.tolist() for one in columns], strict=True)
        ]
        return tables, np.array(numbers, dtype=np.int64)


def _by_itself(begun: S, view: S) -> Hashable:
    return begun, view


def _unknown(known: "array[int]", numbers: Ints) -> list[int]:
    """Return where those of *numbers* come first of which nothing is *known*.

    There is room for all of them then. A search that its budget ended may have left
    some without an entry.
    """
    known.extend([_UNKNOWN] * (int(numbers.max(initial=-1)) + 1 - len(known)))
    at = np.flatnonzero(view_of(known)[numbers] == _UNKNOWN)
    first, _ = distinct(numbers[at])
    places: list[int] = at[first].tolist()
    return places
