"""The graph of the public positions that play can reach, and the blocks between them.

If a conflict does not fit into its budget, its graph is unfinished: some positions have
no block yet.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from sim.errors import OddsError
from sim.graph.clock import Clock
from sim.optimal.blocks import Block, NextRound, block_targets
from sim.optimal.matrix import Ints
from sim.optimal.positions import Positions

_OFTEN = 4096
"""After this many steps the clock is looked at."""


class Graph(Struct, frozen=True):
    """Nodes by number, the first of them the *root*.

    *blocks* has the block that begins at each node, None if that was not followed.
    *full* names the bound that stopped the exploration, "" if all was followed.

    Where most positions do not know their round, *turns* is the number of rounds that
    are alike, and *lates* maps a node that begins a round to the node that it is in the
    first round whose number matters.
    """

    positions: Positions[Any]
    blocks: Sequence[Block | None]
    turns: int
    lates: dict[int, int]
    full: str

    @property
    def root(self) -> int:
        """The node at which the conflict begins."""
        return self.positions.root

    @property
    def laters(self) -> tuple[Ints, Ints]:
        """The `NextRound` nodes, and the node that each is in the next round."""
        pairs = [
            (number, block.begun)
            for number, block in enumerate(self.blocks)
            if isinstance(block, NextRound)
        ]
        both = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        return both[:, 0], both[:, 1]


def node_heights(graph: Graph, until: Clock | None = None) -> Ints:
    """Return the height of every node: 0 without targets, else one above the highest.

    A node that is not reached has -1. Raises OddsError for a graph with a cycle,
    TimeUpError if it takes longer than *until*.
    """
    blocks, height = graph.blocks, [-1] * len(graph.blocks)
    _, onward = graph.laters
    for begun in (graph.root, *onward.tolist(), *graph.lates.values()):
        _set_heights(blocks, begun, height, until or Clock())
    return np.array(height, dtype=np.int64)


def _set_heights(
    blocks: Sequence[Block | None], begun: int, height: list[int], until: Clock
) -> None:
    """Set the heights of *begun* and of all that follows it, by depth-first search.

    *open_* has the targets of nodes on the way; meeting one of these is a cycle.
    """
    open_ = dict[int, list[int]]()
    path, steps = [begun], 0
    while path:
        steps += 1
        if steps % _OFTEN == 0:
            until.look()
        node = path[-1]
        if height[node] >= 0:
            path.pop()
            continue
        after = open_.pop(node, None)
        if after is not None:
            height[node] = max([height[target] for target in after], default=-1) + 1
            path.pop()
            continue
        block = blocks[node]
        after = open_[node] = [] if block is None else block_targets(block)
        for target in after:
            if target in open_:
                message = (
                    "the conflict can come back to where it was, so that it has no last"
                    " round to begin from: a limit of rounds is needed"
                )
                raise OddsError(message)
            if height[target] < 0:
                path.append(target)
