"""The search for the value of a conflict, within a budget.

First the whole graph is followed. If it does not fit, easier conflicts and a double
oracle bound the value, and the rest of the time is for narrowing these bounds.
"""

from collections.abc import Sequence
from contextlib import suppress
from math import inf

from msgspec import structs

from sim.errors import AgentError, OddsError
from sim.graph.budget import Budget
from sim.graph.clock import Clock
from sim.graph.progress import Progress, progress_counting_on
from sim.graph.solve import Solved, solve
from sim.library.scenario import Loaded
from sim.optimal.backward import Aim
from sim.optimal.easier import DifferenceBounds, bounds_by_easing
from sim.optimal.exploring import Explorer
from sim.optimal.narrowing import narrow_bounds
from sim.optimal.oracle import DoubleOracle
from sim.optimal.sides import Sides, sides_of
from sim.study.graph_results import GraphResults
from sim.study.nearest_bounds import SURE_GAP
from sim.study.replying import free_kinds

_SOLVES = 0.05
"""The share of the time for solving the agents against each other."""
_FIRST = 0.15
"""The share of the time for following the whole graph, breadth first."""
_EASES = 0.6
"""The share of the rest for bounds from easier conflicts, if there are any."""
_REPLIES = 0.35
"""The share of the rest for the best reply to each agent."""
_EVERYTHING = 0.4
"""The share of the rest for another try at the whole graph."""
_NEARLY = 0.35
"""That is tried if at most this share of the positions is still to be followed."""
_STATES = 0.75
"""The share of the states for the whole graph."""
_NARROWS = 0.1
"""The share of the rest for following the positions that keep the bounds apart."""


def graph_results(
    loaded: Loaded,
    specs: Sequence[str],
    free: Sequence[str],
    within: Budget,
    clock: Clock,
    progress: Progress,
) -> GraphResults:
    """Return the results of the whole graph, or of the part that fits.

    *free* are the kinds of decision that are free for both sides, by default all.
    """
    system, scenario = loaded.system, loaded.scenario
    kinds = free_kinds(system, free)
    sides = sides_of(system, scenario, specs, (kinds, kinds))
    # First, since following may take all of the time and the memory.
    solved = _values_between_agents(loaded, specs, within, clock.part(_SOLVES))
    exploring = Explorer(system, scenario, sides, within, progress)
    oracle, easier = None, None
    if not exploring.everything(clock.part(_FIRST), _STATES):
        easier = _bounds_by_easing(loaded, sides, within, clock)
        more = progress_counting_on(progress, exploring.followed, len(exploring.blocks))
        oracle, both = _double_oracle(loaded, sides, within, clock, more)
        closed = oracle is not None and oracle.is_closed
        _follow_the_rest(exploring, clock, narrows=not both and not closed)
    graph = exploring.graph()
    # Each step had a part of the budget; report the bound of all of it.
    graph = structs.replace(graph, full=within.of(graph.full))
    results = GraphResults(loaded, sides, graph, oracle, clock)
    results.eased, results.solved = easier, solved
    results.begin()
    return results


def _values_between_agents(
    loaded: Loaded, specs: Sequence[str], within: Budget, until: Clock
) -> Solved | None:
    """Return the exact values between these agents, None if it takes too long."""
    system, budget = loaded.system, structs.replace(within, seconds=until.left)
    seats, state = system.seats(loaded.scenario), system.initial(loaded.scenario)
    with suppress(AgentError, OddsError):
        solved = solve(system, state, seats, specs, budget=budget)
        return solved if solved.whole else None
    return None


def _bounds_by_easing(
    loaded: Loaded, sides: Sides, within: Budget, clock: Clock
) -> DifferenceBounds | None:
    """Return bounds from easier conflicts, None if the chart has no easing."""
    with suppress(OddsError):
        until = clock.part(_EASES)
        return bounds_by_easing(loaded.system, loaded.scenario, sides, within, until)
    return None


def _double_oracle(
    loaded: Loaded, sides: Sides, within: Budget, clock: Clock, progress: Progress
) -> tuple[DoubleOracle | None, bool]:
    """Return a double oracle, and whether it found the best reply to each agent."""
    half, conflict = structs.replace(within, seconds=inf), loaded.scenario
    try:
        oracle = DoubleOracle(
            loaded.system, conflict, sides, Aim.DIFFERENCE, half, progress
        )
    except (AgentError, OddsError):
        return None, False
    with suppress(AgentError, OddsError):
        return oracle, oracle.begin(clock.part(_REPLIES))
    return oracle, False


def _follow_the_rest(exploring: Explorer, clock: Clock, *, narrows: bool) -> None:
    """Follow the whole graph if it may fit after all, else a part that matters.

    The conflicts of the oracle are smaller: if one of them did not fit, this one hardly
    does. If both did, it *narrows* nothing, and the oracle goes on. Even if the oracle
    knows the value, the whole graph is needed for the losses of the agents.
    """
    if exploring.left < _NEARLY and exploring.everything(
        clock.part(_EVERYTHING), _STATES
    ):
        return
    until = clock.part(_NARROWS)
    for aim in Aim if narrows else ():
        bounds = narrow_bounds(exploring, aim, until)
        if bounds is None or bounds.gap > SURE_GAP:
            break
