"""Random walks over the graph of a conflict: millions of results without any event.

All walks at a node are divided among its edges by one multinomial sample, round by
round; no die is rolled and no agent is asked. So results have the distribution of play
but no dice, and a thousand million walks take no longer than a million.

If the graph did not fit into the budget, some walks reach positions that were not
expanded. Each of these is played to its end, with dice of its own.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import structs

from sim.casting.roster import make
from sim.conflict.walk import Walk
from sim.errors import OddsError
from sim.graph import front
from sim.graph.budget import Budget, clock, without_garbage_collection
from sim.graph.choosers import Choosers
from sim.graph.explored import ExploredGraph, ExploreMode, in_batches
from sim.graph.flow import Flow
from sim.graph.graph import Floats, Graph, Ints
from sim.graph.progress import Progress, no_progress
from sim.graph.rollout import Rollouts
from sim.graph.shadow_walks import shadow_walks
from sim.graph.tails import position_of_node
from sim.seam.protocol import Outcome, RuleSystem, SeatInfo
from sim.seam.seats import by_seat

Outcomes = dict[tuple[str, tuple[float, ...], int], int]
"""(ending, everybody's return, round) -> count."""

_Crowd = tuple[Ints, Ints]
"""Distinct nodes, and the number of walks at each."""
_NOBODY: _Crowd = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)


_Left = list[tuple[int, int, int]]
"""Unexpanded nodes, the round, and the number of walks that reached each."""
BUDGET = Budget(seconds=120.0)
"""The default budget of a graph."""
_FIRST = 1 << 42
"""The game number of the first rollout, so that its dice are not those of a run."""


class Sampler:
    """The graph of a conflict between given agents, for random walks.

    *open* is the probability that a walk reaches an unexpanded position, and *full*
    names the bound that ended the graph; *played_out* counts the walks of the last call
    that reached one, and were played to their end.
    """

    def __init__(
        self,
        whole: ExploredGraph[Any],
        open_: float = 0.0,
        rollouts: Rollouts | None = None,
        full: str = "",
    ) -> None:
        """Prepare walks; from unexpanded positions conflicts go on by *rollouts*."""
        graph = whole.graph
        self.open, self.full = open_, full
        self.played_out = 0
        self._whole, self._rollouts = whole, rollouts
        self.states = len(graph.positions)
        self.edges = len(graph.edges) + len(graph.ends)
        self._graph = graph
        self._root = whole.root
        self._second = whole.second
        self._last = whole.last
        self._endings: list[tuple[str, tuple[float, ...]]] = list(graph.endings)
        source, target, chance = graph.edges.arrays()
        out, end, share = graph.ends.arrays()
        sources, shares = np.concatenate([source, out]), np.concatenate([chance, share])
        # Likely edges first, so that few walks are left to divide among rare ones.
        order = np.lexsort((-shares, sources))
        self._to = np.concatenate([target, -1 - end])[order]
        when = np.concatenate([np.zeros_like(target), np.array(graph.length)])
        self._when = when[order].astype(np.int64)
        self._starts = np.searchsorted(sources[order], np.arange(self.states + 1))
        self._expanded = graph.expanded()
        self._taken = self._conditional(shares[order])
        single = np.flatnonzero(np.diff(self._starts) == 1)
        self._stays = np.zeros(self.states, dtype=bool)
        self._stays[single] = self._to[self._starts[single]] == single
        forgets = graph.rounds.forgets_rounds
        self._blind = forgets & (graph.round_of() == 0)

    def _conditional(self, shares: Floats) -> Floats:
        """Return each edge's probability given that no earlier edge was taken."""
        # Dividing walks among edges one by one needs, at each edge, its probability
        # among those that are left. *rest* becomes the sum from each edge to the last
        # of its node, added from the back so that rounding errors stay small.
        rest, degrees = shares.copy(), np.diff(self._starts)
        for rank in range(int(degrees.max(initial=0)) - 2, -1, -1):
            at = self._starts[:-1][degrees > rank + 1] + rank
            rest[at] += rest[at + 1]
        return np.minimum(shares / rest, 1.0)

    def walk(self, count: int, seed: int, progress: Progress = no_progress) -> Outcomes:
        """Return the outcomes of *count* walks, determined by *seed*."""
        left: _Left = []
        outcomes = self._walked(count, seed, left)
        self._play_out(left, outcomes, progress)
        return outcomes

    def _walked(self, count: int, seed: int, left: _Left) -> Outcomes:
        """Walk, and collect in *left* those that reach unexpanded positions."""
        random = np.random.default_rng(seed)
        outcomes: Outcomes = {}
        crowd, waiting = (np.array([self._root]), np.array([count])), _NOBODY
        clock, last = self._second - 1, self._last
        while len(crowd[0]) or len(waiting[0]):
            if last is not None:
                # Walks at a node whose only edge is a loop wait for the last rounds.
                stays = self._stays[crowd[0]]
                waiting = _joined_crowds(waiting, (crowd[0][stays], crowd[1][stays]))
                crowd = crowd[0][~stays], crowd[1][~stays]
                clock = clock if len(crowd[0]) else max(clock, last)
                if clock >= last:
                    nodes, counts = _joined_crowds(crowd, waiting)
                    crowd = self._late(nodes, counts, clock, left)
                    waiting, last = _NOBODY, None
            crowd = self._leave(crowd, clock, left)
            if len(crowd[0]):
                crowd = self._step(crowd, clock, random, outcomes)
            clock += 1
        return outcomes

    def _leave(self, crowd: _Crowd, clock: int, left: _Left) -> _Crowd:
        """Collect the walks at unexpanded nodes, and return the others."""
        nodes, counts = crowd
        stays = self._expanded[nodes]
        if not stays.all():
            gone: list[tuple[int, int]] = list(
                zip(nodes[~stays].tolist(), counts[~stays].tolist(), strict=True)
            )
            left += [(node, clock, count) for node, count in gone]
        return nodes[stays], counts[stays]

    def _play_out(self, left: _Left, into: Outcomes, progress: Progress) -> None:
        """Play the walks in *left* to their end, each with dice of its own."""
        total, done = sum(count for _, _, count in left), 0
        self.played_out = total
        for node, reached, count in left:
            position, round_ = position_of_node(self._whole, node, reached)
            assert self._rollouts is not None
            for _ in range(count):
                end = self._rollouts.play(position, _FIRST + done, round_)
                key = str(end.how), end.returns, end.round
                into[key] = into.get(key, 0) + 1
                done += 1
                progress(done, total)

    def _step(
        self, crowd: _Crowd, clock: int, random: np.random.Generator, into: Outcomes
    ) -> _Crowd:
        """Take one edge for every walk; count endings, and return the other walks."""
        nodes, edges, counts = self._edges(crowd, random)
        to = self._to[edges]
        over = to < 0
        when = self._when[edges] + self._blind[nodes] * clock
        self._count(-1 - to[over], when[over], counts[over], into)
        return _joined_crowds((to[~over], counts[~over]))

    def _edges(
        self, crowd: _Crowd, random: np.random.Generator
    ) -> tuple[Ints, Ints, Ints]:
        """Return nodes, their edges, and the number of the *crowd* that takes each."""
        nodes, counts = crowd
        degrees = self._starts[nodes + 1] - self._starts[nodes]
        parts: list[tuple[Ints, Ints, Ints]] = []
        rank = 0
        while len(nodes):
            edge = self._starts[nodes] + rank
            # A multinomial sample is a chain of binomial ones: how many take the first
            # edge, how many of the others the second, and so on. The edges of the same
            # rank are sampled for all nodes at once.
            taken = random.binomial(counts, self._taken[edge])
            used = taken > 0
            parts.append((nodes[used], edge[used], taken[used]))
            rank += 1
            left = (counts > taken) & (degrees > rank)
            nodes, counts, degrees = nodes[left], (counts - taken)[left], degrees[left]
        sources, edges, numbers = (
            np.concatenate(part) for part in zip(*parts, strict=True)
        )
        return sources, edges, numbers

    def _late(self, nodes: Ints, counts: Ints, clock: int, left: _Left) -> _Crowd:
        """Return the same crowd at nodes that know the round, which is *clock*."""
        late_nodes: list[int] = []
        late_counts: list[int] = []
        for node, count in zip(nodes.tolist(), counts.tolist(), strict=True):
            late = self._knowing(node, clock)
            if late is None:
                left.append((node, clock, count))
            else:
                late_nodes.append(late)
                late_counts.append(count)
        return _joined_crowds(
            (np.array(late_nodes, dtype=np.int64), np.array(late_counts, np.int64))
        )

    def _knowing(self, node: int, clock: int) -> int | None:
        """Return the node that knows it is round *clock*, None if there is none."""
        graph: Graph[Any] = self._whole.graph
        state, memories = graph.positions[node]
        if state.round != 0:
            return node
        knowing = graph.rounds.essential(structs.replace(state, round=clock))
        return graph.numbers.get((knowing, memories))

    def _count(self, ends: Ints, when: Ints, counts: Ints, into: Outcomes) -> None:
        rows: list[list[int]] = np.stack([ends, when, counts], axis=1).tolist()
        for end, round_, count in rows:
            how, returns = self._endings[end]
            key = how, returns, round_
            into[key] = into.get(key, 0) + count


