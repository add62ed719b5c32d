"""Backward from the end: what every position is worth when both sides play well.

What is wanted is a number for every ending, of which the first side wants much and the
second little (`Aim`). A block is solved when all that follows it is:

1. Endings are worth what is wanted of them, and a throw the mean of what it leads to.
2. At an open choice whoever is asked takes the best.
3. A sealed choice is a matrix game, and what is hidden longer a small extensive one. Of
   these the mixes are kept, and what each of them makes sure of: a lower bound by the
   first side's, an upper one by the second's. Nothing is taken from a solver but mixes.

So every node has two numbers, which differ by no more than the mixes miss the value.
Of a graph that was not followed whole, what is not known is worth the least there is
for the lower number, and the most for the upper one: the value lies between them.

Where most positions do not know their round, they are worth what they are in the last
round that is like others; then they are computed again, round for round, up to the
first. Where what was chosen one round later is as good as anything, it is chosen again.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

import numpy as np
from msgspec import Struct, structs

from sim.graph.clock import Clock
from sim.optimal import matrix, sequence
from sim.optimal.blocks import EndOfConflict, Side, Trees
from sim.optimal.graph import Graph
from sim.optimal.layers import Layer, Layers, Rows, Stack, layers_of
from sim.optimal.matrix import STILL, Floats, Ints, MixPair

_KEPT = 20_000_000
"""The most values of nodes that are kept, of all rounds together."""
_ENDS = 2
"""Sweeps beside those for rounds that are alike: before the last, and of the first."""
_CLOSE = 1e-11
"""Two numbers that are nearer differ by what mixes miss, and not by what is unknown."""
_FEW = 20
"""An unfinished graph is computed for at most this many rounds: what lasts longer is
unknown, like the rounds at the limit."""
_CONVERGED = 1e-7
"""Bounds that move by less in a round are hardly nearer after more of them."""


class Aim(StrEnum):
    """What the first side wants much of, and the second little."""

    DIFFERENCE = "difference"
    """How much more the first side gets than the second."""
    FIRST = "first"
    """What the first side gets: so much it can be sure of."""
    SECOND = "second"
    """What the second side gets, below nothing: so much that side can be sure of."""

    def of(self, returns: tuple[float, float]) -> float:
        """Return the number to maximise of an ending with these *returns*."""
        first, second = returns
        if self is Aim.DIFFERENCE:
            return first - second
        return first if self is Aim.FIRST else -second

    @property
    def range(self) -> tuple[float, float]:
        """The least and the most there can be."""
        if self is Aim.DIFFERENCE:
            return -1.0, 1.0
        return (0.0, 1.0) if self is Aim.FIRST else (-1.0, 0.0)


class SweepChoices(Struct, frozen=True):
    """The choices of one sweep: the option at open choices, the mixes elsewhere.

    Only what changed since the sweep before is here. *opens* are (nodes, options).
    *values* are those of all nodes, halfway between their bounds; None if there are
    too many rounds to keep them all.
    """

    opens: tuple[Ints, Ints]
    mixes: dict[int, MixPair]
    values: Floats | None


class GraphValue(Struct, frozen=True):
    """The value of a graph by one aim: between *low* and *high* at its root.

    *plays* are the sweeps: the one for the last round that is like others first, and
    the last for the first round. *lows* and *highs* are of all nodes in the last sweep.
    *solved* are the mixes of what is sealed or hidden: best by the lower numbers, and
    best by the upper ones.
    """

    aim: Aim
    low: float
    high: float
    plays: tuple[SweepChoices, ...]
    lows: Floats
    highs: Floats
    solved: tuple[dict[int, MixPair], dict[int, MixPair]]

    def hopes(self, node: int) -> tuple[Floats, Floats]:
        """Return what both would do if all that is unknown were best for themselves."""
        return self.solved[1][node].rows, self.solved[0][node].columns

    @classmethod
    def unknown(cls, aim: Aim, size: int) -> "GraphValue":
        """Return what is known of a graph of that *size* if nothing is computed."""
        low, high = aim.range
        lows, highs = np.full(size, low), np.full(size, high)
        return cls(aim, low, high, (), lows, highs, ({}, {}))

    @property
    def gap(self) -> float:
        """How far both bounds are apart."""
        return self.high - self.low

    @property
    def turns(self) -> int:
        """For how many rounds the ones that are alike were computed again."""
        return len(self.plays) - _ENDS


class BackwardInduction:
    """Computes backward through one graph, for any aim.

    Raises TimeUpError if it takes longer than *until* to put it in order.
    """

    def __init__(self, graph: Graph, until: Clock | None = None) -> None:
        self.graph = graph
        self.layers: Layers = layers_of(graph, until)

    def swept(
        self, aim: Aim, before: GraphValue | None = None, until: Clock | None = None
    ) -> GraphValue:
        """Return the value of the graph by *aim*.

        Of a graph that was not followed whole, bounds of that, as far as a few rounds
        tell. Mixes that were found *before*, when less was followed, are tried first.
        Raises TimeUpError if it takes longer than *until*.
        """
        sweep = _Sweep(self, aim, until or Clock())
        if before is not None:
            sweep.before = before.solved
        return sweep.run()


class _Sweep:
    """The sweeps for one aim: the values of all nodes, and what is chosen in each."""

    def __init__(self, backward: BackwardInduction, aim: Aim, until: Clock) -> None:
        self._until = until
        self._graph, self._layers = backward.graph, backward.layers
        size = len(self._graph.blocks)
        self._aim = aim
        self._values = np.zeros((2, size))
        self._option = np.zeros(size, dtype=np.int64)
        self.solved: tuple[dict[int, MixPair], dict[int, MixPair]] = ({}, {})
        """What solves the lower numbers of a block, and the upper ones."""
        self.before: tuple[dict[int, MixPair], dict[int, MixPair]] = ({}, {})
        """What solved them when less was followed."""
        self._changed: dict[int, MixPair] = {}
        for node, block in enumerate(self._graph.blocks):
            if isinstance(block, EndOfConflict):
                self._values[:, node] = aim.of(block.returns)
            elif block is None:
                self._values[:, node] = aim.range

    def run(self) -> GraphValue:
        """Compute all rounds, the last first."""
        graph, values = self._graph, self._values
        plays = list[SweepChoices]()
        self._played(self._layers.steady, plays)
        laters, begun = graph.laters
        self._begin_last(laters, begun)
        turns = min(graph.turns, _FEW) if graph.full else graph.turns
        for _ in range(turns):
            self._played(self._layers.moving, plays)
            moved = np.abs(values[:, laters] - values[:, begun]).max(initial=0.0)
            values[:, laters] = values[:, begun]
            # After that many turns the bounds of a round say what may be there at all,
            # so they hold for the rounds before it, however many there are.
            if graph.full and moved < _CONVERGED:
                break
        self._played(self._layers.moving, plays)
        low, high = values[:, graph.root].tolist()
        return GraphValue(
            self._aim, low, high, tuple(plays), values[0], values[1], self.solved
        )

    def _begin_last(self, laters: Ints, begun: Ints) -> None:
        """Say what the last round that is like others is followed by."""
        if self._graph.full:
            self._values[:, laters] = np.array(self._aim.range)[:, None]
            return
        lates = [self._graph.lates[one] for one in begun.tolist()]
        self._values[:, laters] = self._values[:, np.array(lates, dtype=np.int64)]

    def _played(self, layers: tuple[Layer, ...], plays: list[SweepChoices]) -> None:
        """Compute *layers* once, and note what is chosen otherwise than before."""
        before = self._option.copy()
        self._changed = {}
        for layer in layers:
            self._compute(layer)
        changed = np.flatnonzero(before != self._option)
        options = self._option[changed]
        few = len(before) * self._graph.turns <= _KEPT
        kept = few and not self._graph.full
        values = self._values.mean(axis=0) if kept else None
        plays.append(SweepChoices((changed, options), self._changed, values))

    def _compute(self, layer: Layer) -> None:
        self._until.look()
        values, throws = self._values, layer.throws
        if len(throws.nodes):
            parts = values[:, throws.targets] * layer.chances
            values[:, throws.nodes] = np.add.reduceat(parts, throws.starts, axis=1)
        for side, rows in enumerate(layer.opens):
            if len(rows.nodes):
                self._choose(rows, side)
        for stack in layer.stacks:
            self._stacked(stack)
        for node, block in layer.hidden:
            self._hidden(node, block)

    def _choose(self, rows: Rows, side: Side) -> None:
        """Take the best option of every row, and the same as before among equals.

        It is the best of what is sure for that side; the other number of the node is
        that of the best there may be.
        """
        values, sign = self._values, -1.0 if side else 1.0
        sure, may_be = sign * values[side, rows.targets], values[1 - side, rows.targets]
        best = np.maximum.reduceat(sure, rows.starts)
        taken = rows.starts + self._option[rows.nodes]
        good = sure >= np.repeat(best, rows.sizes) - STILL
        # Of several that are as good, the first.
        places = np.where(good, np.arange(len(sure)), len(sure))
        first = np.minimum.reduceat(places, rows.starts)
        chosen = np.where(good[taken], taken, first)
        self._option[rows.nodes] = chosen - rows.starts
        values[side, rows.nodes] = sign * sure[chosen]
        most = np.maximum.reduceat(sign * may_be, rows.starts)
        values[1 - side, rows.nodes] = sign * most

    def _stacked(self, stack: Stack) -> None:
        """Solve sealed choices of one size, first all that need no mix."""
        lows, highs = self._values[:, stack.targets]
        for numbers, which in _numbers_to_solve(lows, highs):
            self._solve_stack(stack.nodes.tolist(), numbers, which)
        for place, node in enumerate(stack.nodes.tolist()):
            rows, columns = self._mix(node)
            self._values[0, node] = (rows @ lows[place]).min()
            self._values[1, node] = (highs[place] @ columns).max()

    def _solve_stack(
        self, nodes: Sequence[int], matrices: Floats, which: Sequence[int]
    ) -> None:
        least, most = matrices.min(axis=2), matrices.max(axis=1)
        row, column = least.argmax(axis=1), most.argmin(axis=1)
        every = np.arange(len(row))
        plain = most[every, column] - least[every, row] < STILL
        for place, node in enumerate(nodes):
            self._until.look()
            found, new = self._tried(node, which[0])
            if found is not None:
                found = matrix.value_of_mixes(
                    matrices[place], found.rows, found.columns
                )
            if found is None or found.gap > STILL:
                new = True
                if plain[place]:
                    pair = int(row[place]), int(column[place])
                    found = matrix.pure_mixes(matrices[place], *pair)
                else:
                    found = matrix.optimal_mixes(matrices[place])
            if new:
                self._keep(node, found, which)

    def _hidden(self, node: int, block: Trees) -> None:
        """Solve what is hidden longer than one answer."""
        self._until.look()
        lows, highs = (block.payoffs(some) for some in self._values)
        targets = self._values[:, block.nodes]
        if np.abs(targets[1] - targets[0]).max(initial=0.0) < _CLOSE:
            entries = (lows.entries + highs.entries) * 0.5
            payoffs = structs.replace(lows, entries=entries)
            self._solve_hidden(node, block, payoffs, (0, 1))
        else:
            self._solve_hidden(node, block, lows, (0,))
            self._solve_hidden(node, block, highs, (1,))
        plans = self._mix(node)
        self._values[0, node] = sequence.value_of_plans(block, lows, plans).low
        self._values[1, node] = sequence.value_of_plans(block, highs, plans).high

    def _solve_hidden(
        self,
        node: int,
        block: Trees,
        payoffs: sequence.PlanWorths,
        which: Sequence[int],
    ) -> None:
        found, new = self._tried(node, which[0])
        if found is not None:
            found = sequence.value_of_plans(block, payoffs, (found.rows, found.columns))
        if found is None or found.gap > STILL:
            found, new = sequence.optimal_plans(block, payoffs), True
        if new:
            self._keep(node, found, which)

    def _tried(self, node: int, which: int) -> tuple[MixPair | None, bool]:
        """Return what solved a block, and whether that was before these sweeps."""
        found = self.solved[which].get(node)
        return (self.before[which].get(node), True) if found is None else (found, False)

    def _mix(self, node: int) -> tuple[Floats, Floats]:
        """Return what makes the first side sure of most, and the second."""
        return self.solved[0][node].rows, self.solved[1][node].columns

    def _keep(self, node: int, found: MixPair, which: Sequence[int]) -> None:
        """Keep what solves the lower numbers of a block, the upper ones, or both."""
        for one in which:
            self.solved[one][node] = found
        low, high = (solved.get(node, found) for solved in self.solved)
        self._changed[node] = MixPair(low.rows, high.columns, low.low, high.high)


def _numbers_to_solve(
    lows: Floats, highs: Floats
) -> Iterator[tuple[Floats, tuple[int, ...]]]:
    """Yield the numbers to solve, and whether they are the lower or the upper ones."""
    if np.abs(highs - lows).max() < _CLOSE:
        yield (lows + highs) * 0.5, (0, 1)
        return
    yield lows, (0,)
    yield highs, (1,)
