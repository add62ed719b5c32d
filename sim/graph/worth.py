"""Values, choices and probabilities of all branches of a tree."""

from collections.abc import Sequence
from typing import Self

import numpy as np

from sim.graph.graph import Floats, Ints
from sim.graph.tree import Level, Tree
from sim.graph.ways import ChildrenArray, ReachedPart

_GAIN = 1e-12
"""A choice changes only for a gain larger than rounding errors."""


class BranchValues:
    """The value of every branch, from those of the leaves, and the choices.

    A choice is kept while nothing is better. Waiting a round may have the same value as
    acting now, and a strategy that always preferred to wait would never end.
    """

    def __init__(
        self,
        levels: Sequence[Level],
        leaf: Ints,
        target: Ints,
        values: Floats,
        chosen: Ints,
    ) -> None:
        self._levels = levels
        self._leaf, self._target = leaf, target
        self.values = values
        self.chosen = chosen
        """For every choice, the child that is taken."""

    @classmethod
    def of(cls, tree: Tree) -> Self:
        """Return the values of a *tree* in which every choice takes its first child."""
        levels = tree.levels()
        leaf = np.array([*tree.targets], dtype=np.int64)
        target = np.array([*tree.targets.values()], dtype=np.int64)
        values, chosen = np.zeros(tree.size), np.zeros(tree.size, dtype=np.int64)
        for number, value in tree.values:
            values[number] = value
        for level in levels:
            if level.chooses:
                chosen[level.nodes] = level.children[level.starts]
        return cls(levels, leaf, target, values, chosen)

    def ways(self) -> ChildrenArray:
        """Return the children of every branch, to find what can be reached."""
        return ChildrenArray(self._levels, self._leaf, self._target, len(self.values))

    def within(self, reached: ReachedPart) -> "BranchValues":
        """Return the values of the *reached* part, with the choices fixed."""
        kept = reached.branches[self._leaf]
        return BranchValues(
            [_reached_level(level, reached) for level in self._levels],
            reached.branch[self._leaf[kept]],
            reached.node[self._target[kept]],
            self.values[reached.branches],
            reached.branch[self.chosen[reached.branches]],
        )

    def update(self, nodes: Floats, *, choose: bool = True) -> Floats:
        """Compute all values backwards from *nodes*, the values of the next rounds."""
        values = self.values
        if len(self._leaf):
            values[self._leaf] = nodes[self._target]
        for level in self._levels:
            if not level.chooses:
                parts = values[level.children] * level.chances
                # The children of a level are consecutive, so one call computes the sums
                # or maxima of all parents.
                values[level.nodes] = np.add.reduceat(parts, level.starts)
                continue
            if choose:
                self._choose(level)
            values[level.nodes] = values[self.chosen[level.nodes]]
        return values

    def _choose(self, level: Level) -> None:
        """Change the choices of a level for which another option is better."""
        values = self.values[level.children]
        best = np.maximum.reduceat(values, level.starts)
        better = best > self.values[self.chosen[level.nodes]] + _GAIN
        if not better.any():
            return
        sizes = np.diff(np.append(level.starts, len(values)))
        # Among equally good options the first is taken.
        places = np.where(
            values >= np.repeat(best, sizes), np.arange(len(values)), len(values)
        )
        first = np.minimum.reduceat(places, level.starts)
        self.chosen[level.nodes[better]] = level.children[first[better]]

    def flow(self, roots: Ints, masses: Floats) -> Floats:
        """Return the probability of every branch and leaf from these *roots*."""
        mass = np.bincount(roots, masses, len(self.values)).astype(np.float64)
        # From the roots to the leaves: every branch has all its mass before it is left,
        # since its parents are on higher levels.
        for level in reversed(self._levels):
            if level.chooses:
                moved, to = mass[level.nodes], self.chosen[level.nodes]
            else:
                sizes = np.diff(np.append(level.starts, len(level.children)))
                moved = np.repeat(mass[level.nodes], sizes) * level.chances
                to = level.children
            mass += np.bincount(to, moved, len(mass))
        return mass

    def onward(self, mass: Floats, size: int) -> Floats:
        """Return the probability of each node of the graph, from that of the leaves."""
        if not len(self._leaf):
            return np.zeros(size)
        return np.bincount(self._target, mass[self._leaf], size).astype(np.float64)


def _reached_level(level: Level, reached: ReachedPart) -> Level:
    """Return the *reached* part of a *level*, renumbered."""
    kept = reached.branches[level.nodes]
    sizes = np.diff(np.append(level.starts, len(level.children)))
    children = np.repeat(kept, sizes)
    ends = np.cumsum(sizes[kept])
    return Level(
        nodes=reached.branch[level.nodes[kept]],
        starts=ends - sizes[kept],
        children=reached.branch[level.children[children]],
        chances=level.chances[children],
        chooses=level.chooses,
    )