def _joined_crowds(*crowds: _Crowd) -> _Crowd:
    """Return all *crowds* as one, with each node once."""
    distinct, place = np.unique(
        np.concatenate([nodes for nodes, _ in crowds]), return_inverse=True
    )
    total = np.zeros(len(distinct), dtype=np.int64)
    np.add.at(total, place, np.concatenate([counts for _, counts in crowds]))
    return distinct, total


@without_garbage_collection()
def make_sampler(  # noqa: PLR0913 - what a conflict is, and how much may be computed
    system: RuleSystem[Any],
    state: Any,  # noqa: ANN401 - a state of the system
    seats: Sequence[SeatInfo],
    specs: Sequence[str],
    *,
    budget: Budget | None = None,
    seed: str = "",
    progress: Progress = no_progress,
) -> Sampler:
    """Return the graph of the conflict at *state* between the agents *specs*.

    If it is too large, walks that leave it are played to their end, by *seed*. Raises
    AgentError for an agent that cannot be followed exactly, OddsError if there is no
    graph.
    """
    since = clock()
    every = [seat for seat, _ in by_seat(specs)]
    choosers = Choosers(system, seats, specs, every)
    begun = Walk(system, state)
    if type(begun.asked) is Outcome:
        message = "it is over before anything happens, so there is nothing to walk"
        raise OddsError(message)
    shadow = shadow_walks(system, begun.state, seats, choosers)
    within = budget or BUDGET

    def pushed(way: ExploreMode) -> tuple[ExploredGraph[Any], Flow]:
        whole = front.graph_within_budget(
            system, begun.state, choosers, within, since, progress, way
        )
        # Pushing the mass adds the nodes of the last rounds to the graph.
        return whole, whole.push(progress)

    whole, flow = in_batches(pushed, plain=shadow.plain)
    choosers.check(begun.state)
    if not whole.graph.full:
        return Sampler(whole)
    agents = [make(spec) for spec in specs]
    rollouts = Rollouts(system, seats, agents, seed)
    return Sampler(whole, flow.open, rollouts, within.of(whole.graph.full))
