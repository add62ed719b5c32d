"""The ways that a scenario offers each seat, found by playing it.

A list of ways written by hand shows a choice as soon as two of its ways are one. Here
every aim and form of attack that is ever offered is a way, and so is whatever else
stands beside one, but giving up.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from agents.uniform import Uniform
from benchmarks.ways import AIMS, Strategy
from sim.library.scenario import load
from sim.seam.events import Concession, Fact
from sim.seam.protocol import Decision
from tests.agents.tables import conflict

LISTED = (*AIMS, "form")
"""Where an option says what is pursued, or by which form of attack."""
GAMES = 30
"""So many games are played at random to see what is offered."""


class Looking(Uniform):
    """Chooses at random, never concedes, and records what it could have aimed at."""

    def __init__(self) -> None:
        super().__init__(concedes=False)
        self.seen: dict[str, None] = {}

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return a random option, and record all options offered beside an aim."""
        described = [
            self.table.rules.describe(asked.view, option) for option in asked.options
        ]
        aims = [
            next((words[key] for key in LISTED if words.get(key)), None)
            for words in described
        ]
        if any(aims) and len(asked.options) > 1:
            for option, aim in zip(asked.options, aims, strict=True):
                if aim is None and not isinstance(option, Concession):
                    self.seen[type(option).__name__] = None
                elif isinstance(aim, str):
                    self.seen[aim] = None
        return super().choose(asked)


@cache
def offered(name: str, games: int = GAMES) -> tuple[tuple[str, ...], ...]:
    """Return the ways that are open to each participant of a scenario."""
    loaded = load(name)
    seats = loaded.system.seats(loaded.scenario)
    players = [Looking() for seat in seats if seat.side is not None]
    for game in range(games):
        conflict(loaded, *players, game=game, seed="offered")
    return tuple(tuple(player.seen) for player in players)


def whole(name: str, sides: Sequence[Sequence[Strategy]]) -> list[list[Strategy]]:
    """Return *sides* with every way that each of their seats has, the rest steady.

    A side that chooses nothing by the list is left as it is.
    """
    loaded = load(name)
    seats = loaded.system.seats(loaded.scenario)
    players = [seat.side for seat in seats if seat.side is not None]
    ways, strategies = offered(name), list[list[Strategy]]()
    for side, own in enumerate(sides):
        places = [place for place, seat_side in enumerate(players) if seat_side == side]
        more: list[Strategy] = []
        for nth, place in enumerate(places):
            for way in ways[place]:
                others = ["steady"] * len(places)
                others[nth] = f"on:{way}"
                more.append(tuple(others))
        both = [*own, *more] if len(own) > 1 else list(own)
        strategies.append(list(dict.fromkeys(both)))
    return strategies
