"""Push probability mass forward round by round until all of it has reached an ending.

A limit of rounds, a stalemate and a loop need no case of their own. Positions that do
not know their round are told it when the last rounds begin; mass that is then where no
ending can be reached is a deadlock.
"""

from collections.abc import Sequence
from math import inf
from typing import Generic, TypeVar

import numpy as np
from msgspec import Struct, structs

from sim.graph.budget import clock as now
from sim.graph.cut import Cut
from sim.graph.graph import Bools, Edges, Floats, Graph
from sim.graph.parts import Position
from sim.graph.progress import Progress
from sim.seam.protocol import State

S = TypeVar("S", bound=State)

_ROUNDS_MAX = 100_000
_NOTHING = 1e-15
"""Less mass than this is not pushed on, but counted as open."""
_TINY = 1e-27
"""Nor is less than this at one node."""
_MANY = 6
"""Where more than this many times as many nodes have no mass, they are left out."""


class _Step:
    """Takes edges from all nodes at once, or from those alone that have any mass."""

    def __init__(self, edges: Edges, targets: int) -> None:
        self._sources, self._matrix = edges.sources(), edges.matrix(targets)

    def taken(self, mass: Floats) -> Floats:
        """Return the mass that has come to each target."""
        here = mass[self._sources]
        some = np.flatnonzero(here)
        matrix = self._matrix
        if _MANY * len(some) < len(here):
            matrix, here = matrix[some], here[some]
        found: Floats = matrix.T @ here
        return found


class Flow(Struct):
    """The mass that reached each ending, how much of it by deadlock, and the open mass.

    *length* is the sum of mass times the round it ended in.
    """

    ended: Floats
    deadlocked: Floats
    open: float
    length: float


class GraphFlow(Struct, frozen=True):
    """The flow through a graph of *states* and *edges*; *full* is its bound.

    *kinds* has the ending and everybody's returns, in the order of the flow.
    """

    kinds: Sequence[tuple[str, tuple[float, ...]]]
    flow: Flow
    states: int
    edges: int
    full: str = ""


