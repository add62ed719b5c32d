"""What follows from the answers; each cites its rules."""

from sim.seam.events import Consequence, Description, Seat
from sim.spine.tables import defined


class HarmApplied(Consequence, tag="harm"):
    """Stress taken."""

    who: Seat
    by: Seat
    amount: int

    def tell(self, words: Description) -> str:
        hits = "no hit" if not self.amount else f"{self.amount} stress"
        return f"{words['by']} lands {hits} on {words['who']}."


class RoundOpened(Consequence, tag="round"):
    """A round begins."""

    number: int
    story = "Round {number}."


CONSEQUENCES = defined(globals(), Consequence)
"""All consequences there are."""
