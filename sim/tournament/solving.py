"""How the games of two agents in one place end, worked out by a graph if possible."""

import msgspec

from sim.casting.specs import files_of
from sim.errors import AgentError, OddsError
from sim.files.sources import reading_from
from sim.graph.budget import Budget
from sim.graph.solve import solve
from sim.run.chunk import Plan, setting, stdout_kept_clean
from sim.store.contests import Ended, PlaceSolved
from sim.tournament.exact import SolveJob

_encode = msgspec.msgpack.Encoder().encode


def solve_place(job: SolveJob) -> bytes:
    """Work out the games of *job*; return them encoded, for `decode_solved`."""
    return _encode(solve_endings(job))


def solve_endings(job: SolveJob) -> PlaceSolved:
    """Return how the games of *job* end, or why that is not known.

    Agents from files are never asked: the graph asks in this process, and theirs is
    another.
    """
    specs = [spec for plan in job.plans for spec in plan.agents]
    if any(files_of(specs, code=True)):
        return PlaceSolved(why="an agent from a file has a process of its own")
    budget = Budget(seconds=job.seconds)
    try:
        with stdout_kept_clean():
            return PlaceSolved(tuple(_endings(plan, budget) for plan in job.plans))
    except (AgentError, OddsError) as error:
        # What comes after a colon and a space is advice to whoever asked for this
        # conflict alone.
        return PlaceSolved(why=str(error).partition(": ")[0])


def _endings(plan: Plan, budget: Budget) -> tuple[Ended, ...]:
    """Return how the game of *plan* ends, each way with its chance.

    Raises OddsError if it does not fit into the budget, AgentError for an agent of
    which nothing exact can be said.
    """
    with reading_from(plan.files):
        begin = setting(plan)
        specs = plan.agents
        solved = solve(begin.system, begin.state, begin.seats, specs, budget=budget)
    if solved.full:
        message = f"the games do not fit into {solved.full}"
        raise OddsError(message)
    if not solved.exact:
        message = "an agent may look at more than what is sure to come again"
        raise AgentError(message)
    return tuple(
        Ended(how, returns, chance)
        for (how, returns), chance in sorted(solved.outcomes.items())
    )
