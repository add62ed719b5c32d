"""Heuristic search: following the positions that keep the bounds of the value apart.

An unknown position has the least possible value as its lower bound and the greatest as
its upper bound. What keeps the bounds of the root apart are the unknown positions that
optimistic play reaches: the first side choosing by upper bounds, the second by lower
ones. The most probable of these are followed next, down to endings. An option whose
optimistic bound is worse than the sure bound of another is pruned: nothing beyond
it is followed any more.

Source: bounded real-time dynamic programming (McMahan, Likhachev and Gordon 2005), for
two sides, each optimistic (Kelmendi, Kraemer, Kretinsky and Weininger 2018).
"""

from collections.abc import Iterator
from heapq import heapify, heappop, heappush

import numpy as np
from msgspec import structs

from sim.graph.budget import (
    BoundError,
    Limit,
    clock,
    kind_of,
    without_garbage_collection,
)
from sim.graph.clock import Clock, TimeUpError
from sim.optimal.backward import Aim, BackwardInduction, GraphValue
from sim.optimal.blocks import (
    Block,
    EndOfConflict,
    NextRound,
    OpenChoice,
    SealedChoices,
    Throw,
    Trees,
    block_targets,
)
from sim.optimal.exploring import BudgetFull, Explorer
from sim.optimal.graph import Graph
from sim.optimal.matrix import STILL, Ints
from sim.optimal.sequence import uniform_plan

CLOSED = 1e-9
"""Bounds that are closer count as one value."""
_HOPED = 0.6
"""The probability of the optimistic option; all that are not pruned share the rest."""
_SELDOM = 1e-6
"""Unknown positions with less probability than this share of the gap wait for now."""
_ROUNDS = 8
"""How many of the rounds that are alike are searched for unknown positions."""
_FIRST, _FEW = 32, 500
"""How many positions are followed before the bounds are computed again, at first; then
the number is doubled each time until it reaches the second one."""
_MORE = 0.3
"""After that, the share of the positions followed that is added each time."""
_OFTEN = 64
"""How many blocks are followed between two looks at the budget."""
_HALF = 0.5
"""A single block may take this share of the time that is left."""
_SPARE = 1.5
"""Time is reserved for computing the bounds: the estimate, times this."""

Shares = Iterator[tuple[int, float]]
"""(target, probability) of a block."""


@without_garbage_collection()
def narrow_bounds(exploring: Explorer, aim: Aim, until: Clock) -> GraphValue | None:
    """Follow the positions that keep the bounds by *aim* apart, until they meet.

    Return the bounds, None if there was no time to compute any. Raises OddsError for a
    conflict that cannot be followed at all.
    """
    return Narrowing(exploring, aim).run(until)


