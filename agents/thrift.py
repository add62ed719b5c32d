"""Makes its points last a whole conflict: each round has its share, the rest is dear.

Against one side it plans for a short fight and spends; among several sides it waits,
since the others wear each other down. It reads the points of the seats from their
status, under one word. When its side has none left and a rival has, it gives up, if
that costs no more than going on.
"""

from collections.abc import Hashable, Sequence
from typing import Annotated, Any

from msgspec import Meta

from sim.seam.events import Fact
from sim.seam.protocol import Appraisal, Decision, Standing, State, Table

from .steady import Steady, Weighed

_NEVER = 2.0
"""More than any return, so that it leaves by its own rule and never as Steady would."""


class Thrift(Steady):
    """Steady, but a point costs *dear* beyond the budget of a round, *price* within it.

    The budget of a round is what is left, spread over as many rounds as it means to
    last, *rounds* for every rival side; one point of it goes for taking part at all.
    *points* is the word it looks for, and *cedes* says whether it ever gives up.
    """

    version = "4"

    def __init__(
        self,
        *,
        price: Annotated[float, Meta(ge=0)] = 0.3,
        dear: Annotated[float, Meta(ge=0)] = 0.8,
        rounds: Annotated[int, Meta(ge=1)] = 2,
        cedes: bool = True,
        points: Standing = "intensity",
    ) -> None:
        super().__init__(price=price, hope=-1.0, leaving=_NEVER)
        self.fair = price
        self.dear = dear
        self.rounds = rounds
        self.cedes = cedes
        self.points = points
        self._planned = rounds
        self._round = 0
        self._spent = 0.0

    def begin(self, table: Table) -> None:
        """Sit down with nothing spent, and plan for as many rivals as there are."""
        super().begin(table)
        sides = {seat.side for seat in table.seats if seat.side is not None}
        self._planned = self.rounds * max(1, len(sides) - 1)
        self._round, self._spent = 0, 0.0

    def memory(self) -> Hashable:
        """Return what it spent in which round."""
        return self._round, self._spent

    def restore(self, memory: Any) -> None:  # noqa: ANN401 - as `memory` returned it
        """Remember that, and nothing else."""
        self._round, self._spent = memory

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return None: it reads how the seats stand, and the round."""
        del worth
        return None

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the best option at the price of the moment."""
        weighed = self.weigh(asked)
        if not any(worth.cost > 0 or worth.concedes for _, worth in weighed):
            return self.between(asked, self.pick(weighed))
        if asked.view.round != self._round:
            self._round, self._spent = asked.view.round, 1.0
        has, ours, theirs = self._points_of(asked.view)
        way_out = _way_out(weighed) if self.cedes and ours < 1 <= theirs else None
        if way_out is not None:
            return way_out
        cost = min((worth.cost for _, worth in weighed if worth.cost > 0), default=0)
        share = has / max(1, self._planned + 1 - self._round)
        self.price = self.fair if self._spent + cost <= share else self.dear
        best = self.pick(weighed)
        self._spent += next(worth.cost for option, worth in weighed if option is best)
        return best

    def _points_of(self, view: State) -> tuple[float, float, float]:
        """Return the own points, and the most that one of its side or a rival has."""
        seats, own = self.table.seats, self.table.seat
        stands = self.table.rules.status(view)
        points = [float(words.get(self.points) or 0) for words in stands]
        ours = theirs = 0.0
        for seat, has in zip(seats, points, strict=False):
            if seat.side == seats[own].side:
                ours = max(ours, has)
            elif seat.side is not None:
                theirs = max(theirs, has)
        return points[own], ours, theirs


def _way_out(weighed: Sequence[Weighed]) -> Fact | None:
    """Return the concession if it costs no more than the default."""
    least = weighed[0][1].suffers
    for option, worth in weighed:
        if worth.concedes and worth.suffers <= least:
            return option
    return None
