"""Backward from the end: what every position is worth when both sides play well.

What is wanted is a number for every ending, of which the first side wants much and the
second little (`Aim`). A block is solved when all that follows it is:

1. Endings are worth what is wanted of them, and a throw the mean of what it leads to.
2. At an open choice whoever is asked takes the best.
3. A sealed choice is a matrix game, and what is hidden longer a small extensive one. Of
   these the mixes are kept, and what each of them makes sure of: a lower bound by the
   first side's, an upper one by the second's. Nothing is taken from a solver but mixes.

So every node has two numbers, which differ by no more than the mixes miss the value.

Where most positions do not know their round, they are worth what they are in the last
round that is like others; then they are computed again, round for round, up to the
first. Where what was chosen one round later is as good as anything, it is chosen again.
"""

from enum import StrEnum

import numpy as np
from msgspec import Struct

from sim.graph.progress import Progress, quiet
from sim.optimal import matrix, sequence
from sim.optimal.blocks import Ended
from sim.optimal.graph import Graph
from sim.optimal.layers import Layer, Layers, Rows, Stack, layers_of
from sim.optimal.matrix import STILL, Floats, Ints, Mixed

_KEPT = 20_000_000
"""The most values of nodes that are kept, of all rounds together."""


class Aim(StrEnum):
    """What the first side wants much of, and the second little."""

    DIFFERENCE = "difference"
    """How much more the first side gets than the second."""
    FIRST = "first"
    """What the first side gets: so much it can be sure of."""
    SECOND = "second"
    """What the second side gets, below nothing: so much that side can be sure of."""

    def of(self, returns: tuple[float, float]) -> float:
        """Return what is wanted of an ending with these *returns*."""
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


class Played(Struct, frozen=True):
    """What is chosen in one sweep: the option at open choices, the mixes elsewhere.

    Only what changed since the sweep before is here. *opens* are (nodes, options).
    *values* are those of all nodes, halfway between their bounds; None where there are
    too many rounds to keep them all.
    """

    opens: tuple[Ints, Ints]
    mixes: dict[int, Mixed]
    values: Floats | None


class Swept(Struct, frozen=True):
    """The worth of a graph for one aim: between *low* and *high* at its root.

    *plays* are the sweeps: the one for the last round that is like others first, and
    the last for the first round. *lows* and *highs* are of all nodes in the last sweep.
    """

    aim: Aim
    low: float
    high: float
    plays: tuple[Played, ...]
    lows: Floats
    highs: Floats


class Backward:
    """Computes backward through one graph, for any aim."""

    def __init__(self, graph: Graph, progress: Progress = quiet) -> None:
        self.graph = graph
        self.layers: Layers = layers_of(graph)
        self._progress = progress

    def swept(self, aim: Aim, unknown: float | None = None) -> Swept:
        """Return what the graph is worth by *aim*.

        Positions that were not followed are worth *unknown*.
        """
        return _Sweep(self, aim, unknown, self._progress).run()