class Narrowing:
    """The part of a graph that the search has expanded so far.

    Blocks that others have followed cost no work, but they are left out of this part
    until the search reaches them: computing bounds takes time in proportion to it.
    """

    def __init__(self, exploring: Explorer, aim: Aim) -> None:
        self._exploring, self._aim = exploring, aim
        self._blocks: list[Block | None] = []
        self._expanded = 0
        """How many positions are in this part, endings left out."""
        self._unfollowed = set[int]()
        self._new, self._has_room = 0, True
        self.found: GraphValue | None = None
        """The last bounds; their mixes are tried first the next time."""
        self._computed: Graph | None = None
        self._took = 0.0
        """How many seconds computing them took."""
        self._expanded_then, self._expanded_since = 0, 0
        """How many positions had been expanded by then, and how many of these since the
        bounds before."""
        self._open: tuple[GraphValue, dict[int, float]] | None = None
        """They, and the unknown positions by probability; None if more was expanded."""

    def again(self, number: int) -> None:
        """Follow the node *number* again, since a menu has grown.

        New targets are followed too while they are questions with a menu, so that every
        position known before stays known. A block that does not fit is left as it was.
        """
        exploring, waiting = self._exploring, [number]
        known = len(exploring.blocks)
        while waiting:
            node = waiting.pop()
            try:
                block = exploring.follow(node)
            except BoundError:
                continue
            for solved in () if self.found is None else self.found.solved:
                solved.pop(node, None)
            if node >= known or (node < len(self._blocks) and self._blocks[node]):
                self._grow()
                self._blocks[node], self._open = block, None
            waiting += [
                after
                for after in block_targets(block)
                if after >= known and exploring.positions.has_menu(after)
            ]

    @property
    def graph(self) -> Graph | None:
        """The graph of the last bounds, None before any were computed."""
        return self._computed

    def run(self, until: Clock, gap: float = CLOSED) -> GraphValue | None:
        """Search until the bounds are closer than *gap*, or the budget is used up.

        Return the bounds, None if there was no time to compute any.
        """
        bounds, before = None, self.found
        # Without time to compute the bounds again, following more is of no use.
        while until.left > self._took:
            try:
                bounds, weights = self._weighed(until)
            except TimeUpError:
                break
            for number in self._unfollowed:
                weights.pop(number, None)
            if bounds.gap < gap or not weights:
                break
            self._exploring.within(until.part(_HALF))
            known = self._expanded
            try:
                self._follow(weights, bounds.gap * _SELDOM, until)
            except BudgetFull as full:
                self._exploring.full = full.bound
            if self._expanded == known:
                break
        return bounds if self.found is before else self.found

    def _needed(self) -> float:
        """Return an estimate of the seconds that computing the bounds takes.

        The positions added since the last time are assumed to cost as much as those
        that were new then.
        """
        new = self._expanded - self._expanded_then
        growth = new / self._expanded_since if self._expanded_since else 0.0
        return _SPARE * self._took * (1.0 + growth)

    def _weighed(self, until: Clock) -> tuple[GraphValue, dict[int, float]]:
        """Return the bounds, and the probability of each node that is unknown.

        Raises TimeUpError if that takes longer than *until*.
        """
        if self._open is None or self._open[0] is not self.found:
            begun, graph = clock(), self._graph()
            backward = BackwardInduction(graph, until)
            bounds = backward.swept(self._aim, self.found, until)
            self._computed, self.found = graph, bounds
            height = backward.layers.height
            self._open = bounds, _unexplored_nodes(graph, bounds, height, until)
            self._took = clock() - begun
            self._expanded_since = self._expanded - self._expanded_then
            self._expanded_then = self._expanded
        bounds, weights = self._open
        return bounds, dict(weights)

    def _graph(self) -> Graph:
        whole = self._exploring.graph()
        self._grow()
        full = whole.full or "what was looked at"
        return structs.replace(whole, blocks=tuple(self._blocks), full=full)

    def _grow(self) -> None:
        known = self._exploring.blocks
        for block in known[len(self._blocks) :]:
            self._blocks.append(block if isinstance(block, EndOfConflict) else None)

    def _follow(self, weights: dict[int, float], least: float, until: Clock) -> None:
        """Follow the most probable nodes of *weights* first, then what follows them.

        It stops while there is still time to compute the bounds.
        """
        waiting = [(-weight, node) for node, weight in weights.items()]
        heapify(waiting)
        growth = 1.0 if self._expanded_then < _FEW else _MORE
        most = max(_FIRST, int(self._expanded_then * growth))
        while waiting and self._expanded < self._expanded_then + most:
            if until.left < self._needed():
                break
            weight, node = heappop(waiting)
            # Skip an outdated entry: the node has become more probable since.
            if self._blocks[node] is not None or -weight < weights[node]:
                continue
            block = self._block(node)
            if block is None:
                continue
            self._expanded += 1
            for after, share in _equal_shares(block):
                later = self._blocks[after]
                onward = later.begun if isinstance(later, NextRound) else after
                mass = -weight * share
                if self._blocks[onward] is None and mass > least:
                    weights[onward] = weights.get(onward, 0.0) + mass
                    heappush(waiting, (-weights[onward], onward))

    def _block(self, node: int) -> Block | None:
        """Return the block of *node*, None if there is no room for it.

        Raises BudgetFull if there is no time.
        """
        block = self._exploring.blocks[node]
        try:
            block = block or self._followed(node)
        except BoundError as error:
            self._exploring.full = error.bound
        except BudgetFull as full:
            if kind_of(full.bound) is Limit.TIME:
                raise
            self._exploring.full, self._has_room = full.bound, False
        if block is None:
            self._unfollowed.add(node)
            return None
        self._grow()
        self._blocks[node], self._open = block, None
        return block

    def _followed(self, node: int) -> Block | None:
        """Return the new block of *node*, None if there is no room left."""
        if not self._has_room:
            return None
        if self._new % _OFTEN == 0:
            self._exploring.look()
        self._new += 1
        return self._exploring.follow(node)