class Pusher(Generic[S]):
    """Pushes mass through a graph, and plays rounds that are missing in it."""

    def __init__(
        self,
        graph: Graph[S],
        last: int | None,
        progress: Progress,
        cut: Cut | None = None,
        until: float = inf,
    ) -> None:
        """Record in *cut* the mass that reaches unexpanded nodes.

        At the time *until*, where the graph is not whole, all mass is left in the cut,
        wherever it is.
        """
        self._cut, self._until = cut, until
        self._graph = graph
        self._last = last
        self._progress = progress
        self._open = 0.0
        self._length = 0.0

    def push(self, root: int, first: int) -> Flow:
        """Push from *root*; the rounds that follow it begin in round *first*."""
        graph = self._graph
        ended = self._ended()
        mass = np.zeros(len(graph.positions))
        mass[root] = 1.0
        mass, clock, ended = self._through(mass, first - 1, ended)
        if not mass.any():
            return Flow(ended, np.zeros_like(ended), self._open, self._length)
        # What is left when the last rounds begin goes through them knowing its round.
        # Mass from which no ending could be reached goes by itself, to tell how much of
        # the endings at the limit are deadlocks.
        stuck = self._deadlocks()
        parts: list[Floats] = []
        for part in (np.where(stuck, 0.0, mass), np.where(stuck, mass, 0.0)):
            late = self._late(part, clock)
            _, _, found = self._through(late, clock, self._ended(), late=True)
            parts.append(found)
        size = len(graph.endings)
        slow, deadlocked = (_padded(one, size) for one in parts)
        ended = _padded(ended, size) + slow + deadlocked
        return Flow(ended, deadlocked, self._open, self._length)

    def _ended(self) -> Floats:
        return np.zeros(len(self._graph.endings))

    def _through(
        self, mass: Floats, clock: int, ended: Floats, *, late: bool = False
    ) -> tuple[Floats, int, Floats]:
        """Push until no mass is left, or the last rounds begin."""
        graph = self._graph
        onward = _Step(graph.edges, len(graph.positions))
        over = _Step(graph.ends, len(graph.endings))
        ends, (shares, lengths) = graph.ends.sources(), self._ends()
        ended = _padded(ended, len(graph.endings))
        mass = _padded(mass, len(graph.positions))
        unplayed = ~graph.expanded()
        for _ in range(_ROUNDS_MAX):
            if not late and self._last is not None and clock >= self._last:
                return mass, clock, ended
            mass = self._stopped(mass, clock, unplayed | self._is_late())
            if (left := float(mass.sum())) <= _NOTHING:
                self._open += left
                break
            # One round of all positions at once: mass times the probabilities of edges,
            # added up at their ends. A node that does not know its round counts from
            # the round in which mass reaches it.
            here = mass[ends]
            ended = ended + over.taken(mass)
            # No products of vectors: BLAS has all cores work on them, mostly in vain.
            self._length += float((here * (lengths + clock * shares)).sum())
            mass, before = onward.taken(mass), mass
            clock += 1
            if not late and self._last is not None and (mass == before).all():
                # Nobody can end it any more, and all stays as it is until the limit.
                clock = max(clock, self._last)
        else:
            self._open += float(mass.sum())
        return np.zeros_like(mass), clock, ended

    def _is_late(self) -> bool:
        """Whether there is no time to push on, and what is left can be played out."""
        is_part = self._cut is not None and bool(self._graph.full)
        return is_part and now() >= self._until

    def _stopped(self, mass: Floats, clock: int, unplayed: Bools) -> Floats:
        """Return *mass* without what goes no further, which is open."""
        # Of the mass that goes round in a circle a part is left for ever; so little of
        # it that nothing is seen of it would still be moved in every round.
        left = np.where(unplayed, mass, 0.0)
        if self._cut is not None and left.any():
            self._cut.add(left, clock)
        stops = unplayed | (mass < _TINY)
        self._open += float(mass[stops].sum())
        return np.where(stops, 0.0, mass)

    def _ends(self) -> tuple[Floats, Floats]:
        """Return for each node that may end the chance to, and the rounds till then.

        The chance is that of a node that does not know its round; the rounds are those
        of the others, times their chances.
        """
        ends = self._graph.ends
        chances = ends.chances()
        when = np.array(self._graph.length, dtype=np.float64)
        blind = self._blind()[ends.sources()]
        return ends.sums(chances) * blind, ends.sums(when * chances)

    def _blind(self) -> Floats:
        """Return 1 for every node that does not know its round."""
        if not self._graph.rounds.forgets_rounds:
            return np.zeros(len(self._graph.positions))
        return np.where(self._graph.round_of() == 0, 1.0, 0.0)

    def _late(self, mass: Floats, clock: int) -> Floats:
        """Tell every position with mass its round, and continue from there."""
        graph = self._graph
        enough = mass > _NOTHING / max(1, len(mass))
        self._open += float(mass[~enough].sum())
        nodes = np.flatnonzero(enough)
        positions: list[Position[S]] = []
        for number in nodes.tolist():
            state, memories = graph.positions[number]
            # In the last rounds the limit matters, so a node needs to know its round;
            # the node that does is another one, and may not have been played yet.
            if state.round == 0:
                known = structs.replace(state, round=clock)
                state = graph.rounds.essential(known)
            positions.append((state, memories))
        numbers = graph.nodes(positions, mass[nodes])
        graph.explore(self._progress)
        late = np.zeros(len(graph.positions))
        np.add.at(late, numbers, mass[nodes])
        return late

    def _deadlocks(self) -> Bools:
        """Return the nodes that reach neither an ending nor an open node."""
        graph = self._graph
        size = len(graph.positions)
        sources, onward = graph.edges.sources(), graph.edges.matrix(size)
        # Backwards from endings and from nodes that were not played: whatever leads to
        # a node that is alive is alive. Repeat until nothing is added.
        alive = ~graph.expanded()
        alive[graph.ends.sources()] = True
        while True:
            more = alive.copy()
            more[sources[onward @ alive.astype(np.float64) > 0.0]] = True
            if (more == alive).all():
                return ~alive
            alive = more


def _padded(values: Floats, size: int) -> Floats:
    """Return *values* padded to *size*."""
    return np.concatenate([values, np.zeros(size - len(values))])