class _Sweep:
    """The sweeps for one aim: the values of all nodes, and what is chosen in each."""

    def __init__(
        self, backward: Backward, aim: Aim, unknown: float | None, progress: Progress
    ) -> None:
        self._graph, self._layers = backward.graph, backward.layers
        self._progress = progress
        size = len(self._graph.blocks)
        self._aim = aim
        self._values = np.zeros((2, size))
        self._option = np.zeros(size, dtype=np.int64)
        self._mixes: dict[int, Mixed] = {}
        self._changed: dict[int, Mixed] = {}
        for node, block in enumerate(self._graph.blocks):
            if isinstance(block, Ended):
                self._values[:, node] = aim.of(block.returns)
            elif block is None:
                assert unknown is not None
                self._values[:, node] = unknown

    def run(self) -> Swept:
        """Compute all rounds, the last first."""
        graph, values = self._graph, self._values
        plays = list[Played]()
        self._played(self._layers.steady, plays)
        laters, begun = graph.laters
        lates = np.array([graph.lates[one] for one in begun.tolist()], dtype=np.int64)
        values[:, laters] = values[:, lates]
        for turn in range(graph.turns):
            self._progress(turn, graph.turns)
            self._played(self._layers.moving, plays)
            values[:, laters] = values[:, begun]
        self._played(self._layers.moving, plays)
        low, high = values[:, graph.root].tolist()
        return Swept(self._aim, low, high, tuple(plays), values[0], values[1])

    def _played(self, layers: tuple[Layer, ...], plays: list[Played]) -> None:
        """Compute *layers* once, and note what is chosen otherwise than before."""
        before = self._option.copy()
        self._changed = {}
        for layer in layers:
            self._compute(layer)
        changed = np.flatnonzero(before != self._option)
        options = self._option[changed]
        kept = len(before) * self._graph.turns <= _KEPT
        values = self._values.mean(axis=0) if kept else None
        plays.append(Played((changed, options), self._changed, values))

    def _compute(self, layer: Layer) -> None:
        values, throws = self._values, layer.throws
        if len(throws.nodes):
            parts = values[:, throws.targets] * layer.chances
            values[:, throws.nodes] = np.add.reduceat(parts, throws.starts, axis=1)
        for rows, sign in zip(layer.opens, (1.0, -1.0), strict=True):
            if len(rows.nodes):
                self._choose(rows, sign)
        for stack in layer.stacks:
            self._stacked(stack)
        for node, block in layer.hidden:
            payoffs = [block.payoffs(some) for some in values]
            middle = block.payoffs(values.mean(axis=0))
            found = self._mixes.get(node)
            if found is not None:
                plans = found.rows, found.columns
                found = sequence.worth(block, middle, plans)
            if found is None or found.gap > STILL:
                found = sequence.solved(block, middle)
                self._keep(node, found)
            plans = found.rows, found.columns
            values[0, node] = sequence.worth(block, payoffs[0], plans).low
            values[1, node] = sequence.worth(block, payoffs[1], plans).high

    def _choose(self, rows: Rows, sign: float) -> None:
        """Take the best option of every row, and the same as before among equals."""
        values = self._values
        middle = sign * values[:, rows.targets].sum(axis=0) * 0.5
        best = np.maximum.reduceat(middle, rows.starts)
        taken = rows.starts + self._option[rows.nodes]
        good = middle >= np.repeat(best, rows.sizes) - STILL
        # Of several that are as good, the first.
        places = np.where(good, np.arange(len(middle)), len(middle))
        first = np.minimum.reduceat(places, rows.starts)
        chosen = np.where(good[taken], taken, first)
        self._option[rows.nodes] = chosen - rows.starts
        values[:, rows.nodes] = values[:, rows.targets[chosen]]

    def _stacked(self, stack: Stack) -> None:
        """Solve sealed choices of one size, first all that need no mix."""
        lows, highs = self._values[:, stack.targets]
        middle = (lows + highs) * 0.5
        least, most = middle.min(axis=2), middle.max(axis=1)
        row, column = least.argmax(axis=1), most.argmin(axis=1)
        every = np.arange(len(row))
        plain = most[every, column] - least[every, row] < STILL
        for place, node in enumerate(stack.nodes.tolist()):
            found = self._mixes.get(node)
            if found is not None:
                found = matrix.worth(middle[place], found.rows, found.columns)
            if found is None or found.gap > STILL:
                if plain[place]:
                    pair = int(row[place]), int(column[place])
                    found = matrix.plain(middle[place], *pair)
                else:
                    found = matrix.solved(middle[place])
                self._keep(node, found)
            self._values[0, node] = (found.rows @ lows[place]).min()
            self._values[1, node] = (highs[place] @ found.columns).max()

    def _keep(self, node: int, found: Mixed) -> None:
        self._mixes[node] = found
        self._changed[node] = found
