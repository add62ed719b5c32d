"""The front: positions of most mass, expanded exactly as far as a budget allows."""

from typing import Any

import numpy as np
from msgspec import structs

from sim.graph.budget import Budget
from sim.graph.choosers import Choosers
from sim.graph.explored import Explored, Way, explored
from sim.graph.progress import Progress

HOPELESS = 0.9
"""Where more mass than this is open, a front is not worth its time."""

_TRIAL = 0.1
"""After this share of the budget it is looked at how much is still open."""
_FEW = 1_000
"""So many states say little: a trial has as many, if the budget has."""
_FRONT = 0.8
"""The share of the seconds in which a front may grow; the rest is for its tails."""
_ROUNDS = 1_000
"""So many rounds are looked through for open positions."""


def begun(
    system: Any,  # noqa: ANN401 - a rule system, whatever its states are
    state: Any,  # noqa: ANN401 - a state of the system, in which somebody is asked
    choosers: Choosers,
    budget: Budget,
    told: Progress,
    way: Way,
) -> Explored[Any]:
    """Return the graph of what may follow *state*, in a tenth of the *budget*."""
    trial = Budget(
        states=min(budget.states, max(_FEW, int(budget.states * _TRIAL))),
        megabytes=budget.megabytes,
        seconds=budget.seconds * _TRIAL,
    )
    return explored(system, state, choosers, trial, told, way)


def worthwhile(whole: Explored[Any]) -> bool:
    """Whether a graph is whole, or holds enough of the mass to go on with it."""
    return not whole.graph.full or open_mass(whole) <= HOPELESS


def go_on(whole: Explored[Any], budget: Budget, since: float, told: Progress) -> None:
    """Expand as far as the whole *budget* allows; its seconds began at *since*."""
    graph = whole.graph
    graph.budget = structs.replace(budget, seconds=budget.seconds * _FRONT)
    graph.since = since
    if graph.full:
        graph.full = ""
        graph.explore(told)


def open_mass(whole: Explored[Any]) -> float:
    """Return about how likely it is to come to a position that was not expanded.

    It goes round by round, without a look at what happens in the last ones, and ends
    when it is sure whether that is more than too much.
    """
    graph = whole.graph
    source, target, chance = graph.edges.arrays()
    expanded = np.zeros(len(graph.positions), dtype=bool)
    expanded[list(graph.played)] = True
    mass = np.zeros(len(graph.positions))
    mass[whole.root] = 1.0
    found = 0.0
    for _ in range(_ROUNDS):
        found += float(mass[~expanded].sum())
        mass = np.where(expanded, mass, 0.0)
        if found > HOPELESS or found + float(mass.sum()) <= HOPELESS:
            break
        moved = np.bincount(target, mass[source] * chance, len(mass))
        mass = moved.astype(np.float64)
    return found
