"""Agents sit down to a conflict: what each knows of it, and of what follows it."""

from collections.abc import Callable, Sequence
from typing import Any

from sim.dice.seed import agent_key
from sim.errors import SandboxError
from sim.seam.events import Fact, Seat
from sim.seam.onward import Onward
from sim.seam.protocol import Agent, Decision, RuleSystem, SeatInfo, Table
from sim.seam.seats import by_seat


class FailedAgent(Agent):
    """Sits where an agent failed to sit down, and fails as it did when asked."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def choose(self, asked: Decision[Any]) -> Fact:
        """Raise what kept the agent from the table."""
        del asked
        raise self._error


OnwardOf = Callable[[Seat], Onward | None]
"""What follows the conflict, for the agent of each seat."""


def nothing_follows(seat: Seat) -> None:
    """Say of any *seat* that nothing follows: it is a conflict by itself."""
    del seat


def begin_agents(
    agents: Sequence[Agent],
    system: RuleSystem[Any],
    seats: tuple[SeatInfo, ...],
    key: bytes,
    onward: OnwardOf = nothing_follows,
) -> list[Agent]:
    """Let each agent begin the conflict with *key*; return who then sits there."""
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
    """Return what the agent at *seat* sits down to in the conflict with *key*."""
    return Table(system, seat, seats, agent_key(key, seat), onward=onward(seat))


def _begun(agent: Agent, table: Table) -> Agent:
    try:
        agent.begin(table)
    except (KeyboardInterrupt, SandboxError):
        raise
    except BaseException as error:  # noqa: BLE001 - whatever an agent raises
        return FailedAgent(error)
    return agent
