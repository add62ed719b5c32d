"""The part of a tree that its choices can reach."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sim.graph.graph import Ints
from sim.graph.tree import Level

Bools = npt.NDArray[np.bool_]


class ReachedPart:
    """The branches and nodes that can be reached, and their new numbers."""

    def __init__(self, branches: Bools, nodes: Bools) -> None:
        self.branches = branches
        self.nodes = np.flatnonzero(nodes)
        self.branch = np.cumsum(branches) - 1
        self.node = np.cumsum(nodes) - 1


class ChildrenArray:
    """The children of all branches in one array, for breadth-first search."""

    def __init__(
        self, levels: Sequence[Level], leaf: Ints, target: Ints, size: int
    ) -> None:
        self._size = size
        none = np.zeros(0, dtype=np.int64)
        self._children = np.concatenate([none, *(level.children for level in levels)])
        self._starts = np.zeros(size, dtype=np.int64)
        self._counts = np.zeros(size, dtype=np.int64)
        self._chooses = np.zeros(size, dtype=np.bool_)
        self._target = np.full(size, -1)
        self._target[leaf] = target
        begun = 0
        for level in levels:
            ends = np.append(level.starts, len(level.children))
            self._starts[level.nodes] = begun + level.starts
            self._counts[level.nodes] = np.diff(ends)
            self._chooses[level.nodes] = level.chooses
            begun += len(level.children)

    def reached(self, chosen: Ints, roots: Ints, late: Ints | None) -> ReachedPart:
        """Return all that the *chosen* options reach from the first of the *roots*.

        Whenever a node is reached, its *late* copy is too.
        """
        seen = np.zeros(self._size, dtype=np.bool_)
        seen_nodes = np.zeros(len(roots), dtype=np.bool_)
        # Breadth first: *frontier* are the branches of this step, *nodes* the rounds.
        nodes, frontier = np.zeros(1, dtype=np.int64), roots[:0]
        while len(nodes) or len(frontier):
            if late is not None:
                nodes = np.append(nodes, late[nodes[nodes < len(late)]])
            seen_nodes[nodes] = True
            seen[frontier] = True
            chooses = self._chooses[frontier]
            picked, thrown = chosen[frontier[chooses]], self._all(frontier[~chooses])
            after = np.concatenate((picked, thrown, roots[nodes]))
            frontier = np.unique(after[~seen[after]])
            nodes = self._target[frontier]
            nodes = nodes[nodes >= 0]
        return ReachedPart(seen, seen_nodes)

    def _all(self, branches: Ints) -> Ints:
        """Return all the children of these *branches*."""
        counts = self._counts[branches]
        ends = np.cumsum(counts)
        first = np.repeat(self._starts[branches] - ends + counts, counts)
        children: Ints = self._children[first + np.arange(len(first))]
        return children
