"""The front of a graph: the positions of most mass, expanded within a budget."""

from typing import Any

import numpy as np
from msgspec import structs

from sim.graph.budget import Budget
from sim.graph.choosers import Choosers
from sim.graph.explored import Explored, Way, explored
from sim.graph.progress import Progress

HOPELESS = 0.9
"""With more open mass than this, play is better than a front."""

_TRIAL = 0.1
"""The share of the budget for the trial, after which the open mass is estimated."""
_FEW = 1_000
"""The least number of states of a trial, if the budget has as many."""
_FRONT = 0.8
"""The share of the seconds in which a front may grow; the rest is for its tails."""
_ROUNDS = 1_000
"""How many rounds ahead open mass is counted."""


def begun(
    system: Any,  # noqa: ANN401 - a rule system, whatever its states are
    state: Any,  # noqa: ANN401 - a state of the system, in which somebody is asked
    choosers: Choosers,
    budget: Budget,
    progress: Progress,
    way: Way,
) -> Explored[Any]:
    """Return the graph from *state* on, expanded in a tenth of the *budget*."""
    trial = Budget(
        states=min(budget.states, max(_FEW, int(budget.states * _TRIAL))),
        megabytes=budget.megabytes,
        seconds=budget.seconds * _TRIAL,
    )
    return explored(system, state, choosers, trial, progress, way)


def worthwhile(whole: Explored[Any]) -> bool:
    """Whether a graph is whole, or covers enough mass to be expanded further."""
    return not whole.graph.full or open_mass(whole) <= HOPELESS


def go_on(
    whole: Explored[Any], budget: Budget, since: float, progress: Progress
) -> None:
    """Expand within the whole *budget*, whose seconds began at *since*."""
    graph = whole.graph
    graph.budget = structs.replace(budget, seconds=budget.seconds * _FRONT)
    graph.since = since
    if graph.full:
        graph.full = ""
        graph.explore(progress)


def open_mass(whole: Explored[Any]) -> float:
    """Estimate the probability of reaching a position that was not expanded.

    Mass is pushed round by round, without regard to the limit of rounds, until it is
    certain whether the open mass exceeds `HOPELESS`.
    """
    graph = whole.graph
    size = len(graph.positions)
    sources, onward = graph.edges.sources(), graph.edges.matrix(size).T
    expanded = graph.expanded()
    mass = np.zeros(len(graph.positions))
    mass[whole.root] = 1.0
    found = 0.0
    for _ in range(_ROUNDS):
        # Mass on an unexpanded position is open, and goes no further.
        found += float(mass[~expanded].sum())
        mass = np.where(expanded, mass, 0.0)
        if found > HOPELESS or found + float(mass.sum()) <= HOPELESS:
            break
        mass = onward @ mass[sources]
    return found
