"""The agents of a graph: asked out of order, each with its memory restored first.

An agent is asked some questions twice, and must answer alike. One that does not is
stochastic or has state beyond its declared memory, and is refused by name. So is one
that looks at its key, whatever it does with it: no comparison of a few keys shows that
none matters. A stochastic agent is allowed only if it returns its probabilities.
"""

from collections.abc import Callable, Container, Hashable, Sequence
from typing import Any

from sim.casting.roster import make
from sim.casting.specs import files_of
from sim.conflict.asking import Refusal, answer, chances, memory, tried
from sim.dice.seed import agent_key, conflict_key
from sim.errors import AgentError
from sim.graph.lead_notes import Recorder
from sim.graph.recall_check import check_recall
from sim.graph.sample_check import SampleTest
from sim.seam.events import Fact, Seat
from sim.seam.protocol import (
    Agent,
    Appraisal,
    Decision,
    RuleSystem,
    SeatInfo,
    State,
    Table,
)
from sim.seam.seats import by_seat
from sim.spine.changes import put

Memories = tuple[Hashable, ...]
"""The memory of each seat's agent; None if it declares none."""

Answers = tuple[tuple[Fact, float], ...]
"""Possible choices with their probabilities; a single one unless stochastic."""

_INSTANCES = 3
"""The number of instances of an agent that are compared, with different histories."""
_OFTEN = 64
"""The first questions of a seat are all checked, later ones once in this many."""
_KEPT = 256
"""How many questions are asked again at the end."""


def _keys(seat: Seat) -> list[bytes]:
    """Return a different key for each instance, to expose agents that read theirs."""
    return [agent_key(conflict_key("solved", n), seat) for n in range(_INSTANCES)]


class _Table(Table):
    """A table whose key is refused, and so are random numbers from it."""

    drew: bool = False
    looked: bool = False
    recorder: Recorder | None = None

    def weigh(self, asked: Decision[Any]) -> tuple[Appraisal, ...]:
        """Return the appraisals of all options; the use of the lead may be recorded."""
        worths = super().weigh(asked)
        if self.recorder is None:
            return worths
        return self.recorder.noting(self.seat, asked.view, worths)

    def appraise(self, view: State, option: Fact) -> Appraisal:
        """Return the appraisal of *option*; the use of the lead may be recorded."""
        worth = super().appraise(view, option)
        if self.recorder is None:
            return worth
        return self.recorder.noting(self.seat, view, (worth,))[0]

    @property
    def random(self) -> Any:  # noqa: ANN401 - nothing is ever returned
        """Record that the agent is stochastic; raises AgentError."""
        self.drew = True
        message = "there are no random numbers here"
        raise AgentError(message)

    @property
    def key(self) -> Any:  # noqa: ANN401 - nothing is ever returned
        """Record that the agent looked at its key; raises AgentError."""
        self.looked = True
        message = "there is no key here"
        raise AgentError(message)


