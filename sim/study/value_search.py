"""Follow what the value of a conflict hangs on, in the time that there is.

First everything is followed. Where it does not fit, easier conflicts and a double
oracle bound the value, and the rest of the time goes to what those leave open.
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
"""The share of the time for following everything, the nearest first."""
_EASES = 0.6
"""The share of the rest for bounds from easier conflicts, where any are promised."""
_REPLIES = 0.35
"""The share of the rest for the best reply to each agent."""
_EVERYTHING = 0.4
"""The share of the rest for everything, where both replies are not the value yet."""
_NEARLY = 0.35
"""But only where no larger share of the positions is left."""
_STATES = 0.75
"""The share of the states for that."""
_NARROWS = 0.1
"""The share of the rest of the time for following what matters."""


def graph_results(
    loaded: Loaded,
    specs: Sequence[str],
    free: Sequence[str],
    within: Budget,
    clock: Clock,
    progress: Progress,
) -> GraphResults:
    """Return the results of all that can happen, or of what the value hangs on.

    *free* are the kinds of decision that are free for both sides, by default all.
    """
    system, scenario = loaded.system, loaded.scenario
    kinds = free_kinds(system, free)
    sides = sides_of(system, scenario, specs, (kinds, kinds))
    # First, since following takes all of the time and the memory that it may.
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
    # Each step had a part of the budget; people know the whole, and when it ended.
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
        found = solve(system, state, seats, specs, budget=budget)
        return found if found.whole else None
    return None


def _bounds_by_easing(
    loaded: Loaded, sides: Sides, within: Budget, clock: Clock
) -> DifferenceBounds | None:
    """Return bounds from easier conflicts, None if nothing is promised of any."""
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
    """Follow everything if it may fit after all, else what the value hangs on.

    The conflicts of the oracle are smaller: where one of them did not fit, this one
    hardly does. Where both did, it *narrows* nothing, and the oracle goes on. Where the
    oracle knows the value, everything still says what each choice of the agents loses.
    """
    if exploring.left < _NEARLY and exploring.everything(
        clock.part(_EVERYTHING), _STATES
    ):
        return
    until = clock.part(_NARROWS)
    for aim in Aim if narrows else ():
        found = narrow_bounds(exploring, aim, until)
        if found is None or found.gap > SURE_GAP:
            break
