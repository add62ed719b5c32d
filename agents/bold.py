"""Presses on as soon as it leads, the deadlier the better; otherwise steady."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from sim.seam.events import Fact
from sim.seam.protocol import Table

from .steady import Steady, Weighed


class Bold(Steady):
    """Raises the stakes when ahead by *lead* or more (1 is a certain win).

    Harm that it may suffer then counts only *fears* times as much, so that it takes
    more risk for more gain, even where all options have the same stakes. Before that,
    and where no option both deals more and suffers more than another, as in a race, it
    is steady.
    """

    version = "5"

    def __init__(
        self,
        *,
        lead: float = 0.4,
        price: float = 0.5,
        fears: Annotated[float, Meta(ge=0)] = 0.5,
    ) -> None:
        super().__init__(price=price)
        self.lead = lead
        self.fears = fears

    def begin(self, table: Table) -> None:
        """Sit down; all with the same settings choose alike."""
        super().begin(table)
        if type(self) is Bold and self._chapters is None:
            self.alike = self.lead, self.price, self.fears

    def pick(self, weighed: Sequence[Weighed]) -> Fact:
        """Return the best option; when ahead, the best of the deadliest."""
        staying = [pair for pair in weighed if not pair[1].concedes] or weighed
        leads = staying[0][1].ahead >= self.lead
        self.suffers = self.fears if leads else 1.0
        if leads:
            deadliest = max(worth.stakes for _, worth in staying)
            staying = [pair for pair in staying if pair[1].stakes >= deadliest]
        return self.pick_going_on(staying)