def _equal_shares(block: Block) -> Shares:
    """Yield the targets of a new block, with probabilities.

    The first option gets more than the others, so that the search goes deep before it
    goes wide.
    """
    if isinstance(block, NextRound):
        yield block.begun, 1.0
    elif isinstance(block, Throw):
        yield from zip(block.targets, block.chances, strict=True)
    elif isinstance(block, OpenChoice):
        count = len(block.targets)
        for place, node in enumerate(block.targets):
            yield node, (1.0 - _HOPED) / count + (0.0 if place else _HOPED)
    elif isinstance(block, SealedChoices):
        for node in block.targets.ravel().tolist():
            yield node, 1.0 / block.targets.size
    elif isinstance(block, Trees):
        nodes, shares = block.reached((uniform_plan(block, 0), uniform_plan(block, 1)))
        yield from zip(nodes.tolist(), shares.tolist(), strict=True)


def _unexplored_nodes(
    graph: Graph, swept: GraphValue, height: Ints, until: Clock
) -> dict[int, float]:
    """Return unknown node -> probability, if both sides play optimistically."""
    least = swept.gap * _SELDOM
    unknown: dict[int, float] = {}
    begun = {graph.root: 1.0}
    for _ in range(_ROUNDS):
        later: dict[int, float] = {}
        mass = dict(begun)
        waiting = [(-int(height[node]), node) for node in mass]
        heapify(waiting)
        while waiting:
            # By falling height, all predecessors of a node come before it.
            _, node = heappop(waiting)
            until.look()
            probability, block = mass[node], graph.blocks[node]
            if probability < least or swept.highs[node] - swept.lows[node] < STILL:
                continue
            if block is None:
                unknown[node] = unknown.get(node, 0.0) + probability
            elif isinstance(block, NextRound):
                later[block.begun] = later.get(block.begun, 0.0) + probability
            else:
                for after, share in _optimistic_shares(node, block, swept):
                    if after not in mass:
                        heappush(waiting, (-int(height[after]), after))
                    mass[after] = mass.get(after, 0.0) + probability * share
        begun = later
    return unknown


def _optimistic_shares(node: int, block: Block, swept: GraphValue) -> Shares:
    """Yield the targets of a block under optimistic play, mixed with uniform play."""
    if isinstance(block, Throw):
        yield from zip(block.targets, block.chances, strict=True)
    elif isinstance(block, OpenChoice):
        yield from _option_shares(block, swept)
    elif isinstance(block, SealedChoices):
        rows, columns = (
            _HOPED * mix + (1.0 - _HOPED) / len(mix) for mix in swept.hopes(node)
        )
        shares = np.outer(rows, columns).ravel()
        yield from zip(block.targets.ravel().tolist(), shares.tolist(), strict=True)
    elif isinstance(block, Trees):
        first, second = (
            _HOPED * plan + (1.0 - _HOPED) * uniform_plan(block, side)
            for side, plan in enumerate(swept.hopes(node))
        )
        nodes, shares = block.reached((first, second))
        yield from zip(nodes.tolist(), shares.tolist(), strict=True)


def _option_shares(block: OpenChoice, swept: GraphValue) -> Shares:
    """Yield the options that are not pruned, the optimistic one with the most."""
    targets = list(block.targets)
    lows, highs = swept.lows[targets], swept.highs[targets]
    hopes, sure = (-lows, -highs) if block.side else (highs, lows)
    best, open_ = int(hopes.argmax()), hopes > sure.max() + CLOSED
    open_[best] = True
    others = (1.0 - _HOPED) / int(open_.sum())
    for place in np.flatnonzero(open_).tolist():
        yield targets[place], others + (_HOPED if place == best else 0.0)
