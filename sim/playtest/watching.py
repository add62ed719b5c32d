"""Walks through a conflict that was played, question by question."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from sim.conflict.replay import ENGINE
from sim.playtest.arena import Arena
from sim.playtest.table import Game
from sim.seam.events import DiceRolled, Fact, Seat
from sim.seam.protocol import Decision


class Asked(Struct, frozen=True):
    """One question of a conflict, and the *answer* that was given."""

    decision: Decision[Any]
    answer: Fact
    round: int

    @property
    def who(self) -> Seat:
        """The seat that was asked."""
        return self.decision.who

    @property
    def real(self) -> bool:
        """Whether there was more than one option."""
        return len(self.decision.options) > 1


def questions(arena: Arena, game: Game) -> Iterator[Asked]:
    """Yield every question of *game* in order."""
    state = arena.state
    ask, evolve = arena.system.ask, arena.system.evolve
    for event in game.events:
        if type(event) in ENGINE:
            continue
        if isinstance(event, Fact) and type(event) is not DiceRolled:
            asked = ask(state)
            if type(asked) is Decision:
                yield Asked(asked, event, state.round)
        state = evolve(state, event)


def lead_of_asked(arena: Arena, asked: Asked) -> float | None:
    """Return the lead of whoever is asked, from -1 to 1; None if it is unknown."""
    appraise = arena.system.solving.appraise
    if appraise is None:
        return None
    return appraise(asked.decision.view, asked.decision.options[0]).ahead
