"""The blocks of a graph in layers, so that a whole layer is computed at once.

A node's layer is above those of all that follows it. Within a layer, throws are sums of
products, open choices are maxima, and sealed choices of one size are a stack of
matrices; only what no pair of plain answers solves is looked at one by one.

What depends on a `NextRound` is computed again for every round; the rest once.
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
            np.array([one for _, targets in rows for one in targets], dtype=np.int64),
            np.cumsum([0, *sizes[:-1]], dtype=np.int64),
        )

    @property
    def sizes(self) -> Ints:
        """How many targets every node has."""
        return np.diff(np.append(self.starts, len(self.targets)))


class Stack(Struct, frozen=True):
    """Nodes with sealed choices of one size, and the targets of each as a matrix."""

    nodes: Ints
    targets: Ints


class Layer(Struct, frozen=True):
    """What is computed at once: *opens* are those of each side."""

    throws: Rows
    chances: Floats
    opens: tuple[Rows, Rows]
    stacks: tuple[Stack, ...]
    hidden: tuple[tuple[int, Trees], ...]


class Layers(Struct, frozen=True):
    """Layers that are computed once, and those that are for every round anew.

    *height* has that of every node (`node_heights`).
    """

    height: Ints
    steady: tuple[Layer, ...]
    moving: tuple[Layer, ...]


def layers_of(graph: Graph, until: Clock | None = None) -> Layers:
    """Return the layers of *graph*, from what is near the end upwards.

    Raises TimeUpError if that takes longer than *until*.
    """
    until = until or Clock()
    height = node_heights(graph, until)
    by_height = np.argsort(height, kind="stable")
    moves = _depend_on_next_round(graph.blocks, by_height)
    met = height >= 0
    found = [
        tuple(
            _layers_by_height(
                graph.blocks, by_height[(met & which)[by_height]], height, until
            )
        )
        for which in (~moves, moves)
    ]
    return Layers(height, *found)


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
        tuple([_stack_of(some) for some in stacks.values()]),
        tuple(hidden),
    )


def _stack_of(some: Sequence[tuple[int, SealedChoices]]) -> Stack:
    nodes = np.array([node for node, _ in some], dtype=np.int64)
    targets = np.stack([block.targets for _, block in some])
    return Stack(nodes, targets)
