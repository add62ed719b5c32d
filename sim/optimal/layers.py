"""The blocks of a graph in layers, so that a whole layer is computed at once.

A node's layer is above those of all nodes that follow it. Within a layer, throws are
sums of products, open choices are maxima, and sealed choices of one size are a stack of
matrices; only matrices without a saddle point are solved one by one.

Nodes that depend on a `NextRound` are computed again for every round, the others once.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from msgspec import Struct

from sim.graph.clock import Clock
from sim.optimal.blocks import (
    Block,
    NextRound,
    OpenChoice,
    SealedChoices,
    Throw,
    Trees,
    block_targets,
)
from sim.optimal.graph import Graph, node_heights
from sim.optimal.matrix import Bools, Floats, Ints


class Rows(Struct, frozen=True):
    """Nodes with a row of targets each: that of number n begins at *starts*[n]."""

    nodes: Ints
    targets: Ints
    starts: Ints

    @classmethod
    def of(cls, rows: Sequence[tuple[int, Sequence[int]]]) -> "Rows":
        """Return *rows* of (node, targets) as arrays."""
        sizes = [len(targets) for _, targets in rows]
        return cls(
            np.array([node for node, _ in rows], dtype=np.int64),
            np.array([node for _, targets in rows for node in targets], dtype=np.int64),
            np.cumsum([0, *sizes[:-1]], dtype=np.int64),
        )

    @property
    def sizes(self) -> Ints:
        """The number of targets of every node."""
        return np.diff(np.append(self.starts, len(self.targets)))


class Stack(Struct, frozen=True):
    """Nodes with sealed choices of one size, and the targets of each as a matrix."""

    nodes: Ints
    targets: Ints


class Layer(Struct, frozen=True):
    """Blocks that are computed at once; *opens* are the open choices of each side."""

    throws: Rows
    chances: Floats
    opens: tuple[Rows, Rows]
    stacks: tuple[Stack, ...]
    hidden: tuple[tuple[int, Trees], ...]


class Layers(Struct, frozen=True):
    """The layers that are computed once (*steady*) and for every round (*moving*).

    *height* has that of every node (`node_heights`).
    """

    height: Ints
    steady: tuple[Layer, ...]
    moving: tuple[Layer, ...]


def layers_of(graph: Graph, until: Clock | None = None) -> Layers:
    """Return the layers of *graph*, those nearest to the end first.

    Raises TimeUpError if that takes longer than *until*.
    """
    until = until or Clock()
    height = node_heights(graph, until)
    by_height = np.argsort(height, kind="stable")
    moves = _depend_on_next_round(graph.blocks, by_height)
    reached = height >= 0
    steady, moving = [
        tuple(
            _layers_by_height(
                graph.blocks, by_height[(reached & part)[by_height]], height, until
            )
        )
        for part in (~moves, moves)
    ]
    return Layers(height, steady, moving)


def _depend_on_next_round(blocks: Sequence[Block | None], ordered: Ints) -> Bools:
    """Return a mask of the nodes whose values depend on a next round."""
    moves = np.zeros(len(blocks), dtype=np.bool_)
    numbers: list[int] = ordered.tolist()
    for node in numbers:
        block = blocks[node]
        if isinstance(block, NextRound):
            moves[node] = True
        elif block is not None and (after := block_targets(block)):
            moves[node] = moves[after].any()
    return moves


def _layers_by_height(
    blocks: Sequence[Block | None], nodes: Ints, height: Ints, until: Clock
) -> Iterator[Layer]:
    """Yield a layer for all *nodes* of each height, the lowest first."""
    edges = np.flatnonzero(np.diff(height[nodes], prepend=-1, append=-1))
    numbers: list[int] = nodes.tolist()
    for begin, end in pairwise(edges.tolist()):
        until.look()
        yield _layer_of([(node, blocks[node]) for node in numbers[begin:end]])


def _layer_of(pairs: Iterable[tuple[int, Block | None]]) -> Layer:
    throws = list[tuple[int, Sequence[int]]]()
    chances = list[float]()
    opens: tuple[list[tuple[int, Sequence[int]]], list[tuple[int, Sequence[int]]]]
    opens = [], []
    stacks: dict[tuple[int, ...], list[tuple[int, SealedChoices]]] = {}
    hidden = list[tuple[int, Trees]]()
    for node, block in pairs:
        if isinstance(block, Throw):
            throws.append((node, block.targets))
            chances += block.chances
        elif isinstance(block, OpenChoice):
            opens[block.side].append((node, block.targets))
        elif isinstance(block, SealedChoices):
            stacks.setdefault(block.targets.shape, []).append((node, block))
        elif isinstance(block, Trees):
            hidden.append((node, block))
    return Layer(
        Rows.of(throws),
        np.array(chances),
        (Rows.of(opens[0]), Rows.of(opens[1])),
        tuple([_stack_of(choices) for choices in stacks.values()]),
        tuple(hidden),
    )


def _stack_of(choices: Sequence[tuple[int, SealedChoices]]) -> Stack:
    nodes = np.array([node for node, _ in choices], dtype=np.int64)
    targets = np.stack([block.targets for _, block in choices])
    return Stack(nodes, targets)
