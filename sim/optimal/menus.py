"""Menus: the few options that a side is restricted to, for bounds of the value.

Fewer options cannot raise a side's value, so a conflict in which only one side has a
menu bounds the value of the true one, whatever the menu is. A menu begins with the
answers of an agent, and grows by what the same side takes in best play without a menu.
"""

from collections.abc import Hashable, Sequence
from typing import Any

from sim.casting.roster import make
from sim.conflict.asking import Refusal, answer, chances, memory, tried
from sim.seam.events import Seat
from sim.seam.protocol import Appraisal, Decision, RuleSystem, SeatInfo, Table

Places = tuple[int, ...]
"""Numbers of options, in the order offered."""
Key = Hashable
"""Identifies a question: the essence of what its seat sees, and the options."""

_KEY = bytes(32)


class Menu:
    """The options that one seat may take: its agent's answers, and those added later.

    Any set of legal options gives a valid bound, so it does no harm that the agent is
    asked out of order, whatever it reads or remembers.
    """

    def __init__(
        self,
        system: RuleSystem[Any],
        seats: Sequence[SeatInfo],
        seat: Seat,
        spec: str,
    ) -> None:
        self.seat = seat
        self._agent = make(spec)
        table = Table(system, seat, tuple(seats), _KEY)
        self._places: dict[Key, Places] = {}
        self.added = 0
        """The number of options added to those of the agent."""
        self._begun: Hashable = None
        self.is_agent = self._sit_down(table)
        """Whether the agent gives the same answers in play, as far as it says."""

    def _sit_down(self, table: Table) -> bool:
        """Seat the agent at *table*; return whether a solution can rely on its answers.

        It must be deterministic and use only what matters. An agent that fails here
        may also fail to answer, and its first options are taken then.
        """
        agent = self._agent
        try:
            tried(self.seat, agent.begin, table)
            self._begun = self._memory()
            reads = tried(self.seat, agent.reads, Appraisal())
        except Refusal:
            return False
        told = self._begun is not None and reads is not None
        return told and agent.repeats and not agent.draws

    def _memory(self) -> Hashable:
        held: Hashable = tried(self.seat, memory, self._agent, self.seat)
        return held

    def places(self, key: Key, asked: Decision[Any]) -> Places:
        """Return the options of *asked* that may be taken, at least one."""
        places = self._places.get(key)
        if places is None:
            places = self._places[key] = (self._answer(asked),)
        return places

    def add(self, key: Key, asked: Decision[Any], places: Places) -> bool:
        """Add the options *places*; return whether any of them is new."""
        before = self.places(key, asked)
        after = tuple(sorted({*before, *places}))
        self._places[key] = after
        self.added += len(after) - len(before)
        return after != before

    def _answer(self, asked: Decision[Any]) -> int:
        """Return the option that the agent answers, the likeliest if it draws.

        If the agent fails, since it is asked out of order here, that is the first one.
        """
        agent = self._agent
        try:
            if agent.draws:
                shares = chances(agent, asked)
                return asked.options.index(max(shares, key=shares.__getitem__))
            place = asked.options.index(answer(agent, asked))
            # In play questions come in another order, so its memory may be another.
            self.is_agent = self.is_agent and self._memory() == self._begun
        except Refusal:
            self.is_agent = False
            return 0
        return place
