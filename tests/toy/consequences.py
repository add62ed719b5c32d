"""What follows from the answers; each cites its rules."""

from sim.seam.events import Consequence, Seat
from sim.spine.tables import defined


class HarmApplied(Consequence, tag="harm"):
    """Stress taken."""

    who: Seat
    by: Seat
    amount: int


class RoundOpened(Consequence, tag="round"):
    """A round begins."""

    number: int


CONSEQUENCES = defined(globals(), Consequence)
"""All consequences there are."""
