"""The agents that play on from any point of a conflict: the *continuation*.

The memory of each is restored. An agent that declares its memory (`Agent.memory`) gets
it back; any other is asked again all the questions that it was asked up to that point.
"""

from collections.abc import Hashable, Sequence
from typing import Any

from msgspec import Struct

from sim.casting.roster import make
from sim.conflict.asking import Refusal, answer, memory, tried
from sim.dice.seed import agent_key
from sim.errors import AgentError
from sim.graph.choosers import Memories
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Agent, Decision, RuleSystem, SeatInfo, Table
from sim.seam.seats import by_seat
from sim.spine.changes import put

_START_KEY = bytes(32)


class _Table(Table):
    """A table that tells whether its agent looked at its key, or drew from it."""

    looked: bool = False

    @property
    def key(self) -> bytes:
        """Return the key, from which the generator is made too."""
        self.looked = True
        return super().key


class Questions(Struct, frozen=True):
    """The questions so far to an agent that does not declare its memory."""

    asked: tuple[Decision[Any], ...] = ()


class Continuation:
    """Agents for all seats that can be reset to any point of a conflict."""

    def __init__(
        self, system: RuleSystem[Any], seats: Sequence[SeatInfo], specs: Sequence[str]
    ) -> None:
        """Seat *specs*; raises AgentError for an agent that cannot go on from a point.

        That is one which listens to all that happens (`Agent.observe`).
        """
        self.specs = tuple(specs)
        self._system, self._seats = system, tuple(seats)
        self._agents = [make(spec) for spec in specs]
        self._tables: dict[Seat, _Table] = {}
        for seat, agent in by_seat(self._agents):
            self._begin(seat, agent, _START_KEY)
            if agent.listens:
                message = (
                    f"{specs[seat]} at {seats[seat].name} listens to what happens"
                    " (`Agent.observe`), so it cannot play on from a point within a"
                    " conflict: name another agent"
                )
                raise AgentError(message)
        self.start: Memories = tuple(
            [self._remembered(seat, agent) for seat, agent in by_seat(self._agents)]
        )
        self._repeatable = all(agent.repeats for agent in self._agents) and not any(
            isinstance(held, Questions) for held in self.start
        )

    @property
    def agents(self) -> list[Agent]:
        """The agents at the seats, as they sat down last."""
        return self._agents

    def sit_down(self, memories: Memories, key: bytes) -> None:
        """Restore every agent's part of *memories*, with randomness from *key*."""
        for seat, agent in by_seat(self._agents):
            self._begin(seat, agent, key)
            held = memories[seat]
            if isinstance(held, Questions):
                for asked in held.asked:
                    self._tried(seat, answer, agent, asked)
            else:
                self._tried(seat, agent.restore, held)

    def memories(self) -> Memories | None:
        """Return what the agents remember now, if what they will do follows from it.

        None if somebody does not say what it remembers, may choose otherwise the next
        time, or has looked at its key since it sat down.
        """
        if not self._repeatable or any(table.looked for table in self._tables.values()):
            return None
        held = [
            self._tried(seat, memory, agent, seat)
            for seat, agent in by_seat(self._agents)
        ]
        return None if any(remembered is None for remembered in held) else tuple(held)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the choice of the agent that is asked; a single option is taken."""
        if len(asked.options) == 1:
            return asked.options[0]
        fact: Fact = self._tried(asked.who, answer, self._agents[asked.who], asked)
        return fact

    def after(self, asked: Decision[Any], memories: Memories) -> Memories:
        """Return the memories of all agents after *asked* has been put."""
        if len(asked.options) == 1:
            return memories
        seat, held = asked.who, memories[asked.who]
        if isinstance(held, Questions):
            return put(memories, seat, Questions((*held.asked, asked)))
        agent = self._agents[seat]
        self._tried(seat, agent.restore, held)
        self._tried(seat, answer, agent, asked)
        return put(memories, seat, self._tried(seat, memory, agent, seat))

    def _begin(self, seat: Seat, agent: Agent, key: bytes) -> None:
        table = _Table(self._system, seat, self._seats, agent_key(key, seat))
        self._tables[seat] = table
        self._tried(seat, agent.begin, table)

    def _remembered(self, seat: Seat, agent: Agent) -> Hashable:
        held = self._tried(seat, memory, agent, seat)
        return Questions() if held is None else held

    def _tried(self, seat: Seat, call: Any, *given: object) -> Any:  # noqa: ANN401 - whatever it returns
        try:
            return tried(seat, call, *given)
        except Refusal as refusal:
            place = f"{self.specs[seat]} at {self._seats[seat].name}"
            message = f"the agent {place} {refusal}{refusal.place}"
            raise AgentError(message) from refusal
