"""What a side may take of what it is offered, where only a few options are tried.

A side that may take less is worth no more to itself: so a conflict in which only one of
the two has a menu bounds the value, however the menu came about. It begins with what
an agent answers, and grows by what best play on the other menus' side took.
"""

from collections.abc import Hashable, Sequence
from typing import Any

from sim.casting.roster import make
from sim.conflict.asking import Refusal, answer, chances, tried
from sim.seam.events import Seat
from sim.seam.protocol import Decision, RuleSystem, SeatInfo, Table

Places = tuple[int, ...]
"""Which of the options, by number, in the order offered."""
Key = Hashable
"""A question: what its seat sees, without what cannot matter, and the options."""

_KEY = bytes(32)


class Menu:
    """The options that one seat may take: its agent's answers, and what was added.

    Every option of a question is legal, so whatever the agent answers, it is a menu:
    what it reads or remembers makes none of what follows wrong.
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
        tried(seat, self._agent.begin, table)
        self._places: dict[Key, Places] = {}
        self.added = 0
        """How many options were added to those of the agent."""

    def places(self, key: Key, asked: Decision[Any]) -> Places:
        """Return which options of *asked* may be taken, at least one."""
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = (self._answer(asked),)
        return found

    def add(self, key: Key, asked: Decision[Any], some: Places) -> bool:
        """Let these options be taken, too; return whether that is more than before."""
        before = self.places(key, asked)
        after = tuple(sorted({*before, *some}))
        self._places[key] = after
        self.added += len(after) - len(before)
        return after != before

    def _answer(self, asked: Decision[Any]) -> int:
        """Return what the agent answers, the likeliest where it draws.

        An agent that fails, here where it is asked out of order, answers the first.
        """
        agent = self._agent
        try:
            if agent.draws:
                shares = chances(agent, asked)
                return asked.options.index(max(shares, key=shares.__getitem__))
            return asked.options.index(answer(agent, asked))
        except Refusal:
            return 0
