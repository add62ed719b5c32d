"""The skill ladder: how much more stronger players return against the same others."""

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any

from msgspec import Struct

from sim.playtest.arena import Arena
from sim.playtest.offers import BLIND, NAIVE, OWN
from sim.playtest.paired import (
    corrected_confidence,
    mean_with_interval,
    paired_differences,
)
from sim.playtest.restricted_agents import Naively, Player
from sim.playtest.table import Game
from sim.playtest.verdicts import UNIFORM
from sim.statistics.intervals import Interval

Seen = Callable[[str, int, Game], None]
"""Called with the player, the side it played, and the conflict."""

PLAYERS: Mapping[str, Player] = {BLIND: UNIFORM, NAIVE: Naively()}
"""The player that knows least comes first; neither gives up."""


class Rung(Struct, frozen=True):
    """A kind of player, the mean return of its seats, and how much less that is.

    *behind* is what the scenario's own agents get more, on the same dice.
    """

    player: str
    returns: Interval
    behind: Interval


class Ladder(Struct, frozen=True):
    """The rungs, the weakest first; each was played *games* times at every side."""

    games: int
    rungs: tuple[Rung, ...]

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each rung."""
        return [
            {
                "player": rung.player,
                "return": rung.returns.value,
                "behind": rung.behind.value,
                "behind_low": rung.behind.low,
                "behind_high": rung.behind.high,
            }
            for rung in self.rungs
        ]


def measure_ladder(
    arena: Arena, games: int, plain: Sequence[Game], seen: Seen
) -> Ladder:
    """Return the ladder of weaker players, each at every side against the own agents.

    *seen* is called with every conflict that they play.
    """
    count = max(2, min(len(plain), games // (2 * len(arena.sides))))
    own = _means(arena, dict.fromkeys(arena.sides, plain[:count]))
    confidence = corrected_confidence(len(PLAYERS))
    rungs: list[Rung] = []
    for name, player in PLAYERS.items():
        played: dict[int, list[Game]] = {}
        for side in arena.sides:
            who = arena.seated(arena.of_side(side, player))
            played[side] = [arena.play(who, at) for at in range(count)]
            for game in played[side]:
                seen(name, side, game)
        got = _means(arena, played)
        behind = mean_with_interval(paired_differences(own, got), confidence)
        rungs.append(
            Rung(name, mean_with_interval(got, confidence).within(0.0, 1.0), behind)
        )
    rungs.append(
        Rung(OWN, mean_with_interval(own).within(0.0, 1.0), Interval(0.0, 0.0, 0.0))
    )
    return Ladder(count, tuple(rungs))


def _means(arena: Arena, played: Mapping[int, Sequence[Game]]) -> list[float]:
    """Return the mean return over all sides, game by game."""
    return [
        fmean(game.sides[side] for side, game in zip(arena.sides, games, strict=True))
        for games in zip(*(played[side] for side in arena.sides), strict=True)
    ]