class _Seated:
    """One agent at one seat, and its memory at the moment."""

    def __init__(
        self,
        system: RuleSystem[Any],
        seat: Seat,
        seats: Sequence[SeatInfo],
        spec: str,
        *,
        may_draw: bool,
        recorder: Recorder,
    ) -> None:
        self.may_draw = may_draw
        self.place = f"{spec} at {seats[seat].name}"
        self.agents = tuple([make(spec) for _ in range(_INSTANCES)])
        self.tables = [
            _Table(system, seat, tuple(seats), key, recorder=recorder)
            for key in _keys(seat)
        ]
        self.seat = seat
        for agent, table in zip(self.agents, self.tables, strict=True):
            self._sit_down(agent, table)
        self.draws = self.agents[0].draws
        if self.draws and not may_draw:
            raise self._refused_stochastic()
        self._refuse_unsure()
        self.drawn = self._drawn(system, seat, seats, spec) if self.draws else None
        self.held = [self._tried(memory, agent, seat) for agent in self.agents]
        self.asked = 0
        self.kept: list[tuple[Decision[Any], Hashable, Answers]] = []

    def _sit_down(self, agent: Agent, table: _Table) -> None:
        try:
            tried(self.seat, agent.begin, table)
        except Refusal as refusal:
            error = refusal.__cause__
            if isinstance(error, AgentError) and not (table.drew or table.looked):
                raise error from refusal
            raise self._refused(refusal, self.tables.index(table)) from refusal

    def _refuse_unsure(self) -> None:
        """Raise AgentError for an agent that uses more than its view."""
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

    def _drawn(
        self, system: RuleSystem[Any], seat: Seat, seats: Sequence[SeatInfo], spec: str
    ) -> SampleTest:
        """Make a second instance of the agent, with random numbers of its own."""
        luck = make(spec)
        luck.begin(Table(system, seat, tuple(seats), bytes(32)))
        return SampleTest(luck)

    def answers(
        self, asked: Decision[Any], held: Hashable, which: int = 0
    ) -> tuple[Answers, Hashable]:
        """Return the agent's choices with the memory *held*, and its new memory."""
        agent = self.agents[which]
        try:
            if self.held[which] != held:
                tried(self.seat, agent.restore, held)
            if self.draws:
                choices = tuple(chances(agent, asked).items())
            else:
                choices = ((answer(agent, asked), 1.0),)
            after = memory(agent, self.seat)
        except Refusal as refusal:
            raise self._refused(refusal, which) from refusal
        self.held[which] = after
        return choices, after

    def draw(
        self, asked: Decision[Any], held: Hashable, told: tuple[Answers, Hashable]
    ) -> None:
        """Sample a stochastic choice, to test the probabilities that were *told*."""
        if self.drawn is None:
            return
        try:
            fault = self.drawn.draws(asked, held, told)
        except Refusal as refusal:
            raise self._refused(refusal) from refusal
        if fault:
            message = f"{self.place} {fault}"
            raise AgentError(message)

    def reads(self, worth: Appraisal) -> Hashable:
        """Return the numbers of an appraisal that the agent uses, None for any."""
        return self._tried(self.agents[0].reads, worth)

    def _tried(self, ask: Callable[..., Hashable], *given: object) -> Hashable:
        try:
            return tried(self.seat, ask, *given)
        except Refusal as refusal:
            raise self._refused(refusal) from refusal

    def _refused(self, refusal: Refusal, which: int = 0) -> AgentError:
        table = self.tables[which]
        if table.drew:
            return self._refused_stochastic()
        if table.looked:
            return AgentError(
                f"{self.place} looks at its key, which differs in every conflict"
                f" (`Table.key`): {self._keyed()}"
            )
        return AgentError(f"the agent {self.place} {refusal}{refusal.place}")

    def _keyed(self) -> str:
        if self.agents[0].draws:
            return "what `Agent.chances` returns must not depend on it, nor `begin`"
        return "exact values are for agents that answer from what they see"

    def _refused_stochastic(self) -> AgentError:
        if self.may_draw:
            return AgentError(
                f"{self.place} is stochastic and does not say its probabilities"
                " (`Agent.draws`, `Agent.chances`), so nothing exact can be said of it"
            )
        return AgentError(
            f"{self.place} is stochastic: exact values here need a deterministic"
            " agent, so another has to sit there (`--agents`; for the seat of a reply"
            " `--agent`)"
        )


