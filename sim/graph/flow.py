"""Push probability mass forward round by round until all of it has reached an ending.

A limit of rounds, a stalemate and a loop need no case of their own. Positions that do
not know their round are told it when the last rounds begin; mass from which no ending
can be reached then is a deadlock.
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
"""At a single node, less than this is not pushed on either."""
_MANY = 6
"""If less than one in this many sources has mass, only these are multiplied."""


class _Step:
    """Moves mass along all edges at once, or along those of nodes with mass alone."""

    def __init__(self, edges: Edges, targets: int) -> None:
        self._sources, self._matrix = edges.sources(), edges.matrix(targets)

    def taken(self, mass: Floats) -> Floats:
        """Return the mass that has reached each target."""
        at_sources = mass[self._sources]
        occupied = np.flatnonzero(at_sources)
        matrix = self._matrix
        if _MANY * len(occupied) < len(at_sources):
            matrix, at_sources = matrix[occupied], at_sources[occupied]
        moved: Floats = matrix.T @ at_sources
        return moved


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
        # The mass left when the last rounds begin is pushed through nodes that know
        # their round. Mass that could not have reached an ending is pushed separately:
        # it ends at the limit as a deadlock.
        stuck = self._deadlocks()
        parts: list[Floats] = []
        for part in (np.where(stuck, 0.0, mass), np.where(stuck, mass, 0.0)):
            late = self._late(part, clock)
            _, _, at_limit = self._through(late, clock, self._ended(), late=True)
            parts.append(at_limit)
        size = len(graph.endings)
        slow, deadlocked = (_padded(part, size) for part in parts)
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
            # added up at their targets. A node that does not know its round counts from
            # the round in which mass reaches it.
            ending = mass[ends]
            ended = ended + over.taken(mass)
            # No dot product: BLAS would use all cores for it, mostly in vain.
            self._length += float((ending * (lengths + clock * shares)).sum())
            mass, before = onward.taken(mass), mass
            clock += 1
            if not late and self._last is not None and (mass == before).all():
                # Nothing moves any more, so nothing changes until the limit.
                clock = max(clock, self._last)
        else:
            self._open += float(mass.sum())
        return np.zeros_like(mass), clock, ended

    def _is_late(self) -> bool:
        """Whether the time is up, and the mass that is left can be played out."""
        is_part = self._cut is not None and bool(self._graph.full)
        return is_part and now() >= self._until

    def _stopped(self, mass: Floats, clock: int, unplayed: Bools) -> Floats:
        """Return *mass* without that at nodes that go no further, which is open."""
        # Mass on a cycle decays geometrically and never vanishes, so tiny amounts, that
        # no result would show, are not moved any further.
        left = np.where(unplayed, mass, 0.0)
        if self._cut is not None and left.any():
            self._cut.add(left, clock)
        stops = unplayed | (mass < _TINY)
        self._open += float(mass[stops].sum())
        return np.where(stops, 0.0, mass)

    def _ends(self) -> tuple[Floats, Floats]:
        """Return two sums for each node with endings, for the mean length.

        They are the chance to end, of a node that does not know its round (else 0), and
        the sum of chance times round over its endings.
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
        # Backward reachability from endings and unplayed nodes: every predecessor of a
        # node that is alive is alive. Repeat until nothing is added.
        alive = ~graph.expanded()
        alive[graph.ends.sources()] = True
        while True:
            grown = alive.copy()
            grown[sources[onward @ alive.astype(np.float64) > 0.0]] = True
            if (grown == alive).all():
                return ~alive
            alive = grown


def _padded(values: Floats, size: int) -> Floats:
    """Return *values* padded to *size*."""
    return np.concatenate([values, np.zeros(size - len(values))])
