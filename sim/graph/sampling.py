"""Walking the graph of a conflict by lot: millions of conflicts, and not one event.

At each node so many conflicts as came there part by the chances of its edges, round by
round; no die is thrown and nobody is asked. So what comes of them has the distribution
of play and not its dice, and a thousand million take no longer than a million. An edge
may stand for a law of many dice at once, and which faces fell is nowhere in it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import structs

from sim.conflict.walk import Walk
from sim.errors import OddsError
from sim.graph.budget import Budget, uncollected
from sim.graph.choosers import Choosers
from sim.graph.explored import Explored, explored
from sim.graph.graph import Floats, Graph, Ints
from sim.graph.progress import Progress, quiet
from sim.graph.shadow import shadowed
from sim.seam.protocol import Outcome, RuleSystem, SeatInfo

Outcomes = dict[tuple[str, tuple[float, ...], int], int]
"""How it ended, what every seat got, and in which round -> how often."""

_Crowd = tuple[Ints, Ints]
"""Nodes, each once, and how many conflicts are at each."""
_NOBODY: _Crowd = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)


class Sampler:
    """The whole graph of a conflict between given agents, to be walked by lot."""

    def __init__(self, whole: Explored[Any]) -> None:
        """Walk the *whole* graph."""
        graph = whole.graph
        self.states = len(graph.positions)
        self.edges = len(graph.edges.source) + len(graph.ends.source)
        self._graph = graph
        self._root = whole.root
        self._second = whole.second
        self._last = whole.last
        self._endings: list[tuple[str, tuple[float, ...]]] = list(graph.endings)
        source, target, chance = graph.edges.arrays()
        out, end, share = graph.ends.arrays()
        sources, shares = np.concatenate([source, out]), np.concatenate([chance, share])
        # The likely edges first: most conflicts have parted when the rare ones come.
        order = np.lexsort((-shares, sources))
        self._to = np.concatenate([target, -1 - end])[order]
        when = np.concatenate([np.zeros_like(target), np.array(graph.length)])
        self._when = when[order].astype(np.int64)
        self._starts = np.searchsorted(sources[order], np.arange(self.states + 1))
        self._taken = self._parted(shares[order])
        single = np.flatnonzero(np.diff(self._starts) == 1)
        self._stays = np.zeros(self.states, dtype=bool)
        self._stays[single] = self._to[self._starts[single]] == single
        forgets = graph.rounds.forgets_rounds
        self._blind = np.array(
            [forgets and state.round == 0 for state, _ in graph.positions]
        )

    def _parted(self, shares: Floats) -> Floats:
        """Return how likely each edge is taken by those who took none before it."""
        rest, degrees = shares.copy(), np.diff(self._starts)
        for rank in range(int(degrees.max(initial=0)) - 2, -1, -1):
            at = self._starts[:-1][degrees > rank + 1] + rank
            rest[at] += rest[at + 1]
        return np.minimum(shares / rest, 1.0)

    def walk(self, count: int, seed: int) -> Outcomes:
        """Return what *count* conflicts came to; the same *seed* gives the same."""
        random = np.random.default_rng(seed)
        found: Outcomes = {}
        crowd, waiting = (np.array([self._root]), np.array([count])), _NOBODY
        clock, last = self._second - 1, self._last
        while len(crowd[0]) or len(waiting[0]):
            if last is not None:
                # Who can only stay where he is need not be walked round by round.
                stays = self._stays[crowd[0]]
                waiting = _joined(waiting, (crowd[0][stays], crowd[1][stays]))
                crowd = crowd[0][~stays], crowd[1][~stays]
                clock = clock if len(crowd[0]) else max(clock, last)
                if clock >= last:
                    here, many = _joined(crowd, waiting)
                    crowd = _joined((self._told(here, clock), many))
                    waiting, last = _NOBODY, None
            crowd = self._step(crowd, clock, random, found)
            clock += 1
        return found

    def _step(
        self, crowd: _Crowd, clock: int, random: np.random.Generator, into: Outcomes
    ) -> _Crowd:
        """Let all take an edge; count those who come to an end, return the others."""
        here, edge, many = self._edges(crowd, random)
        to = self._to[edge]
        over = to < 0
        when = self._when[edge] + self._blind[here] * clock
        self._count(-1 - to[over], when[over], many[over], into)
        return _joined((to[~over], many[~over]))

    def _edges(
        self, crowd: _Crowd, random: np.random.Generator
    ) -> tuple[Ints, Ints, Ints]:
        """Return nodes, edges from them, and how many of the *crowd* take each."""
        here, many = crowd
        degrees = self._starts[here + 1] - self._starts[here]
        found: list[tuple[Ints, Ints, Ints]] = []
        rank = 0
        while len(here):
            edge = self._starts[here] + rank
            taken = random.binomial(many, self._taken[edge])
            some = taken > 0
            found.append((here[some], edge[some], taken[some]))
            rank += 1
            left = (many > taken) & (degrees > rank)
            here, many, degrees = here[left], (many - taken)[left], degrees[left]
        nodes, edges, counts = (np.concatenate(one) for one in zip(*found, strict=True))
        return nodes, edges, counts

    def _told(self, here: Ints, clock: int) -> Ints:
        """Return the same nodes, where positions know that it is round *clock*."""
        graph = self._graph
        return np.array([self._knowing(graph, int(one), clock) for one in here])

    @staticmethod
    def _knowing(graph: Graph[Any], node: int, clock: int) -> int:
        state, memories = graph.positions[node]
        if state.round != 0:
            return node
        told = graph.rounds.essential(structs.replace(state, round=clock))
        return graph.numbers[told, memories]

    def _count(self, ends: Ints, when: Ints, many: Ints, into: Outcomes) -> None:
        rows: list[list[int]] = np.stack([ends, when, many], axis=1).tolist()
        for end, round_, often in rows:
            how, returns = self._endings[end]
            key = how, returns, round_
            into[key] = into.get(key, 0) + often


def _joined(*crowds: _Crowd) -> _Crowd:
    """Return all *crowds* as one, with each node once."""
    here, place = np.unique(
        np.concatenate([nodes for nodes, _ in crowds]), return_inverse=True
    )
    many = np.zeros(len(here), dtype=np.int64)
    np.add.at(many, place, np.concatenate([counts for _, counts in crowds]))
    return here, many


@uncollected()
def sampler(
    system: RuleSystem[Any],
    state: Any,  # noqa: ANN401 - a state of the system
    seats: Sequence[SeatInfo],
    specs: Sequence[str],
    *,
    budget: Budget | None = None,
    told: Progress = quiet,
) -> Sampler:
    """Return the graph of the conflict at *state* between the agents *specs*.

    Raises AgentError for an agent of which nothing exact can be said, OddsError where
    the graph is too large, or there is none.
    """
    choosers = Choosers(system, seats, specs)
    begun = Walk(system, state)
    if type(begun.asked) is Outcome:
        message = "it is over before anything happens, so there is nothing to walk"
        raise OddsError(message)
    shadow = shadowed(system, begun.state, seats, choosers)
    within = budget or Budget()
    whole = explored(system, begun.state, choosers, within, told, plain=shadow.plain)
    graph = whole.graph
    if not graph.full:
        # Mass is pushed once, to play what the last rounds add to the graph.
        whole.push(told)
    if graph.full:
        message = (
            f"it does not fit into {graph.full}, and half a graph cannot be walked:"
            " play it (without --sampled)"
        )
        raise OddsError(message)
    choosers.check(begun.state)
    return Sampler(whole)
