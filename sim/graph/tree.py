"""Rounds with one free seat: a tree of choice and chance branches for each of them.

Leaves are positions where the next rounds begin, and endings. All trees are evaluated
together, level by level, in flat arrays.
"""

from array import array
from collections.abc import Callable, Sequence
from heapq import heappop, heappush

import numpy as np
from msgspec import Struct

from sim.graph.graph import Floats, Ints

_TRIED = 0.05
"""The probability spread over all options of a choice that is not yet computed."""


class Level(Struct):
    """All branches of one kind at one height: *nodes* and their children.

    *starts* has the index at which the children of each node begin.
    """

    nodes: Ints
    starts: Ints
    children: Ints
    chances: Floats
    chooses: bool


class Tree:
    """Branches as they are added; each has a number, greater than its children's."""

    def __init__(self) -> None:
        self.targets: dict[int, int] = {}
        """Leaf -> the node of the graph that begins there."""
        self.values: list[tuple[int, float]] = []
        """(leaf, the return of its ending)."""
        self._leaves: dict[tuple[bool, float], int] = {}
        self._levels = array("q")
        self._branches: dict[tuple[int, bool], list[int]] = {}
        self._children: dict[int, tuple[Sequence[int], Sequence[float]]] = {}

    @property
    def size(self) -> int:
        """The number of leaves and branches."""
        return len(self._levels)

    def target(self, node: int) -> int:
        """Return the leaf at which the round *node* begins."""
        return self._leaf(node, ends=False)

    def ending(self, returned: float) -> int:
        """Return the leaf of an ending with this return."""
        return self._leaf(returned, ends=True)

    def _leaf(self, key: float, *, ends: bool) -> int:
        number = self._leaves.get((ends, key))
        if number is None:
            number = self._leaves[ends, key] = len(self._levels)
            self._levels.append(0)
            if ends:
                self.values.append((number, key))
            else:
                self.targets[number] = int(key)
        return number

    def chance(self, children: Sequence[int], chances: Sequence[float]) -> int:
        """Return a new chance branch."""
        return self._branch(children, chances, chooses=False)

    def choice(self, children: Sequence[int]) -> int:
        """Return a new branch at which the free seat chooses."""
        return self._branch(children, (1.0,) * len(children), chooses=True)

    def _branch(
        self, children: Sequence[int], chances: Sequence[float], *, chooses: bool
    ) -> int:
        number, level = len(self._levels), 1 + max(self._levels[c] for c in children)
        self._levels.append(level)
        self._branches.setdefault((level, chooses), []).append(number)
        self._children[number] = children, chances
        return number

    def children(self, number: int) -> Sequence[int]:
        """Return the children of a branch, in the order of its options."""
        return self._children[number][0]

    def chances(self, number: int) -> Sequence[float]:
        """Return the probabilities of the children of a chance branch."""
        return self._children[number][1]

    def spread(self, root: int, usual: Callable[[int], int | None]) -> dict[int, float]:
        """Return the probability from *root* to each leaf where a round begins.

        A choice takes the *usual* option, with some probability spread over all of
        them.
        """
        shares, mass = {root: 1.0}, dict[int, float]()
        # A branch has a greater number than its children, so by falling numbers every
        # branch comes after all its parents, and its share is complete.
        todo = [-root]
        while todo:
            number = -heappop(todo)
            share = shares.pop(number)
            if number not in self._children:
                if number in self.targets:
                    mass[self.targets[number]] = share
                continue
            children, chances = self._children[number]
            option = usual(number)
            if option is not None:
                chances = [_TRIED / len(children)] * len(children)
                chances[option] += 1.0 - _TRIED
            for child, chance in zip(children, chances, strict=True):
                known = shares.get(child)
                if known is None:
                    heappush(todo, -child)
                    known = 0.0
                shares[child] = known + share * chance
        return mass

    def levels(self) -> list[Level]:
        """Return the branches level by level, those nearest to the leaves first."""
        levels: list[Level] = []
        for (_, chooses), nodes in sorted(self._branches.items()):
            sizes = [len(self._children[node][0]) for node in nodes]
            starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
            levels.append(
                Level(
                    nodes=np.array(nodes, dtype=np.int64),
                    starts=starts.astype(np.int64),
                    children=np.array(
                        [c for node in nodes for c in self._children[node][0]],
                        dtype=np.int64,
                    ),
                    chances=np.array(
                        [p for node in nodes for p in self._children[node][1]]
                    ),
                    chooses=chooses,
                )
            )
        return levels
