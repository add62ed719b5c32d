"""Go through a conflict that was played, question by question."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from sim.conflict.replay import ENGINE
from sim.playtest.ground import Ground
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


def questions(ground: Ground, game: Game) -> Iterator[Asked]:
    """Yield every question of *game* in order."""
    state = ground.state
    ask, evolve = ground.system.ask, ground.system.evolve
    for event in game.events:
        if type(event) in ENGINE:
            continue
        if isinstance(event, Fact) and type(event) is not DiceRolled:
            asked = ask(state)
            if type(asked) is Decision:
                yield Asked(asked, event, state.round)
        state = evolve(state, event)


def lead_of_asked(ground: Ground, asked: Asked) -> float | None:
    """Return the lead of whoever is asked, from -1 to 1; None if it is unknown."""
    appraise = ground.system.solving.appraise
    if appraise is None:
        return None
    return appraise(asked.decision.view, asked.decision.options[0]).ahead
