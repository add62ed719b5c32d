"""The part of a tree that its choices can reach."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sim.graph.graph import Ints
from sim.graph.tree import Level

Bools = npt.NDArray[np.bool_]


class ReachedPart:
    """The branches and nodes that can be reached, and their numbers among these."""

    def __init__(self, branches: Bools, nodes: Bools) -> None:
        self.branches = branches
        self.nodes = np.flatnonzero(nodes)
        self.branch = np.cumsum(branches) - 1
        self.node = np.cumsum(nodes) - 1


class ChildrenArray:
    """The children of all branches in one array, to follow them together."""

    def __init__(
        self, levels: Sequence[Level], leaf: Ints, target: Ints, size: int
    ) -> None:
        self._size = size
        none = np.zeros(0, dtype=np.int64)
        self._children = np.concatenate([none, *(one.children for one in levels)])
        self._starts = np.zeros(size, dtype=np.int64)
        self._counts = np.zeros(size, dtype=np.int64)
        self._chooses = np.zeros(size, dtype=np.bool_)
        self._target = np.full(size, -1)
        self._target[leaf] = target
        begun = 0
        for one in levels:
            ends = np.append(one.starts, len(one.children))
            self._starts[one.nodes] = begun + one.starts
            self._counts[one.nodes] = np.diff(ends)
            self._chooses[one.nodes] = one.chooses
            begun += len(one.children)

    def reached(self, chosen: Ints, roots: Ints, late: Ints | None) -> ReachedPart:
        """Return what the *chosen* options reach from the first of the *roots*.

        With a node its *late* copy is reached too.
        """
        found = np.zeros(self._size, dtype=np.bool_)
        met = np.zeros(len(roots), dtype=np.bool_)
        nodes, here = np.zeros(1, dtype=np.int64), roots[:0]
        while len(nodes) or len(here):
            if late is not None:
                nodes = np.append(nodes, late[nodes[nodes < len(late)]])
            met[nodes] = True
            found[here] = True
            chooses = self._chooses[here]
            after = (chosen[here[chooses]], self._all(here[~chooses]), roots[nodes])
            there = np.concatenate(after)
            here = np.unique(there[~found[there]])
            nodes = self._target[here]
            nodes = nodes[nodes >= 0]
        return ReachedPart(found, met)

    def _all(self, branches: Ints) -> Ints:
        """Return all the children of these *branches*."""
        counts = self._counts[branches]
        ends = np.cumsum(counts)
        first = np.repeat(self._starts[branches] - ends + counts, counts)
        children: Ints = self._children[first + np.arange(len(first))]
        return children
