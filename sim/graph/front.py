"""The front of a graph: the positions of most mass, expanded within a budget.

A front takes time from the rollouts, and is worth it if much of the mass ends within
it. That cannot be known in advance: in a long conflict nothing ends for many rounds,
and then nearly all of it at once. So a front grows in stages that double the time used
so far, and stops when the next stage would hardly pay.
"""

from typing import Any

import numpy as np
from msgspec import structs

from sim.graph.budget import Budget, Limit, clock, kind_of
from sim.graph.choosers import Choosers
from sim.graph.explored import ExploredGraph, ExploreMode, explored_graph
from sim.graph.progress import Progress

HOPELESS = 0.9
"""With more open mass than this, whole conflicts are played."""

_STAGES = (0.1, 0.2, 0.4, 0.8)
"""The shares of the time at which stages end; the rest is for rollouts."""
_PAYS = 0.75
"""The last stage begins only if the one before left less of the open mass than this.

It takes two thirds of the time left, so it pays if it leaves less than 0.58 of the open
mass. That falls faster and faster: in the shipped scenarios it fell enough if the stage
before had left less than this.
"""
_PUSHED = 20.0
"""Pushing the mass through the whole front takes about this many times as long as
estimating the open mass before the last stage; that time is reserved."""
_ROUNDS = 100
"""How many rounds ahead open mass is counted."""
_LITTLE = 1e-3
"""Mass that is not worth another round of counting."""


def graph_within_budget(  # noqa: PLR0913, PLR0917 - a conflict, and how its graph is made
    system: Any,  # noqa: ANN401 - a rule system, whatever its states are
    state: Any,  # noqa: ANN401 - a state of the system, in which somebody is asked
    choosers: Choosers,
    budget: Budget,
    since: float,
    progress: Progress,
    way: ExploreMode,
) -> ExploredGraph[Any]:
    """Return the graph from *state* on, expanded as far as that pays.

    The seconds of the *budget* began at *since*.
    """
    left = max(0.0, budget.seconds - (clock() - since))
    first, *stages = [_stage_budget(budget, left, share) for share in _STAGES]
    whole = explored_graph(system, state, choosers, first, progress, way)
    graph, played, before = whole.graph, 0, 1.0
    for number, stage in enumerate(stages):
        # Only bounds of time and states are raised by the next stage. If nothing was
        # expanded in the time of the last stage, another will not help.
        limit = kind_of(graph.full)
        if limit not in {Limit.TIME, Limit.STATES}:
            break
        if limit is Limit.TIME and graph.played == played:
            break
        looked = clock()
        now, last = open_mass(whole), number == len(stages) - 1
        if last and limit is Limit.TIME and now > _PAYS * before:
            break
        before, played = now, graph.played
        kept = _PUSHED * (clock() - looked) if last else 0.0
        graph.budget, graph.full = _budget_ending_earlier(stage, kept), ""
        graph.explore(progress)
    return whole


def _stage_budget(budget: Budget, seconds: float, share: float) -> Budget:
    """Return the budget until a *share* of the *seconds* and of the states is used."""
    part = share / _STAGES[-1] if share < _STAGES[-1] else 1.0
    states = max(1, int(budget.states * part))
    return structs.replace(budget, states=states, seconds=seconds * share)


def _budget_ending_earlier(stage: Budget, seconds: float) -> Budget:
    return structs.replace(stage, seconds=max(0.0, stage.seconds - seconds))


def open_mass(whole: ExploredGraph[Any]) -> float:
    """Estimate the probability of reaching a position that was not expanded.

    Mass is pushed round by round, without regard to the limit of rounds, until hardly
    any is left that is neither open nor at an end.
    """
    graph = whole.graph
    size = len(graph.positions)
    sources, onward = graph.edges.sources(), graph.edges.matrix(size).T
    expanded = graph.expanded()
    mass = np.zeros(size)
    mass[whole.root] = 1.0
    open_ = 0.0
    for _ in range(_ROUNDS):
        # Mass on an unexpanded position is open, and goes no further.
        open_ += float(mass[~expanded].sum())
        mass = np.where(expanded, mass, 0.0)
        if float(mass.sum()) < _LITTLE:
            break
        mass = onward @ mass[sources]
    return open_
