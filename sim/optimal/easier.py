"""A bound from an easier conflict: states eased for one side, numbers in arrays.

Where numbers only add up (`sim.seam.chart.Sums`), states that differ only in them share
one *core*, with an array of values: a cell for each combination of numbers. Where a
turn begins, the numbers are rounded to a grid in favour of one side, and the rest of
the state is eased for it (`sim.seam.chart.Easing`). If no such change is ever worse for
that side, then by induction from the last turn backwards the easier conflict is worth
at least as much to it as the true one. So its value is a bound, however coarse the
grid is.

1. Each turn is followed once for each core and each set of marks reached. The numbers
   of its states are those added since the turn began.
2. Where a mark may be reached, the cells branch by the marks that they reach.
3. Round by round backwards, every core's array follows from those of the next round.

Only open choices are followed: no sealed choices, no judges, no agents that draw.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Generic, TypeVar

import numpy as np
from msgspec import Struct, structs

from sim.errors import OddsError
from sim.graph.budget import BoundError, Budget, megabytes, without_garbage_collection
from sim.graph.choosers import Choosers
from sim.graph.clock import Clock, TimeUpError
from sim.graph.rounds import Rounds
from sim.optimal.axes import axis
from sim.optimal.blocks import Side
from sim.optimal.cells import DraftNode, Grid, Marks, Numbers, Program
from sim.optimal.easier_nodes import (
    ChoiceOfState,
    DiceRoll,
    MarksReached,
    Node,
    TurnBegun,
)
from sim.optimal.matrix import Floats
from sim.optimal.sides import Sides
from sim.seam.protocol import Chance, Decision, Due, Outcome, RuleSystem, State

S = TypeVar("S", bound=State)

_STILL = "steady"
"""The agent at every seat; it is never asked."""
_ROUNDS = 10_000
"""If there are more rounds, the conflict counts as one without a limit."""
_OFTEN = 1024
"""How many states are followed between two looks at the memory."""
_LONGER = 2.5
"""A finer grain takes at least this many times as long as the one before."""
_GRAINS = 6
"""How many grains are tried, however much time there is."""
_CLOSED = 1e-9


class CannotBeEasedError(OddsError):
    """The conflict has hidden or judged parts, or numbers beyond the grid."""

    def __init__(self, what: str) -> None:
        super().__init__(f"no easier conflict can be followed: {what}")


class DifferenceBounds(Struct, frozen=True):
    """Bounds of the difference of returns, and the number of states used."""

    low: float
    high: float
    states: int


@without_garbage_collection()
def bounds_by_easing(
    system: RuleSystem[Any],
    scenario: object,
    sides: Sides,
    budget: Budget,
    clock: Clock,
) -> DifferenceBounds:
    """Return bounds of the difference of returns; they narrow with more time.

    Raises CannotBeEasedError if the chart of *system* does not say how to ease it.
    """
    easier = EasedConflict(system, scenario, sides, budget)
    ends = [1.0, -1.0]
    for grain in range(_GRAINS):
        begun = clock.left
        try:
            for side in (1, 0):
                bound = easier.bound(side, grain, clock)
                tighter = max if side else min
                ends[side] = tighter(ends[side], bound)
        except (TimeUpError, BoundError):
            break
        high, low = ends
        if high - low < _CLOSED or clock.left < _LONGER * (begun - clock.left):
            break
    high, low = ends
    return DifferenceBounds(low, high, easier.states)


class EasedConflict(Generic[S]):
    """A conflict that is eased for one side or the other, by a grain.

    Raises CannotBeEasedError if it cannot be followed in arrays.
    """

    def __init__(
        self, system: RuleSystem[S], scenario: object, sides: Sides, budget: Budget
    ) -> None:
        chart, self._begun = system.solving.chart, system.initial(scenario)
        sums = None if chart.sums is None else chart.sums(self._begun)
        easing = None if sums is None else sums.easing(self._begun)
        if sums is None or easing is None or chart.begins is None:
            what = "nothing is promised of its states"
            raise CannotBeEasedError(what)
        seats = system.seats(scenario)
        if len(seats) > len(sides.both) or sides.restricted:
            what = "somebody is asked who is neither side"
            raise CannotBeEasedError(what)
        choosers = Choosers(system, seats, [_STILL] * len(seats))
        self._rounds: Rounds[S] = Rounds(system, choosers, lambda _: True)
        self._system, self._sides, self._budget = system, sides, budget
        self._begins, self._sums, self._easing = chart.begins, sums, easing
        self._nodes: dict[S, Node[S]] = {}
        self._turns: dict[S, TurnBegun[S] | None] = {}
        self._side, self._grain = 0, 0
        self._amounts = [set[int]() for _ in easing.bears]
        """The amounts added to each number in any turn that was followed."""

    @property
    def states(self) -> int:
        """The number of states followed, each for many numbers at once."""
        return len(self._nodes)

    def bound(self, side: Side, grain: int, clock: Clock) -> float:
        """Return a bound of the difference of returns: its value, eased for *side*.

        Easing for the first side gives an upper bound, for the second a lower one. A
        larger *grain* eases less. Raises TimeUpError, or BoundError if the budget is
        used up.
        """
        if (side, grain) != (self._side, self._grain):
            self._turns.clear()
        self._side, self._grain = side, grain
        seat, begun = self._sides.both[side], self._begun
        ups = tuple([bears != seat for bears in self._easing.bears])
        parts = self._easing.parts(grain)
        lengths = zip(self._easing.most(begun), self._amounts, ups, strict=True)
        axes = [axis(most, parts, amounts, up=up) for most, amounts, up in lengths]
        return _Sweep(self, Grid(axes, up=ups), clock).worth()

    def last(self, round_: int) -> int:
        """Return the round that represents all rounds like *round_*."""
        return self._sums.moment(structs.replace(self._begun, round=round_))

    def turn(self, state: S) -> TurnBegun[S] | None:
        """Return the turn that begins at *state*, None if none does."""
        if state not in self._turns:
            self._turns[state] = self._turn(state) if self._begins(state) else None
        return self._turns[state]

    def _turn(self, state: S) -> TurnBegun[S]:
        added = self._sums.numbers(state)
        for amounts, amount in zip(self._amounts, added, strict=True):
            amounts.add(amount)
        zero = self._sums.having(state, (0,) * len(added))
        eased = self._easing.eased(zero, self._sides.both[self._side], self._grain)
        core = self._rounds.essential(eased)
        return TurnBegun(structs.replace(core, round=self.last(core.round)), added)

    def begun(self) -> S:
        """Return the state at which the first turn begins."""
        return self._stop(self._begun)

    def node(self, state: S) -> Node[S]:
        """Return the node of *state*, at which something is open."""
        node = self._nodes.get(state)
        if node is None:
            self._look()
            node = self._nodes[state] = self._follow(state)
        return node

    def _look(self) -> None:
        budget = self._budget
        if len(self._nodes) >= budget.states:
            what = "too many states"
            raise BoundError(what, budget.of_states)
        if len(self._nodes) % _OFTEN == 0 and megabytes() > budget.megabytes:
            what = "too much memory"
            raise BoundError(what, budget.of_memory)

    def added(self, state: S) -> Numbers:
        """Return the numbers of *state*: what was added since its turn began."""
        return self._sums.numbers(state)

    def way(self, state: S, numbers: Numbers) -> S | float:
        """Return what follows a branch by marks, if its turn began with *numbers*.

        That is the next state, with the numbers added since the turn, or the worth of
        an ending.
        """
        sums, added = self._sums, self._sums.numbers(state)
        total = tuple(map(sum, zip(added, numbers, strict=True)))
        actual = sums.having(state, total)
        asked = self._system.ask(actual)
        if type(asked) is Outcome:
            first, second = self._sides.both
            return asked.returns[first] - asked.returns[second]
        assert type(asked) is Due
        after = self._stop(self._rounds.folded(actual, asked.events))
        reached = sums.numbers(after)
        most = self._easing.most(after)
        beyond = any(
            number > limit for number, limit in zip(reached, most, strict=True)
        )
        if beyond and self._begins(after):
            what = "a number is beyond the most that was promised"
            raise CannotBeEasedError(what)
        pairs = zip(reached, numbers, strict=True)
        added_since = tuple([number - begun for number, begun in pairs])
        return sums.having(after, added_since)

    def _stop(self, state: S) -> S:
        """Return the next state at which something is open."""
        while not self._sums.begins(state) and not self._begins(state):
            asked = self._system.ask(state)
            if type(asked) is Due:
                state = self._rounds.folded(state, asked.events)
            elif type(asked) is Decision and len(asked.options) == 1:
                state = self._rounds.answered(state, asked.options[0])
            else:
                break
        return state

    def _follow(self, state: S) -> Node[S]:
        asked = self._system.ask(state)
        if self._sums.begins(state) or type(asked) is Outcome:
            return self._marks_reached(state)
        if type(asked) is Chance:
            return self._rolled(state)
        assert type(asked) is Decision
        first, second = self._sides.both
        for seat in (first, second):
            if self._system.view(state, seat) != state:
                what = "something is hidden"
                raise CannotBeEasedError(what)
        rounds = self._rounds
        after = [self._stop(rounds.answered(state, fact)) for fact in asked.options]
        return ChoiceOfState(int(asked.who == second), tuple(dict.fromkeys(after)))

    def _rolled(self, state: S) -> DiceRoll[S]:
        chances: dict[S, float] = {}
        for chance, (fallen, _) in self._rounds.fallen((state, ())):
            after = self._stop(fallen)
            chances[after] = chances.get(after, 0.0) + chance
        return DiceRoll(np.array(list(chances.values())), tuple(chances))

    def _marks_reached(self, state: S) -> MarksReached[S]:
        nothing = (0,) * len(self._sums.numbers(state))
        marks = self._sums.marks(self._sums.having(state, nothing))
        weights = np.array([mark.weights for mark in marks], dtype=np.int64)
        least = np.array([mark.least for mark in marks], dtype=np.int64)
        return MarksReached(Marks(weights.reshape(-1, len(nothing)), least), {})


class _Draft(Generic[S]):
    """A program under construction: turns of one level, none leading to another."""

    def __init__(self) -> None:
        self.nodes: list[DraftNode] = []
        self.ids: dict[S | float, int] = {}
        self._alike: dict[tuple[object, ...], int] = {}
        self.cores: list[tuple[int, int]] = []
        """(row, node) of each turn."""

    def add(self, key: S | float, node: DraftNode) -> int:
        """Add a node; return its number, or that of a node with equal values.

        A node with a single target is that target.
        """
        if len(node.after) == 1:
            number = node.after[0]
        else:
            number = self._alike.setdefault(node.key, len(self.nodes))
            if number == len(self.nodes):
                self.nodes.append(node)
        self.ids[key] = number
        return number


class _Round(Generic[S]):
    """The turns of a round, or of all rounds that are alike, with what follows them."""

    def __init__(self, easier: EasedConflict[S], grid: Grid, clock: Clock) -> None:
        self._easier, self._grid, self._clock = easier, grid, clock
        self._levels: dict[S, int] = {}
        self._known: dict[S, tuple[S | float, ...]] = {}
        """State at which marks may be reached -> what follows, by sets of marks."""
        self._drafts: list[_Draft[S]] = []
        self.rows: dict[S, int] = {}
        """Core of a turn -> its row, over all levels."""
        self.laters: dict[S, int] = {}
        """Core of a turn of the next round -> its number."""
        self._programs: list[tuple[list[int], Program]] = []

    def add(self, core: S) -> int:
        """Follow the turn that begins at *core*, and those it leads to.

        Return its level, which is above those of the turns of the same round to which
        it leads.
        """
        level = self._levels.get(core)
        if level is None:
            inner = self._inner(core)
            level = max([1 + self.add(turn) for turn in inner], default=0)
            self._levels[core] = level
            while len(self._drafts) <= level:
                self._drafts.append(_Draft())
            draft = self._drafts[level]
            row = self.rows[core] = len(self.rows)
            draft.cores.append((row, self._followed(core, core, draft)))
        return level

    def _inner(self, core: S) -> list[S]:
        """Return the turns of the same round to which a turn leads."""
        self._clock.look()
        inner: dict[S, None] = {}
        waiting, seen = [*self._after(core)], set[S]()
        while waiting:
            state = waiting.pop()
            if state in seen:
                continue
            seen.add(state)
            turn = self._easier.turn(state)
            if turn is None:
                waiting += self._after(state)
            elif state.round > core.round:
                self.laters.setdefault(turn.core, len(self.laters))
            else:
                inner[turn.core] = None
        return list(inner)

    def _after(self, state: S) -> Iterable[S]:
        """Return the states that follow *state* in any cell."""
        node = self._easier.node(state)
        if not isinstance(node, MarksReached):
            return node.after
        ways = self._ways(state, node)
        return [way for way in ways if not isinstance(way, int | float)]

    def _ways(self, state: S, node: MarksReached[S]) -> Sequence[S | float]:
        """Return what follows for every set of marks that is reached in some cell."""
        ways = self._known.get(state)
        if ways is None:
            self._clock.look()
            ways = self._known[state] = self._ways_by_set(state, node)
        return ways

    def _ways_by_set(self, state: S, node: MarksReached[S]) -> tuple[S | float, ...]:
        """Return what follows *state*, in the order of the sets of marks.

        One cell of each set is followed: all others that reach the same marks differ
        from it in their numbers alone.
        """
        sets, which = self._grid.parted(node.marks, self._easier.added(state))
        ways = list[S | float]()
        for number, reached in enumerate(sets):
            key = reached.tobytes()
            if key not in node.ways:
                cell = self._grid.cells[int(np.argmax(which == number))]
                node.ways[key] = self._easier.way(state, tuple(cell.tolist()))
            ways.append(node.ways[key])
        return tuple(ways)

    def _node(self, state: S | float, core: S, draft: _Draft[S]) -> int:
        """Return the number of the node of *state* in the turn of *core*."""
        known = draft.ids.get(state)
        if known is not None:
            return known
        if isinstance(state, int | float):
            return draft.add(state, DraftNode(worth=state))
        turn = self._easier.turn(state)
        if turn is None:
            return self._followed(state, core, draft)
        later = state.round > core.round
        row = self.laters[turn.core] if later else self.rows[turn.core]
        return draft.add(state, DraftNode(turn=row, added=turn.added, later=later))

    def _followed(self, state: S, core: S, draft: _Draft[S]) -> int:
        """Add the node of *state* after those that follow it; return its number."""
        node = self._easier.node(state)
        if isinstance(node, MarksReached):
            ways = self._ways(state, node)
            after = tuple([self._node(way, core, draft) for way in ways])
            added = self._easier.added(state)
            drafted = DraftNode(marks=node.marks, added=added, after=after)
        elif isinstance(node, DiceRoll):
            shares: dict[int, float] = {}
            for chance, after_roll in zip(
                node.chances.tolist(), node.after, strict=True
            ):
                number = self._node(after_roll, core, draft)
                shares[number] = shares.get(number, 0.0) + chance
            chances = np.array(list(shares.values()))
            drafted = DraftNode(after=tuple(shares), chances=chances)
        else:
            options = {self._node(option, core, draft) for option in node.after}
            after = tuple(sorted(options))
            drafted = DraftNode(after=after, side=node.side)
        return draft.add(state, drafted)

    def values(self, later: Floats) -> Floats:
        """Return the values of all turns in every cell, by those of the next round."""
        if not self._programs:
            for draft in self._drafts:
                rows, cores = zip(*draft.cores, strict=True)
                program = Program(draft.nodes, cores, self._grid)
                self._programs.append((list(rows), program))
        values = np.empty((len(self.rows), len(self._grid.cells)))
        for places, program in self._programs:
            values[places] = program.run(values, later, self._clock)
        return values


class _Sweep(Generic[S]):
    """Backward induction, round by round, over one grid."""

    def __init__(self, easier: EasedConflict[S], grid: Grid, clock: Clock) -> None:
        self._easier, self._grid, self._clock = easier, grid, clock

    def worth(self) -> float:
        """Return the value of the first turn."""
        easier = self._easier
        first = easier.turn(easier.begun())
        if first is None:
            what = "it does not begin with a turn"
            raise CannotBeEasedError(what)
        rounds = self._followed(first)
        later = values = np.zeros((0, len(self._grid.cells)))
        for number in range(len(rounds) - 1, -1, -1):
            round_ = rounds[number]
            if number + 1 < len(rounds):
                after = rounds[number + 1].rows
                next_ = easier.last(first.core.round + number + 1)
                rows = [after[_core_in_round(core, next_)] for core in round_.laters]
                later = values[rows]
            values = round_.values(later)
        row = rounds[0].rows[first.core]
        return float(values[row][self._grid.place(first.added)])

    def _followed(self, first: TurnBegun[S]) -> list[_Round[S]]:
        """Return all rounds in order; rounds that are alike are the same object."""
        rounds, known = list[_Round[S]](), dict[int, _Round[S]]()
        cores: Iterable[S] = [first.core]
        while cores:
            number = self._easier.last(first.core.round + len(rounds))
            if number not in known:
                known[number] = _Round(self._easier, self._grid, self._clock)
            round_ = known[number]
            for core in cores:
                round_.add(_core_in_round(core, number))
            rounds.append(round_)
            if len(rounds) > _ROUNDS:
                what = "its rounds have no limit"
                raise CannotBeEasedError(what)
            cores = tuple(round_.laters)
        self._close(rounds, first.core.round)
        return rounds

    def _close(self, rounds: list[_Round[S]], begun: int) -> None:
        """Follow in every round all turns to which the round before may lead.

        Rounds that are alike share their turns, so a turn found in a later one may need
        more turns in the next: this is repeated until nothing is added.
        """
        added = True
        while added:
            added = False
            for number, (round_, after) in enumerate(pairwise(rounds), begun + 1):
                last = self._easier.last(number)
                for core in list(round_.laters):
                    if _core_in_round(core, last) not in after.rows:
                        after.add(_core_in_round(core, last))
                        added = True


def _core_in_round(core: S, round_: int) -> S:
    """Return *core* in a round."""
    return structs.replace(core, round=round_)
