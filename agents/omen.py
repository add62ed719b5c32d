"""Reads the odds as a race: which option gains ground most surely, step for step.

Where most exchanges move nothing, what counts is not how often one gains but how often
one gains for each time one loses. That is what this agent maximises, by exact odds.
"""

from collections.abc import Sequence

from agents.steady import Steady, Weighed
from sim.events import Fact
from sim.protocol import Appraisal

_NEAR = 1e-9


class Omen(Steady):
    """Picks by the share of the ground that changes hands which falls to itself.

    *haste* weighs how much ground changes hands at all: with 0 only the share counts,
    with 1 only what is gained less what is lost, as the steady agent counts. It never
    gives up.
    """

    def __init__(self, *, haste: float = 0.3, price: float = 0.5) -> None:
        super().__init__(price=price)
        self.haste = haste

    def pick(self, weighed: Sequence[Weighed]) -> Fact:
        """Return the option with the best omen; the first of equals."""
        best, most = weighed[0][0], float("-inf")
        for option, worth in weighed:
            if worth.concedes:
                continue
            omen = self.omen(worth)
            if omen > most + _NEAR:
                best, most = option, omen
        return best

    def omen(self, worth: Appraisal) -> float:
        """Return how well *worth* bodes."""
        gain, loss = worth.deals, worth.suffers + self.price * worth.cost
        moved = gain + loss
        share = gain / moved if moved > _NEAR else 0.5
        return (1.0 - self.haste) * share + self.haste * (0.5 + (gain - loss) / 2)
