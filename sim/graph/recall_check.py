"""A test that agents depend on their declared memory and on nothing else.

Asked out of order, an agent with hidden state may answer consistently by chance. Here
conflicts are played, and a second instance is asked that has the declared memory only.
"""

from collections.abc import Hashable, Sequence
from typing import Any

from sim.casting.roster import make
from sim.conflict.asking import Refusal, answer, memory, tried
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.errors import AgentError
from sim.seam.events import Event, Fact
from sim.seam.protocol import Agent, Decision, RuleSystem, SeatInfo, State, Table
from sim.seam.seats import by_seat

_SEED = "recalled"
_GAMES = 12
_ENOUGH = 100
"""The number of questions after which no more conflicts are played."""
_HIDES = (
    "answers otherwise than another of its kind to which its memory is given: it is"
    " stochastic, or remembers what it does not say (`Agent.memory`)"
)


class RecallTest(Agent):
    """Plays as *spec* does, and compares a second instance that was never asked before.

    The second has the declared memory of the first; *fault* says how its answer
    differs, if it does. Stochastic agents and those without memory are not compared.
    """

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._agent = make(spec)
        self.draws = self._agent.draws
        self.listens = self._agent.listens
        self._sat_down = False
        self.asked = 0
        self.fault = ""

    def begin(self, table: Table) -> None:
        """Begin a conflict."""
        super().begin(table)
        self._sat_down = False
        self._agent.begin(table)
        self._sat_down = True

    def observe(self, event: Event) -> None:
        """Pass *event* on to the agent."""
        self._agent.observe(event)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return its answer; raises Refusal when it has none."""
        before = self._memory(asked)
        fact = answer(self._agent, asked)
        answered = fact, self._memory(asked)
        compared = self._sat_down and not self.draws and not self.fault
        if compared and before is not None:
            self.asked += 1
            self.fault = self._differs(asked, before, answered)
        return fact

    def _memory(self, asked: Decision[Any]) -> Hashable:
        """Return its memory, or None after recording a fault."""
        try:
            return memory(self._agent, asked.who)
        except Refusal as refusal:
            self.fault = self.fault or f"{refusal}{refusal.place}"
            return None

    def _differs(
        self, asked: Decision[Any], held: Hashable, answered: tuple[Fact, Hashable]
    ) -> str:
        """Return how an instance with the memory *held* differs from *answered*."""
        table, other = self.table, make(self._spec)
        try:
            same = Table(table.rules, table.seat, table.seats, table.key)
            tried(asked.who, other.begin, same)
            tried(asked.who, other.restore, held)
            repeated = answer(other, asked), memory(other, asked.who)
        except Refusal as refusal:
            return f"{refusal}{refusal.place}"
        return "" if repeated == answered else _HIDES


def check_recall(
    system: RuleSystem[Any],
    state: State,
    seats: Sequence[SeatInfo],
    specs: Sequence[str],
) -> None:
    """Play a few conflicts; raises AgentError for an agent with hidden state."""
    agents = [RecallTest(spec) for spec in specs]
    for game in range(_GAMES):
        key = conflict_key(_SEED, game)
        for seat, agent in by_seat(agents):
            agent.begin(Table(system, seat, tuple(seats), agent_key(key, seat)))
        play(system, state, agents, KeyedDice(key), seats=seats)
        for seat, agent in by_seat(agents):
            if agent.fault:
                message = f"{specs[seat]} at {seats[seat].name} {agent.fault}"
                raise AgentError(message)
        if sum(agent.asked for agent in agents) >= _ENOUGH:
            return
