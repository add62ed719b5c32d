"""The value of a conflict among a few ways of playing: an interval, from play.

It is the value of the empirical game in which each side picks one of a few agents, or
mixes them. Best play may be none of these, so this value neither bounds that under
best play nor is bounded by it; but it is the value between agents that are known.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from sim.statistics.intervals import Interval


class AmongSide(Struct, frozen=True):
    """The returns of a *seat* by its best mixture of this many *ways* of playing.

    *agents* has the weight of each agent in that mixture.
    """

    seat: str
    returns: Interval
    ways: int
    agents: Mapping[str, float]


class Among(Struct, frozen=True):
    """The value of a conflict in which both sides choose among a few agents.

    *difference* is the return of the first side less that of the second. Its interval,
    of 95 %, holds the value of that game, however good the mixtures found in *games*
    conflicts are.
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
                    "seat": side.seat,
                    "return": side.returns.to_dict(),
                    "ways": side.ways,
                    "agents": dict(side.agents),
                }
                for side in self.sides
            ],
        }
