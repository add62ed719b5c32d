"""What attempts at an obstacle come to.

*who* is the seat that tries it.
"""

from sim.seam.events import Consequence, Seat


class PrerequisitePaid(Consequence, tag="prerequisite"):
    """What had to be paid before the first attempt is paid."""

    who: Seat
    seconds: int
    resources: str


class OppositionRecorded(Consequence, tag="opposition"):
    """How good an effort made earlier was; it stands from now on."""

    total: int


class OppositionMet(Consequence, tag="opposition-met"):
    """An attempt is compared with an effort made before."""

    who: Seat
    total: int
    against: int
    overcome: bool


class AttemptFailed(Consequence, tag="attempt-failed"):
    """An attempt was not enough; *failures* are all so far."""

    trying: tuple[Seat, ...]
    failures: int


class StaticObstacleResolved(Consequence, tag="static"):
    """An obstacle was tried: with how many successes, and whether it is overcome."""

    who: Seat
    rolled: bool
    successes: int
    overcome: bool
