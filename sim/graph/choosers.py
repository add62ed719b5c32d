"""The agents of a graph: asked out of order, each with its memory given back first.

An agent may be asked the same twice, and must answer alike: one that does not draws
lots or remembers what it does not say, and is refused by its name. Where lots may be
drawn it must tell their chances.
"""

from collections.abc import Container, Hashable, Sequence
from typing import Any

from sim.asking import Refusal, answer, chances
from sim.errors import AgentError
from sim.events import Fact, Seat
from sim.graph.lots import Drawn
from sim.protocol import Agent, Appraisal, Decision, RuleSystem, SeatInfo, Table
from sim.roster import make
from sim.seats import by_seat
from sim.spine.changes import put

Memories = tuple[Hashable, ...]
"""What the agent of each seat remembers; None: it does not say."""

Answers = tuple[tuple[Fact, float], ...]
"""What may be chosen, and how likely each is; one that is certain, but for lots."""

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
        self,
        system: RuleSystem[Any],
        seat: Seat,
        seats: Sequence[SeatInfo],
        spec: str,
        *,
        lots: bool,
    ) -> None:
        self.lots = lots
        self.place = f"{spec} at {seats[seat].name}"
        self.agents = (make(spec), make(spec))
        self.tables = [_Table(system, seat, tuple(seats), key) for key in _KEYS]
        for agent, table in zip(self.agents, self.tables, strict=True):
            try:
                agent.begin(table)
            except AgentError as error:
                raise self.draws_lots() if table.drew else error from error
        self.draws = self.agents[0].draws
        if self.draws and not lots:
            raise self.draws_lots()
        self._refuse_unsure()
        self.drawn = self._drawn(system, seat, seats, spec) if self.draws else None
        self.held: list[Hashable] = [agent.memory() for agent in self.agents]
        self.asked = 0
        self.kept: list[tuple[Decision[Any], Hashable, Answers]] = []

    def _refuse_unsure(self) -> None:
        """Raise AgentError for one that goes by more than what it sees."""
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
    ) -> Drawn:
        """Seat the same agent once more, with luck of its own."""
        luck = make(spec)
        luck.begin(Table(system, seat, tuple(seats), _KEYS[0]))
        return Drawn(luck)

    def answers(
        self, asked: Decision[Any], memory: Hashable, which: int = 0
    ) -> tuple[Answers, Hashable]:
        """Return what the agent chooses from *memory*, and what it remembers then."""
        agent = self.agents[which]
        if self.held[which] != memory:
            agent.restore(memory)
        try:
            if self.draws:
                found = tuple(chances(agent, asked).items())
            else:
                found = ((answer(agent, asked), 1.0),)
        except Refusal as refusal:
            raise self._refused(refusal, which) from refusal
        after = agent.memory()
        self.held[which] = after
        return found, after

    def draw(
        self, asked: Decision[Any], memory: Hashable, told: tuple[Answers, Hashable]
    ) -> None:
        """Let whoever draws lots draw one, and hold it against what was *told*."""
        if self.drawn is None:
            return
        try:
            fault = self.drawn.draws(asked, memory, told)
        except Refusal as refusal:
            raise self._refused(refusal, 0) from refusal
        if fault:
            message = f"{self.place} {fault}"
            raise AgentError(message)

    def _refused(self, refusal: Refusal, which: int) -> AgentError:
        if self.tables[which].drew:
            return self.draws_lots()
        return AgentError(f"the agent {self.place} {refusal}")

    def draws_lots(self) -> AgentError:
        if self.lots:
            return AgentError(
                f"{self.place} draws lots and does not tell their chances"
                " (`Agent.draws`, `Agent.chances`), so nothing exact can be said of it"
            )
        return AgentError(
            f"{self.place} draws lots: exact values are for agents that do not, so"
            " another has to sit there (`--agents`; for the seat of a reply `--agent`)"
        )


class Choosers:
    """The agents at all seats; who sits at *lots* may draw lots with known chances."""

    def __init__(
        self,
        system: RuleSystem[Any],
        seats: Sequence[SeatInfo],
        specs: Sequence[str],
        lots: Container[Seat] = (),
    ) -> None:
        self.specs = tuple(specs)
        self._seated = [
            _Seated(system, seat, seats, spec, lots=seat in lots)
            for seat, spec in by_seat(specs)
        ]
        self.drawers = frozenset(
            seat for seat, one in by_seat(self._seated) if one.draws
        )
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

    @property
    def drawing(self) -> str:
        """Say who drew lots, if anybody did, or that dice fell."""
        places = [self.place(seat) for seat in sorted(self.drawers)]
        return f"{' and '.join(places)} drew" if places else "was rolled"

    def known(self, memories: Memories) -> Memories:
        """Return what is remembered by those who draw no lots."""
        return tuple(
            [None if seat in self.drawers else one for seat, one in by_seat(memories)]
        )

    def place(self, seat: Seat) -> str:
        """Return the agent at *seat*, with the name of the seat."""
        return self._seated[seat].place

    def agent(self, seat: Seat) -> Agent:
        """Return the agent that sits at *seat*."""
        return self._seated[seat].agents[0]

    def answer(self, asked: Decision[Any], memories: Memories) -> tuple[Fact, Memories]:
        """Return what is chosen without lots, and what everybody remembers then.

        Raises AgentError for an agent that cannot be solved.
        """
        ((fact, _),), after = self.answers(asked, memories)
        return fact, after

    def answers(
        self, asked: Decision[Any], memories: Memories
    ) -> tuple[Answers, Memories]:
        """Return what may be chosen, and what everybody remembers then.

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
        found, after = one.answers(asked, memory)
        one.asked += 1
        if one.asked <= _OFTEN or one.asked % _OFTEN == 0:
            self._compare(one, asked, memory, (found, after))
            one.draw(asked, memory, (found, after))
            if len(one.kept) < _KEPT:
                one.kept.append((asked, memory, found))
        if after == memory:
            return found, memories
        return found, put(memories, seat, after)

    def check(self) -> None:
        """Ask some questions again, in another order; raises AgentError."""
        for one in self._seated:
            for asked, memory, found in reversed(one.kept):
                if one.answers(asked, memory)[0] != found:
                    raise _unlike(one)

    def _compare(
        self,
        one: _Seated,
        asked: Decision[Any],
        memory: Hashable,
        found: tuple[Answers, Hashable],
    ) -> None:
        """Ask another of its kind, which was asked other things before."""
        if one.answers(asked, memory, which=1) != found:
            raise _unlike(one)


def _unlike(one: _Seated) -> AgentError:
    return AgentError(
        f"{one.place} was asked the same twice and answered otherwise: it draws lots,"
        " or remembers what it does not say (`Agent.memory`)"
    )
