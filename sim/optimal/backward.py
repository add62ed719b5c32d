"""Backward induction: the value of every position under best play.

An aim (`Aim`) gives every ending a number that the first side maximises and the second
minimises. A block is solved after all blocks that follow it:

1. An ending has its number, and a throw the mean of its targets.
2. At an open choice the side that is asked takes its best option.
3. Sealed choices are a matrix game, and answers that stay hidden longer a small
   extensive game. Their mixes are kept with what each makes sure of: the first side's
   mix a lower bound, the second's an upper bound. Only mixes are taken from a solver;
   their bounds are computed anew.

So every node has a lower and an upper bound, no further apart than the mixes miss the
value. In a graph that was not followed completely, an unknown node has the least
possible number as its lower bound and the greatest as its upper bound.

Where most positions do not know their round, the values of one round follow from those
of the next: the sweep begins with the last round that is like the others and is
repeated, round by round, up to the first. Among equally good options, the one chosen a
round later is chosen again.
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
"""The most values of nodes that are kept, over all rounds."""
_ENDS = 2
"""Sweeps beside those of the rounds that are alike: one after them, one for the first.
"""
_CLOSE = 1e-11
"""Bounds closer than this differ by the error of mixes, not by anything unknown."""
_FEW = 20
"""An unfinished graph is computed for at most this many rounds; everything after them
counts as unknown."""
_CONVERGED = 1e-7
"""If bounds move by less than this in a round, more rounds hardly narrow them."""


class Aim(StrEnum):
    """The number that the first side maximises and the second minimises."""

    DIFFERENCE = "difference"
    """The return of the first side less that of the second."""
    FIRST = "first"
    """The return of the first side; its value is what that side can be sure of."""
    SECOND = "second"
    """Minus the return of the second side; its value is minus what that side can
    be sure of.
    """

    def of(self, returns: tuple[float, float]) -> float:
        """Return the number of an ending with these *returns*."""
        first, second = returns
        if self is Aim.DIFFERENCE:
            return first - second
        return first if self is Aim.FIRST else -second

    @property
    def range(self) -> tuple[float, float]:
        """The least and the greatest number that an ending can have."""
        if self is Aim.DIFFERENCE:
            return -1.0, 1.0
        return (0.0, 1.0) if self is Aim.FIRST else (-1.0, 0.0)


class SweepChoices(Struct, frozen=True):
    """The choices of one sweep: the option at open choices, the mixes elsewhere.

    Only choices that differ from the sweep before are kept. *opens* are (nodes,
    options). *values* are those of all nodes, halfway between their bounds; None if
    there are too many rounds to keep them all.
    """

    opens: tuple[Ints, Ints]
    mixes: dict[int, MixPair]
    values: Floats | None


class GraphValue(Struct, frozen=True):
    """The value of a graph by one aim: between *low* and *high* at its root.

    *plays* are the sweeps, that of the last round that is like others first and that of
    the first round last. *lows* and *highs* are the bounds of all nodes in the last
    sweep. *solved* are the mixes at sealed and hidden blocks: those that are optimal by
    the lower bounds of their targets, and those by the upper bounds.
    """

    aim: Aim
    low: float
    high: float
    plays: tuple[SweepChoices, ...]
    lows: Floats
    highs: Floats
    solved: tuple[dict[int, MixPair], dict[int, MixPair]]

    def hopes(self, node: int) -> tuple[Floats, Floats]:
        """Return the mix of each side if all unknown nodes were best for itself."""
        return self.solved[1][node].rows, self.solved[0][node].columns

    @classmethod
    def unknown(cls, aim: Aim, size: int) -> "GraphValue":
        """Return the trivial bounds of a graph with *size* nodes."""
        low, high = aim.range
        lows, highs = np.full(size, low), np.full(size, high)
        return cls(aim, low, high, (), lows, highs, ({}, {}))

    @property
    def gap(self) -> float:
        """The distance between both bounds."""
        return self.high - self.low

    @property
    def turns(self) -> int:
        """How many times the rounds that are alike were computed again."""
        return len(self.plays) - _ENDS


class BackwardInduction:
    """Backward induction on one graph, for any aim.

    Raises TimeUpError if ordering the nodes takes longer than *until*.
    """

    def __init__(self, graph: Graph, until: Clock | None = None) -> None:
        self.graph = graph
        self.layers: Layers = layers_of(graph, until)

    def swept(
        self, aim: Aim, before: GraphValue | None = None, until: Clock | None = None
    ) -> GraphValue:
        """Return the value of the graph by *aim*.

        For a graph that was not followed completely these are bounds, computed over at
        most a few rounds. The mixes found *before*, when less was followed, are tried
        first. Raises TimeUpError if it takes longer than *until*.
        """
        sweep = _Sweep(self, aim, until or Clock())
        if before is not None:
            sweep.before = before.solved
        return sweep.run()


class _Sweep:
    """The sweeps for one aim: the bounds of all nodes, and the choice at each."""

    def __init__(self, backward: BackwardInduction, aim: Aim, until: Clock) -> None:
        self._until = until
        self._graph, self._layers = backward.graph, backward.layers
        size = len(self._graph.blocks)
        self._aim = aim
        self._values = np.zeros((2, size))
        self._option = np.zeros(size, dtype=np.int64)
        self.solved: tuple[dict[int, MixPair], dict[int, MixPair]] = ({}, {})
        """The optimal mixes of blocks: by the lower bounds, and by the upper bounds."""
        self.before: tuple[dict[int, MixPair], dict[int, MixPair]] = ({}, {})
        """Those of an earlier computation, when less was followed."""
        self._changed: dict[int, MixPair] = {}
        for node, block in enumerate(self._graph.blocks):
            if isinstance(block, EndOfConflict):
                self._values[:, node] = aim.of(block.returns)
            elif block is None:
                self._values[:, node] = aim.range

    def run(self) -> GraphValue:
        """Compute the bounds of all rounds, the last round first."""
        graph, values = self._graph, self._values
        plays = list[SweepChoices]()
        self._compute_layers(self._layers.steady, plays)
        laters, begun = graph.laters
        self._begin_last(laters, begun)
        turns = min(graph.turns, _FEW) if graph.full else graph.turns
        for _ in range(turns):
            self._compute_layers(self._layers.moving, plays)
            moved = np.abs(values[:, laters] - values[:, begun]).max(initial=0.0)
            values[:, laters] = values[:, begun]
            # The bounds allow for anything in later rounds, so they hold for every
            # earlier round too: it is safe to stop once they hardly move.
            if graph.full and moved < _CONVERGED:
                break
        self._compute_layers(self._layers.moving, plays)
        low, high = values[:, graph.root].tolist()
        return GraphValue(
            self._aim, low, high, tuple(plays), values[0], values[1], self.solved
        )

    def _begin_last(self, laters: Ints, begun: Ints) -> None:
        """Set the values of the nodes after the last round that is like others."""
        if self._graph.full:
            self._values[:, laters] = np.array(self._aim.range)[:, None]
            return
        lates = [self._graph.lates[node] for node in begun.tolist()]
        self._values[:, laters] = self._values[:, np.array(lates, dtype=np.int64)]

    def _compute_layers(
        self, layers: tuple[Layer, ...], plays: list[SweepChoices]
    ) -> None:
        """Compute *layers* once, and add the choices that changed to *plays*."""
        before = self._option.copy()
        self._changed = {}
        for layer in layers:
            self._compute_layer(layer)
        changed = np.flatnonzero(before != self._option)
        options = self._option[changed]
        few = len(before) * self._graph.turns <= _KEPT
        kept = few and not self._graph.full
        values = self._values.mean(axis=0) if kept else None
        plays.append(SweepChoices((changed, options), self._changed, values))

    def _compute_layer(self, layer: Layer) -> None:
        self._until.look()
        values, throws = self._values, layer.throws
        if len(throws.nodes):
            parts = values[:, throws.targets] * layer.chances
            values[:, throws.nodes] = np.add.reduceat(parts, throws.starts, axis=1)
        for side, rows in enumerate(layer.opens):
            if len(rows.nodes):
                self._choose(rows, side)
        for stack in layer.stacks:
            self._solve_sealed(stack)
        for node, block in layer.hidden:
            self._solve_extensive(node, block)

    def _choose(self, rows: Rows, side: Side) -> None:
        """Take the best option of every row; among equals, the one taken before.

        *side* compares options by the bound that it can be sure of. The other bound
        of the node is the best of the options' other bounds.
        """
        # With the sign, both sides maximise.
        values, sign = self._values, -1.0 if side else 1.0
        sure, may_be = sign * values[side, rows.targets], values[1 - side, rows.targets]
        best = np.maximum.reduceat(sure, rows.starts)
        taken = rows.starts + self._option[rows.nodes]
        good = sure >= np.repeat(best, rows.sizes) - STILL
        # Replace an option that is no longer best by the first of the best ones.
        positions = np.where(good, np.arange(len(sure)), len(sure))
        first = np.minimum.reduceat(positions, rows.starts)
        chosen = np.where(good[taken], taken, first)
        self._option[rows.nodes] = chosen - rows.starts
        values[side, rows.nodes] = sign * sure[chosen]
        best_possible = np.maximum.reduceat(sign * may_be, rows.starts)
        values[1 - side, rows.nodes] = sign * best_possible

    def _solve_sealed(self, stack: Stack) -> None:
        """Solve the matrix games of one size, and set the bounds of their nodes."""
        lows, highs = self._values[:, stack.targets]
        for matrices, which in _bounds_to_solve(lows, highs):
            self._solve_stack(stack.nodes.tolist(), matrices, which)
        for position, node in enumerate(stack.nodes.tolist()):
            rows, columns = self._mix(node)
            self._values[0, node] = (rows @ lows[position]).min()
            self._values[1, node] = (highs[position] @ columns).max()

    def _solve_stack(
        self, nodes: Sequence[int], matrices: Floats, which: Sequence[int]
    ) -> None:
        """Keep optimal mixes of the games at *nodes*, one matrix each."""
        # A saddle point: the maximin row and the minimax column give the same value.
        least, most = matrices.min(axis=2), matrices.max(axis=1)
        row, column = least.argmax(axis=1), most.argmin(axis=1)
        every = np.arange(len(row))
        has_saddle = most[every, column] - least[every, row] < STILL
        for position, node in enumerate(nodes):
            self._until.look()
            mixes, new = self._known_mixes(node, which[0])
            if mixes is not None:
                mixes = matrix.value_of_mixes(
                    matrices[position], mixes.rows, mixes.columns
                )
            if mixes is None or mixes.gap > STILL:
                new = True
                if has_saddle[position]:
                    pair = int(row[position]), int(column[position])
                    mixes = matrix.pure_mixes(matrices[position], *pair)
                else:
                    mixes = matrix.optimal_mixes(matrices[position])
            if new:
                self._keep(node, mixes, which)

    def _solve_extensive(self, node: int, block: Trees) -> None:
        """Solve the extensive game of a block, and set the bounds of its node."""
        self._until.look()
        lows, highs = (block.payoffs(values) for values in self._values)
        targets = self._values[:, block.nodes]
        if np.abs(targets[1] - targets[0]).max(initial=0.0) < _CLOSE:
            entries = (lows.entries + highs.entries) * 0.5
            payoffs = structs.replace(lows, entries=entries)
            self._solve_plans(node, block, payoffs, (0, 1))
        else:
            self._solve_plans(node, block, lows, (0,))
            self._solve_plans(node, block, highs, (1,))
        plans = self._mix(node)
        self._values[0, node] = sequence.value_of_plans(block, lows, plans).low
        self._values[1, node] = sequence.value_of_plans(block, highs, plans).high

    def _solve_plans(
        self,
        node: int,
        block: Trees,
        payoffs: sequence.PlanWorths,
        which: Sequence[int],
    ) -> None:
        plans, new = self._known_mixes(node, which[0])
        if plans is not None:
            plans = sequence.value_of_plans(block, payoffs, (plans.rows, plans.columns))
        if plans is None or plans.gap > STILL:
            plans, new = sequence.optimal_plans(block, payoffs), True
        if new:
            self._keep(node, plans, which)

    def _known_mixes(self, node: int, which: int) -> tuple[MixPair | None, bool]:
        """Return the mixes known at *node*, and whether they are from before."""
        mixes = self.solved[which].get(node)
        return (self.before[which].get(node), True) if mixes is None else (mixes, False)

    def _mix(self, node: int) -> tuple[Floats, Floats]:
        """Return the mix by which each side can be sure of the most."""
        return self.solved[0][node].rows, self.solved[1][node].columns

    def _keep(self, node: int, mixes: MixPair, which: Sequence[int]) -> None:
        """Keep mixes that are optimal by the lower bounds, the upper ones, or both."""
        for bound in which:
            self.solved[bound][node] = mixes
        low, high = (solved.get(node, mixes) for solved in self.solved)
        self._changed[node] = MixPair(low.rows, high.columns, low.low, high.high)


def _bounds_to_solve(
    lows: Floats, highs: Floats
) -> Iterator[tuple[Floats, tuple[int, ...]]]:
    """Yield matrices to solve, and the bounds they are for: 0 lower, 1 upper.

    Where both bounds agree, one matrix serves for both.
    """
    if np.abs(highs - lows).max() < _CLOSE:
        yield (lows + highs) * 0.5, (0, 1)
        return
    yield lows, (0,)
    yield highs, (1,)
