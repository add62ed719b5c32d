"""A test of a reply by playing it many times against the same agents."""

from collections.abc import Sequence

from sim.library.scenario import Loaded
from sim.run.run import make_plan, run
from sim.seam.events import Seat
from sim.statistics.intervals import Interval
from sim.statistics.summary import Summary


def played_return(
    loaded: Loaded, agents: Sequence[str], seat: Seat, games: int, seed: str
) -> Interval:
    """Return the mean return of *seat* in this many conflicts between these *agents*.

    Raises AgentError for an agent that fails.
    """
    summary = Summary(loaded.system.seats(loaded.scenario))
    name = summary.seats[seat].name
    plan = make_plan(loaded, agents, seed=seed, games=games, record="none", strict=True)
    run(plan, on_line=summary.add)
    return next(row.returns for row in summary.records() if row.seat == name)
