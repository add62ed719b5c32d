"""Makes its points last: what a point is worth depends on the rounds still to pay for.

It knows of points what a rule system says of how the seats stand, under one word. With
more of them than it expects to need it spends like a lord; with fewer every point is as
dear as a whole round. When it has none left and a rival has, it gives up, if that costs
less than being at the rival's mercy.
"""

from collections.abc import Sequence
from math import ceil
from typing import Annotated, Any

from msgspec import Meta

from agents.steady import Steady, Weighed
from sim.events import Fact
from sim.protocol import Decision, State


class Thrift(Steady):
    """Steady with a price that moves: *price* a point to spare, *dear* one it needs.

    *horizon* is how many rounds it means to be able to pay when neither side leads; the
    further one side is ahead, the fewer. *points* is the word it looks for.
    """

    def __init__(
        self,
        *,
        price: Annotated[float, Meta(ge=0)] = 0.1,
        dear: Annotated[float, Meta(ge=0)] = 1.5,
        horizon: Annotated[int, Meta(ge=0)] = 3,
        cedes: bool = True,
        points: str = "intensity",
    ) -> None:
        super().__init__(price=price)
        self.spare = price
        self.dear = dear
        self.horizon = horizon
        self.cedes = cedes
        self.points = points

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the best option at the price of the moment."""
        weighed = self.weigh(asked)
        if not _tempts(weighed):
            return self.pick(weighed)
        has, theirs = self._purses(asked.view)
        if self.cedes and has < 1 <= theirs:
            for option, worth in weighed:
                if worth.concedes and worth.suffers <= weighed[0][1].suffers:
                    return option
        rounds = ceil(self.horizon * (1 - abs(weighed[0][1].ahead)))
        cost = min((worth.cost for _, worth in weighed if worth.cost > 0), default=0)
        self.price = self.spare if has - cost >= rounds else self.dear
        return self.pick(weighed)

    def _purses(self, view: State) -> tuple[float, float]:
        """Return the own points, and the most that a rival has."""
        seats, own = self.table.seats, self.table.seat
        stands = self.table.rules.standing(view)
        points = [float(words.get(self.points) or 0) for words in stands]
        theirs = (
            has
            for seat, has in zip(seats, points, strict=False)
            if seat.side is not None and seat.side != seats[own].side
        )
        return points[own], max(theirs, default=0)


def _tempts(weighed: Sequence[Weighed]) -> bool:
    """Whether there is anything to pay for, or a way out."""
    return any(worth.cost > 0 or worth.concedes for _, worth in weighed)
