"""Creating the agents of a plan, and letting them begin a conflict."""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from functools import partial
from pkgutil import resolve_name
from typing import Any

from sim.dice.seed import agent_key
from sim.errors import SandboxError
from sim.files.sources import reading_from
from sim.hosting.host import HostedAgent
from sim.hosting.process import House
from sim.run.plan import Plan
from sim.seam.events import Fact, Seat
from sim.seam.onward import Onward
from sim.seam.protocol import Agent, Decision, RuleSystem, SeatInfo, Table
from sim.seam.seats import by_seat


class FailedAgent(Agent):
    """Stands for an agent that failed in `begin`, and fails likewise when asked."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def choose(self, asked: Decision[Any]) -> Fact:
        """Raise the error with which `begin` failed."""
        del asked
        raise self._error


OnwardOf = Callable[[Seat], Onward | None]
"""What follows the conflict, for the agent of each seat."""


def nothing_follows(seat: Seat) -> None:
    """Return None for any *seat*: nothing follows a single conflict."""
    del seat


def begin_agents(
    agents: Sequence[Agent],
    system: RuleSystem[Any],
    seats: tuple[SeatInfo, ...],
    key: bytes,
    onward: OnwardOf = nothing_follows,
) -> list[Agent]:
    """Let each agent begin the conflict with *key*; return the agents that play it."""
    return [
        _begun(agent, table_of(system, seats, seat, key, onward))
        for seat, agent in by_seat(agents)
    ]


def table_of(
    system: RuleSystem[Any],
    seats: tuple[SeatInfo, ...],
    seat: Seat,
    key: bytes,
    onward: OnwardOf,
) -> Table:
    """Return the table of the agent at *seat* in the conflict with *key*."""
    return Table(system, seat, seats, agent_key(key, seat), onward=onward(seat))


def _begun(agent: Agent, table: Table) -> Agent:
    try:
        agent.begin(table)
    except (KeyboardInterrupt, SandboxError):
        raise
    except BaseException as error:  # noqa: BLE001 - whatever an agent raises
        return FailedAgent(error)
    return agent


@contextmanager
def seated_agents(plan: Plan) -> Generator[list[Agent], None, None]:
    """Return new agents for the seats of *plan*; their processes end afterwards.

    Raises AgentError or UnknownNameError for an agent that cannot be created.
    """
    with reading_from(plan.files):
        agents = made_agents(plan)
        try:
            yield agents
        finally:
            end_processes(agents)


def end_processes(agents: Iterable[Agent]) -> None:
    """End the processes of those *agents* that have one."""
    for agent in agents:
        if isinstance(agent, HostedAgent):
            agent.leave()


def made_agents(plan: Plan) -> list[Agent]:
    """Return new agents for the seats of *plan*, ready to begin."""
    agents: list[Agent]
    if plan.taken:
        seated = resolve_name(f"{plan.roster}:seated")
        seated = partial(seated, weak=True) if plan.weak else seated
        agents = [seated(taken) for taken in plan.taken]
    else:
        make = resolve_name(f"{plan.roster}:make")
        agents = [make(spec) for spec in plan.agents]
    for agent in agents:
        if isinstance(agent, HostedAgent):
            files = agent.files or plan.files
            agent.enter(
                House(plan.load, plan.scenario, files, plan.patience, plan.sandbox)
            )
    return agents


def agents_at_table(plan: Plan, agents: Iterable[Agent], table: int) -> list[Agent]:
    """Return agents for a further conflict of *plan*, in parallel to others.

    Agents with a process of their own share it with their counterparts in *agents*.
    """
    return [
        agent.at(table) if isinstance(agent, HostedAgent) else another
        for agent, another in zip(agents, made_agents(plan), strict=True)
    ]