class Choosers:
    """The agents at all seats; those at *may_draw* may be stochastic."""

    def __init__(
        self,
        system: RuleSystem[Any],
        seats: Sequence[SeatInfo],
        specs: Sequence[str],
        may_draw: Container[Seat] = (),
    ) -> None:
        self.specs = tuple(specs)
        self._system, self._seats = system, seats
        self.recorder = Recorder()
        """Records what agents compare with their lead, while that is wanted."""
        self._seated = [
            _Seated(
                system,
                seat,
                seats,
                spec,
                may_draw=seat in may_draw,
                recorder=self.recorder,
            )
            for seat, spec in by_seat(specs)
        ]
        self.drawers = frozenset(
            seat for seat, agent in by_seat(self._seated) if agent.draws
        )
        self.begin: Memories = tuple(agent.held[0] for agent in self._seated)

    @property
    def read_all(self) -> bool:
        """Whether an agent may use all of its view, even the round."""
        return any(self.reads_all(agent.seat) for agent in self._seated)

    def reads_all(self, seat: Seat) -> bool:
        """Whether the agent at *seat* may use all of its view."""
        return self._seated[seat].reads(Appraisal()) is None

    @property
    def from_files(self) -> bool:
        """Whether an agent is from a file, so that its declarations are not trusted."""
        return any(files_of(self.specs, code=True))

    @property
    def drawing(self) -> str:
        """Name the stochastic agents, or else the dice."""
        places = [self.place(seat) for seat in sorted(self.drawers)]
        return f"{' and '.join(places)} drew" if places else "was rolled"

    def known(self, memories: Memories) -> Memories:
        """Return the memories of the deterministic agents."""
        return tuple(
            [None if seat in self.drawers else held for seat, held in by_seat(memories)]
        )

    def place(self, seat: Seat) -> str:
        """Return the agent at *seat*, with the name of the seat."""
        return self._seated[seat].place

    def seated(self, seat: Seat) -> _Seated:
        """Return the seated agent of *seat*."""
        return self._seated[seat]

    def answer(self, asked: Decision[Any], memories: Memories) -> tuple[Fact, Memories]:
        """Return a deterministic choice, and everybody's memory after it.

        Raises AgentError for an agent that cannot be solved.
        """
        ((fact, _),), after = self.answers(asked, memories)
        return fact, after

    def answers(
        self, asked: Decision[Any], memories: Memories
    ) -> tuple[Answers, Memories]:
        """Return the possible choices, and everybody's memory after each.

        Raises AgentError for an agent that cannot be solved.
        """
        seat = asked.who
        agent, held = self._seated[seat], memories[seat]
        if held is None:
            message = (
                f"{agent.place} does not say what it remembers (`Agent.memory`), so"
                " nothing exact can be said of it; an agent that remembers nothing says"
                " so by `def memory(self): return ()`, and `fracas run` plays any"
            )
            raise AgentError(message)
        choices, after = agent.answers(asked, held)
        agent.asked += 1
        if agent.asked <= _OFTEN or agent.asked % _OFTEN == 0:
            self._compare(agent, asked, held, (choices, after))
            agent.draw(asked, held, (choices, after))
            if len(agent.kept) < _KEPT:
                agent.kept.append((asked, held, choices))
        if after == held:
            return choices, memories
        return choices, put(memories, seat, after)

    def check(self, begun: State) -> None:
        """Ask some questions again in another order, and play from *begun* to compare.

        Raises AgentError for an agent that answers differently.
        """
        for agent in self._seated:
            for asked, held, choices in reversed(agent.kept):
                if agent.answers(asked, held)[0] != choices:
                    raise _not_reproducible(agent)
        check_recall(self._system, begun, self._seats, self.specs)

    def _compare(
        self,
        agent: _Seated,
        asked: Decision[Any],
        held: Hashable,
        answered: tuple[Answers, Hashable],
    ) -> None:
        """Ask the other instances too; raises AgentError if they answer differently."""
        for which in range(1, _INSTANCES):
            if agent.answers(asked, held, which=which) != answered:
                raise _not_reproducible(agent)


def _not_reproducible(agent: _Seated) -> AgentError:
    return AgentError(
        f"{agent.place} was asked the same twice and answered otherwise: it is"
        " stochastic, or remembers what it does not say (`Agent.memory`)"
    )
