"""Walking the graph of a conflict by lot: millions of conflicts, and not one event.

Every step is a round, taken with its chance; no die is thrown and nobody is asked, so
what comes of it has the distribution of play and not its dice. An edge may stand for a
law of many dice at once, and which faces fell is nowhere in it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import structs

from sim.errors import OddsError
from sim.graph.budget import Budget, uncollected
from sim.graph.choosers import Choosers
from sim.graph.explored import Explored, explored
from sim.graph.graph import Floats, Graph, Ints
from sim.graph.progress import Progress, quiet
from sim.protocol import Outcome, RuleSystem, SeatInfo
from sim.walk import Walk

Outcomes = dict[tuple[str, tuple[float, ...], int], int]
"""How it ended, what every seat got, and in which round -> how often."""

BATCH = 200_000
"""So many conflicts are walked side by side."""


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
        sources = np.concatenate([source, out])
        order = np.argsort(sources, kind="stable")
        self._to = np.concatenate([target, -1 - end])[order]
        when = np.concatenate([np.zeros_like(target), np.array(graph.length)])
        self._when = when[order].astype(np.int64)
        self._sums = np.cumsum(np.concatenate([chance, share])[order])
        nodes = np.arange(self.states + 1)
        self._starts = np.searchsorted(sources[order], nodes)
        self._below = np.concatenate([[0.0], self._sums])[self._starts]
        single = np.diff(self._starts) == 1
        self._stays = np.zeros(self.states, dtype=bool)
        self._stays[single] = self._to[self._starts[:-1][single]] == nodes[:-1][single]
        forgets = graph.rounds.forgets_rounds
        self._blind = np.array(
            [forgets and state.round == 0 for state, _ in graph.positions]
        )

    def walk(self, count: int, seed: int) -> Outcomes:
        """Return what *count* conflicts came to; the same *seed* gives the same."""
        random = np.random.default_rng(seed)
        found: Outcomes = {}
        while count > 0:
            size = min(count, BATCH)
            self._walk(size, random, found)
            count -= size
        return found

    def _walk(self, count: int, random: np.random.Generator, into: Outcomes) -> None:
        here = np.full(count, self._root)
        waiting = here[:0]
        clock, last = self._second - 1, self._last
        while len(here) or len(waiting):
            if last is not None:
                # Who can only stay where he is need not be walked round by round.
                stays = self._stays[here]
                waiting = np.concatenate([waiting, here[stays]])
                here = here[~stays]
                clock = clock if len(here) else max(clock, last)
                if clock >= last:
                    here = self._told(np.concatenate([here, waiting]), clock)
                    waiting, last = waiting[:0], None
            edge = self._edges(here, random)
            to = self._to[edge]
            over = to < 0
            if over.any():
                when = self._when[edge] + self._blind[here] * clock
                self._count(-1 - to[over], when[over], into)
            here = to[~over]
            clock += 1

    def _edges(self, here: Ints, random: np.random.Generator) -> Ints:
        """Return an edge from each node *here*, drawn by its chance."""
        low, high = self._below[here], self._below[here + 1]
        drawn: Floats = low + random.random(len(here)) * (high - low)
        edge = np.searchsorted(self._sums, drawn, side="right")
        # Sums are rounded: an edge is never taken from the node before or after.
        return np.clip(edge, self._starts[here], self._starts[here + 1] - 1)

    def _told(self, here: Ints, clock: int) -> Ints:
        """Return the same nodes, where positions know that it is round *clock*."""
        graph = self._graph
        known = np.unique(here)
        knowing = np.array([self._knowing(graph, int(one), clock) for one in known])
        return knowing[np.searchsorted(known, here)]

    @staticmethod
    def _knowing(graph: Graph[Any], node: int, clock: int) -> int:
        state, memories = graph.positions[node]
        if state.round != 0:
            return node
        told = graph.rounds.essential(structs.replace(state, round=clock))
        return graph.numbers[told, memories]

    def _count(self, ends: Ints, when: Ints, into: Outcomes) -> None:
        pairs, times = np.unique(np.stack([ends, when]), axis=1, return_counts=True)
        rows: list[list[int]] = pairs.T.tolist()
        for (end, round_), often in zip(rows, times.tolist(), strict=True):
            how, returns = self._endings[end]
            key = how, returns, round_
            into[key] = into.get(key, 0) + often


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
    whole = explored(system, begun.state, choosers, budget or Budget(), told)
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
    choosers.check()
    return Sampler(whole)
