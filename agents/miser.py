"""Never spends a point that need not be spent; otherwise steady."""

from collections.abc import Sequence

from sim.seam.events import Fact

from .steady import Steady, Weighed


class Miser(Steady):
    """Picks the best of the options that cost the least."""

    def __init__(self) -> None:
        super().__init__(price=0.0)

    def pick(self, weighed: Sequence[Weighed]) -> Fact:
        """Return the best of the cheapest options that do not concede."""
        staying = [pair for pair in weighed if not pair[1].concedes] or weighed
        least = min(worth.cost for _, worth in staying)
        return self.pick_going_on([pair for pair in staying if pair[1].cost <= least])
