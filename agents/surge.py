"""Spends a point where it moves the odds most; otherwise steady."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from sim.seam.events import Fact

from .steady import Steady, Weighed


class Surge(Steady):
    """Pays for an option only if each point raises its chance to win by *gain*.

    Points are those beyond the cheapest option. Of the options that are worth their
    points, it takes the one that steady would.
    """

    def __init__(self, *, gain: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.25) -> None:
        super().__init__(price=0.0)
        self.gain = gain

    def pick(self, weighed: Sequence[Weighed]) -> Fact:
        """Return the best option whose points are worth their while."""
        staying = [pair for pair in weighed if not pair[1].concedes] or weighed
        least = min(worth.cost for _, worth in staying)
        free = [pair for pair in staying if pair[1].cost <= least]
        best = self.pick_going_on(free)
        chance = next(worth.win for option, worth in free if option is best)
        dear = [
            pair
            for pair in staying
            if pair[1].cost > least
            and pair[1].win - chance >= self.gain * (pair[1].cost - least)
        ]
        return self.pick_going_on(dear) if dear else best
