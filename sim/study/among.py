"""What a conflict is worth among a few ways of playing: an interval, from play.

It is the value of the game in which each side picks one of a few agents, or mixes
them. Best play may do otherwise, so it neither bounds the value under best play nor is
bounded by it; but it says what the conflict is worth between agents that are known.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from sim.statistics.intervals import Interval


class AmongSide(Struct, frozen=True):
    """What a *seat* gets, out of this many *ways* of playing, the best mixture of them.

    *agents* has the weight of each agent in the mixture that was found.
    """

    seat: str
    returns: Interval
    ways: int
    agents: Mapping[str, float]


class Among(Struct, frozen=True):
    """What a conflict is worth where both sides choose among a few agents.

    *difference* is how much more the first side gets than the second. Its interval, of
    95 %, holds the value of that game, however good the mixtures are that were found in
    *games* conflicts.
    """

    difference: Interval
    sides: tuple[AmongSide, AmongSide]
    games: int

    def to_dict(self) -> dict[str, Any]:
        """Return it as `fracas value --json` prints it."""
        return {
            "difference": self.difference.to_dict(),
            "games": self.games,
            "sides": [
                {
                    "seat": one.seat,
                    "return": one.returns.to_dict(),
                    "ways": one.ways,
                    "agents": dict(one.agents),
                }
                for one in self.sides
            ],
        }
