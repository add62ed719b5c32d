"""Following what matters: where two bounds of the value are wide, that is narrowed.

What is unknown counts as the least for the lower bound and as the most for the upper
one. Between them lies the value, and what keeps them apart is what would be unknown if
both sides hoped: the first chooses by the upper bounds, the second by the lower ones.
So what is likeliest to be come to in that way is followed next, down to endings. An
option of which even the best hope is worse than what is sure elsewhere is never looked
at again, and nothing beyond it is followed.

Source: bounded real-time dynamic programming (McMahan, Likhachev and Gordon 2005), for
two sides: each follows its hopes (Kelmendi, Kraemer, Kretinsky and Weininger 2018).
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
"""Bounds that are nearer are one value."""
_HOPED = 0.6
"""The share of what is hoped for; what may still be better has the rest."""
_SELDOM = 1e-6
"""What is unknown with less probability than this share of the gap is left for now."""
_ROUNDS = 8
"""For so many rounds that are alike it is asked what is come to."""
_FIRST, _FEW = 32, 500
"""How many positions are followed before the bounds are computed again; then as many as
before, up to that number."""
_MORE = 0.3
"""After that, so large a share of what was followed."""
_OFTEN = 64
"""How many blocks are followed between two looks at the budget."""
_HALF = 0.5
"""No one block takes a larger share of the time that is left."""
_SPARE = 1.5
"""How many times what it should take is kept for computing the bounds."""

Shares = Iterator[tuple[int, float]]
"""(node, probability) of what follows a block."""


@without_garbage_collection()
def narrow_bounds(exploring: Explorer, aim: Aim, until: Clock) -> GraphValue | None:
    """Follow what keeps the bounds of the value by *aim* apart, until they are one.

    Return the bounds, None if there was no time to compute any. Raises OddsError for
    what cannot be followed at all.
    """
    return Narrowing(exploring, aim).run(until)


class Narrowing:
    """The part of a graph that was looked at, and what of it was left.

    What others followed before is there without any work, but it is no part of this
    graph until it matters: computing takes as long as the graph is large.
    """

    def __init__(self, exploring: Explorer, aim: Aim) -> None:
        self._exploring, self._aim = exploring, aim
        self._blocks: list[Block | None] = []
        self._looked_at = 0
        self._unfollowed = set[int]()
        self._new, self._has_room = 0, True
        self.found: GraphValue | None = None
        """What was computed last; its mixes are tried first the next time."""
        self._computed: Graph | None = None
        self._took, self._then, self._last = 0.0, 0, 0
        """How long it took to compute that; how much had been looked at by then, and
        how much of it was new."""
        self._open: tuple[GraphValue, dict[int, float]] | None = None
        """That, and what it leaves open; None if more is known since."""

    def again(self, number: int) -> None:
        """Follow the node *number* anew, since more may follow now.

        What it comes to now is followed as far as it is a question with a menu, too, so
        that what was known before stays so. What does not fit is left as it was.
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
        """What was looked at when the bounds were computed, None before."""
        return self._computed

    def run(self, until: Clock, gap: float = CLOSED) -> GraphValue | None:
        """Go on until the bounds are as near as *gap*, or the budget is used up.

        Return them, None if there was no time to compute any.
        """
        found, before = None, self.found
        # What was followed is of no use before the bounds are computed again.
        while until.left > self._took:
            try:
                found, weights = self._weighed(until)
            except TimeUpError:
                break
            for number in self._unfollowed:
                weights.pop(number, None)
            if found.gap < gap or not weights:
                break
            self._exploring.within(until.part(_HALF))
            known = self._looked_at
            try:
                self._follow(weights, found.gap * _SELDOM, until)
            except BudgetFull as full:
                self._exploring.full = full.bound
            if self._looked_at == known:
                break
        return found if self.found is before else self.found

    def _needed(self) -> float:
        """Return how many seconds it may take to compute the bounds.

        What is new since the last time takes as long as what was new then.
        """
        new = self._looked_at - self._then
        more = new / self._last if self._last else 0.0
        return _SPARE * self._took * (1.0 + more)

    def _weighed(self, until: Clock) -> tuple[GraphValue, dict[int, float]]:
        """Compute the bounds, and how likely each node is that was not followed.

        Raises TimeUpError if that takes longer than *until*.
        """
        if self._open is None or self._open[0] is not self.found:
            begun, graph = clock(), self._graph()
            backward = BackwardInduction(graph, until)
            found = backward.swept(self._aim, self.found, until)
            self._computed, self.found = graph, found
            height = backward.layers.height
            self._open = found, _unexplored_nodes(graph, found, height, until)
            self._took = clock() - begun
            self._last = self._looked_at - self._then
            self._then = self._looked_at
        found, weights = self._open
        return found, dict(weights)

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
        """Follow the likeliest, and what is likely to come of that.

        It ends as long as there is time to compute the bounds.
        """
        waiting = [(-weight, node) for node, weight in weights.items()]
        heapify(waiting)
        more = 1.0 if self._then < _FEW else _MORE
        many = max(_FIRST, int(self._then * more))
        while waiting and self._looked_at < self._then + many:
            if until.left < self._needed():
                break
            weight, node = heappop(waiting)
            # An older entry of a node that has become likelier since.
            if self._blocks[node] is not None or -weight < weights[node]:
                continue
            block = self._block(node)
            if block is None:
                continue
            self._looked_at += 1
            for after, share in _equal_shares(block):
                later = self._blocks[after]
                onward = later.begun if isinstance(later, NextRound) else after
                mass = -weight * share
                if self._blocks[onward] is None and mass > least:
                    weights[onward] = weights.get(onward, 0.0) + mass
                    heappush(waiting, (-weights[onward], onward))

    def _block(self, node: int) -> Block | None:
        """Return what follows *node*, None if there is no room for it.

        Raises BudgetFull where there is no time.
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
        """Follow what nobody followed before, as long as there is room."""
        if not self._has_room:
            return None
        if self._new % _OFTEN == 0:
            self._exploring.look()
        self._new += 1
        return self._exploring.follow(node)


def _equal_shares(block: Block) -> Shares:
    """Yield what follows a block of which nothing is known yet.

    The first option is thought to be likelier than the others, so that a conflict is
    followed to its end before all its branches are.
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
    """Return node -> probability, of nodes not followed, if both sides hope."""
    least = swept.gap * _SELDOM
    found: dict[int, float] = {}
    begun = {graph.root: 1.0}
    for _ in range(_ROUNDS):
        later: dict[int, float] = {}
        mass = dict(begun)
        waiting = [(-int(height[node]), node) for node in mass]
        heapify(waiting)
        while waiting:
            # From what is far from the end: all that leads to a node was left before.
            _, node = heappop(waiting)
            until.look()
            here, block = mass[node], graph.blocks[node]
            if here < least or swept.highs[node] - swept.lows[node] < STILL:
                continue
            if block is None:
                found[node] = found.get(node, 0.0) + here
            elif isinstance(block, NextRound):
                later[block.begun] = later.get(block.begun, 0.0) + here
            else:
                for after, share in _hopeful_shares(node, block, swept):
                    if after not in mass:
                        heappush(waiting, (-int(height[after]), after))
                    mass[after] = mass.get(after, 0.0) + here * share
        begun = later
    return found


def _hopeful_shares(node: int, block: Block, swept: GraphValue) -> Shares:
    """Yield the targets of a block if both sides hope, and sometimes try the rest."""
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
        one, other = (
            _HOPED * plan + (1.0 - _HOPED) * uniform_plan(block, side)
            for side, plan in enumerate(swept.hopes(node))
        )
        nodes, shares = block.reached((one, other))
        yield from zip(nodes.tolist(), shares.tolist(), strict=True)


def _option_shares(block: OpenChoice, swept: GraphValue) -> Shares:
    """Yield the options that may still be the best, most of all the one hoped for."""
    targets = list(block.targets)
    lows, highs = swept.lows[targets], swept.highs[targets]
    hopes, sure = (-lows, -highs) if block.side else (highs, lows)
    best, open_ = int(hopes.argmax()), hopes > sure.max() + CLOSED
    open_[best] = True
    others = (1.0 - _HOPED) / int(open_.sum())
    for place in np.flatnonzero(open_).tolist():
        yield targets[place], others + (_HOPED if place == best else 0.0)
