"""The agents of a graph: asked out of order, each with its memory given back first.

An agent may be asked the same twice, and must answer alike: one that does not draws
lots or remembers what it does not say, and is refused by its name.
"""

from collections.abc import Hashable, Sequence
from typing import Any

from sim.asking import Refusal, answer
from sim.errors import AgentError
from sim.events import Fact, Seat
from sim.protocol import Agent, Appraisal, Decision, RuleSystem, SeatInfo, Table
from sim.roster import make
from sim.seats import by_seat
from sim.spine.changes import put

Memories = tuple[Hashable, ...]
"""What the agent of each seat remembers; None: it does not say."""

_KEYS = (bytes(32), bytes(range(32)))
_OFTEN = 64
"""So many questions of a seat are checked, and from then on one in so many."""
_KEPT = 256
"""So many questions are asked again at the end."""


class _Table(Table):
    """A table at which nobody may draw lots."""

    drew: bool = False

    @property
    def random(self) -> Any:  # noqa: ANN401 - nothing is ever returned
        """Note that lots are drawn; raises AgentError."""
        self.drew = True
        message = "no lots are drawn here"
        raise AgentError(message)


class _Seated:
    """One agent at one seat, and what it remembers at the moment."""

    def __init__(
        self, system: RuleSystem[Any], seat: Seat, seats: Sequence[SeatInfo], spec: str
    ) -> None:
        self.spec = spec
        self.place = f"{spec} at {seats[seat].name}"
        self.agents = (make(spec), make(spec))
        self.tables = [_Table(system, seat, tuple(seats), key) for key in _KEYS]
        for agent, table in zip(self.agents, self.tables, strict=True):
            try:
                agent.begin(table)
            except AgentError as error:
                raise self.draws_lots() if table.drew else error from error
        if self.agents[0].listens:
            message = (
                f"{self.place} listens to what happens: exact values are for agents"
                " that answer from what they see"
            )
            raise AgentError(message)
        if not self.agents[0].repeats:
            message = (
                f"{self.place} may choose otherwise the next time (`Agent.repeats`):"
                " exact values are for agents that always answer alike"
            )
            raise AgentError(message)
        self.held: list[Hashable] = [agent.memory() for agent in self.agents]
        self.asked = 0
        self.kept: list[tuple[Decision[Any], Hashable, Fact]] = []

    def answer(
        self, asked: Decision[Any], memory: Hashable, which: int = 0
    ) -> tuple[Fact, Hashable]:
        """Return what the agent chooses from *memory*, and what it remembers then."""
        agent = self.agents[which]
        if self.held[which] != memory:
            agent.restore(memory)
        try:
            fact = answer(agent, asked)
        except Refusal as refusal:
            if self.tables[which].drew:
                raise self.draws_lots() from refusal
            message = f"the agent {self.place} {refusal}"
            raise AgentError(message) from refusal
        after = agent.memory()
        self.held[which] = after
        return fact, after

    def draws_lots(self) -> AgentError:
        return AgentError(
            f"{self.place} draws lots: exact values are for agents that do not, so"
            " another has to sit there"
        )


class Choosers:
    """The agents at all seats; *free* is a seat nobody sits at, if there is one."""

    def __init__(
        self,
        system: RuleSystem[Any],
        seats: Sequence[SeatInfo],
        specs: Sequence[str],
    ) -> None:
        self.specs = tuple(specs)
        self._seated = [
            _Seated(system, seat, seats, spec) for seat, spec in by_seat(specs)
        ]
        self.begin: Memories = tuple(one.held[0] for one in self._seated)

    @property
    def read_all(self) -> bool:
        """Whether an agent may read anything of what it sees, even the round."""
        return any(one.agents[0].reads(Appraisal()) is None for one in self._seated)

    @property
    def leaders(self) -> tuple[tuple[Seat, Agent], ...]:
        """Those who always ask how far they lead, with their seats."""
        agents = [(seat, one.agents[0]) for seat, one in by_seat(self._seated)]
        return tuple(
            [(seat, one) for seat, one in agents if one.reads_lead(0.0) is not None]
        )

    def agent(self, seat: Seat) -> Agent:
        """Return the agent that sits at *seat*."""
        return self._seated[seat].agents[0]

    def answer(self, asked: Decision[Any], memories: Memories) -> tuple[Fact, Memories]:
        """Return what is chosen, and what everybody remembers then.

        Raises AgentError for an agent that cannot be solved.
        """
        seat = asked.who
        one, memory = self._seated[seat], memories[seat]
        if memory is None:
            message = (
                f"{one.place} does not say what it remembers (`Agent.memory`), so"
                " nothing exact can be said of it"
            )
            raise AgentError(message)
        fact, after = one.answer(asked, memory)
        one.asked += 1
        if one.asked <= _OFTEN or one.asked % _OFTEN == 0:
            self._compare(one, asked, memory, (fact, after))
            if len(one.kept) < _KEPT:
                one.kept.append((asked, memory, fact))
        if after == memory:
            return fact, memories
        return fact, put(memories, seat, after)

    def check(self) -> None:
        """Ask some questions again, in another order; raises AgentError."""
        for one in self._seated:
            for asked, memory, fact in reversed(one.kept):
                if one.answer(asked, memory)[0] != fact:
                    raise _unlike(one)

    def _compare(
        self,
        one: _Seated,
        asked: Decision[Any],
        memory: Hashable,
        found: tuple[Fact, Hashable],
    ) -> None:
        """Ask another of its kind, which was asked other things before."""
        if one.answer(asked, memory, which=1) != found:
            raise _unlike(one)


def _unlike(one: _Seated) -> AgentError:
    return AgentError(
        f"{one.place} was asked the same twice and answered otherwise: it draws lots,"
        " or remembers what it does not say (`Agent.memory`)"
    )
