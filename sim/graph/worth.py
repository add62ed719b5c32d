"""What is chosen in a tree, what every branch is worth, and how often it comes."""

from collections.abc import Sequence
from typing import Self

import numpy as np

from sim.graph.graph import Floats, Ints
from sim.graph.tree import Level, Tree
from sim.graph.ways import Reached, Ways

_GAIN = 1e-12
"""A choice is given up only for one that is better by more than rounding."""


class Worth:
    """What every branch is worth, from what the leaves are, and what is chosen.

    A choice stays as it is while nothing is better: what comes of waiting is as good as
    what comes at once, and who always took the later would never end.
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
        """Return what a *tree* is worth while every choice takes its first child."""
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

    def ways(self) -> Ways:
        """Return where one comes from every branch."""
        return Ways(self._levels, self._leaf, self._target, len(self.values))

    def within(self, reached: Reached) -> "Worth":
        """Return the same of what is *reached* alone, where all is chosen as it is."""
        kept = reached.branches[self._leaf]
        return Worth(
            [_kept(one, reached) for one in self._levels],
            reached.branch[self._leaf[kept]],
            reached.node[self._target[kept]],
            self.values[reached.branches],
            reached.branch[self.chosen[reached.branches]],
        )

    def update(self, nodes: Floats, *, choose: bool = True) -> Floats:
        """Return what every branch is worth where the next rounds are worth *nodes*."""
        values = self.values
        if len(self._leaf):
            values[self._leaf] = nodes[self._target]
        for level in self._levels:
            if not level.chooses:
                parts = values[level.children] * level.chances
                values[level.nodes] = np.add.reduceat(parts, level.starts)
                continue
            if choose:
                self._choose(level)
            values[level.nodes] = values[self.chosen[level.nodes]]
        return values

    def _choose(self, level: Level) -> None:
        values = self.values[level.children]
        best = np.maximum.reduceat(values, level.starts)
        better = best > self.values[self.chosen[level.nodes]] + _GAIN
        if not better.any():
            return
        sizes = np.diff(np.append(level.starts, len(values)))
        places = np.where(
            values >= np.repeat(best, sizes), np.arange(len(values)), len(values)
        )
        first = np.minimum.reduceat(places, level.starts)
        self.chosen[level.nodes[better]] = level.children[first[better]]

    def flow(self, roots: Ints, masses: Floats) -> Floats:
        """Return how much mass comes to every branch and leaf from these *roots*."""
        mass = np.bincount(roots, masses, len(self.values)).astype(np.float64)
        for level in reversed(self._levels):
            if level.chooses:
                here, to = mass[level.nodes], self.chosen[level.nodes]
            else:
                sizes = np.diff(np.append(level.starts, len(level.children)))
                here = np.repeat(mass[level.nodes], sizes) * level.chances
                to = level.children
            mass += np.bincount(to, here, len(mass))
        return mass

    def onward(self, mass: Floats, size: int) -> Floats:
        """Return how much of the *mass* of leaves comes to each node of the graph."""
        if not len(self._leaf):
            return np.zeros(size)
        return np.bincount(self._target, mass[self._leaf], size).astype(np.float64)


def _kept(level: Level, reached: Reached) -> Level:
    """Return what is *reached* of a *level*, by its own numbers."""
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
