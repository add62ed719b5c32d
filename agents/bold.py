"""Turns to the deadlier intention as soon as it leads; otherwise steady."""

from collections.abc import Hashable, Sequence

from sim.events import Fact
from sim.protocol import Appraisal

from .steady import Steady, Weighed


class Bold(Steady):
    """Raises the stakes when ahead by *lead* or more (of 1, which is all there is).

    Where no option has other stakes, as in a race, it is steady.
    """

    version = "3"

    def __init__(self, *, lead: float = 0.4, price: float = 0.5) -> None:
        super().__init__(price=price)
        self.lead = lead

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return what it reads: as steady, and whether it leads by enough."""
        return super().reads(worth), worth.ahead >= self.lead

    def pick(self, weighed: Sequence[Weighed]) -> Fact:
        """Return the best option; when ahead, the best of the deadliest."""
        staying = [pair for pair in weighed if not pair[1].concedes] or weighed
        if staying[0][1].ahead >= self.lead:
            deadliest = max(worth.stakes for _, worth in staying)
            staying = [pair for pair in staying if pair[1].stakes >= deadliest]
        return super().pick(staying)
