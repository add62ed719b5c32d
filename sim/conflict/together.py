"""Games under the same dice, followed as one until an agent chooses differently.

A block has one conflict several times, each at a table of its own: the same dice, and
agents that have changed places. While whoever is asked chooses alike at all tables, the
games are one, and its rules are worked out once. Where they part, each choice goes on
by itself with the tables where it was made. So a game is played only from the first
choice on in which it differs.

Each table has agents of its own. They are asked what they would be asked if their game
were played by itself, in the same order, so the results are the same.
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from sim.conflict.asking import Listeners, Refusal, alike, answer_at
from sim.conflict.defects import check_returns
from sim.conflict.play import Played, ended_by
from sim.conflict.positions import positions
from sim.conflict.walk import Walk
from sim.dice.pool import Dice
from sim.seam.events import Fact
from sim.seam.protocol import (
    Agent,
    Chance,
    Decision,
    Outcome,
    RuleSystem,
    SeatInfo,
    State,
)

S = TypeVar("S", bound=State)


class _Table:
    """The agents of one game, and the game once it is over."""

    def __init__(self, system: RuleSystem[Any], agents: Sequence[Agent]) -> None:
        self.agents = agents
        self.alike = [alike(agent) for agent in agents]
        self.listeners = Listeners(system, agents)
        self.played: Played | None = None


class _Course(Generic[S]):
    """The course that the games at some *tables* share so far."""

    def __init__(
        self, walk: Walk[S], tables: list[_Table], dice: Dice, decisions: int = 0
    ) -> None:
        self._walk, self._tables, self._dice = walk, tables, dice
        self._decisions = decisions
        self._listening = [table for table in tables if table.listeners]
        self._parted: list[tuple[Fact, list[_Table]]] = []
        """Where the tables part: each choice, with those where it was made."""

    def advance(self, seats: Sequence[SeatInfo]) -> list["_Course[S]"]:
        """Play on until all is over or the tables part; return what they part into."""
        self._seats = seats
        asked = self._walk.run(self._reply)
        if type(asked) is Outcome:
            walk = self._walk
            check_returns(walk.system, asked.how, asked.returns, len(seats))
            played = Played(walk.events, walk.state, asked, self._decisions)
            for table in self._tables:
                table.played = played
        return [self._branch(fact, those) for fact, those in self._parted]

    def _branch(self, fact: Fact, tables: list[_Table]) -> "_Course[S]":
        """Return the course on which *fact* was chosen, at those *tables*."""
        walk = self._walk.copy()
        walk.take(fact)
        return _Course(walk, tables, self._dice, self._decisions)

    def _reply(self, asked: Decision[S] | Chance | Outcome, state: S) -> Fact | None:
        """Return the answer of the dice or of all tables, None if they part."""
        for table in self._listening:
            table.listeners.look(state, self._walk.events)
        if type(asked) is Decision:
            options = asked.options
            return options[0] if len(options) == 1 else self._answer(asked, state)
        return asked.fall(self._dice, state.round) if type(asked) is Chance else None

    def _answer(self, asked: Decision[S], state: S) -> Fact | None:
        """Return what all tables choose, None if they part."""
        parted: list[tuple[Fact, list[_Table]]] = []
        before, who, position = self._decisions, asked.who, self._walk.position
        self._decisions += 1
        for table in self._tables:
            decisions = before
            try:
                table.listeners.tell(who, self._walk.events)
                decisions += 1
                agent, kind = table.agents[who], table.alike[who]
                fact = answer_at(position, agent, asked, kind)
            except Refusal as refusal:
                table.played = self._forfeited(refusal, state, decisions)
                continue
            for choice, those in parted:
                if choice is fact:
                    those.append(table)
                    break
            else:
                parted.append((fact, [table]))
        if len(parted) == 1 and len(parted[0][1]) == len(self._tables):
            return parted[0][0]
        self._parted = parted
        return None

    def _forfeited(self, refusal: Refusal, state: S, decisions: int) -> Played:
        """Return the game that ends here, since an agent failed in it."""
        outcome, events = ended_by(refusal, self._seats)
        whole = [*self._walk.events, *events]
        return Played(whole, state, outcome, decisions, refusal.place)


def play_together(
    system: RuleSystem[S],
    state: S,
    tables: Sequence[Sequence[Agent]],
    dice: Dice,
    seats: Sequence[SeatInfo],
) -> list[Played]:
    """Play a game at each of the *tables* of agents, with the same *dice*.

    Return the games in order. Those that never parted are one and the same object. When
    an agent fails its seat forfeits, at its own table. Raises RulesError when dice of
    one name would fall twice, or not every seat gets a return from 0 to 1.
    """
    seated = [_Table(system, agents) for agents in tables]
    walk = Walk(system, state, positions=positions(system, state))
    waiting = [_Course(walk, seated, dice)]
    while waiting:
        waiting += waiting.pop().advance(seats)
    return [table.played for table in seated if table.played is not None]
