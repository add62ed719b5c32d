"""The results of attempts at an obstacle. *who* is the seat that tries it."""

from sim.seam.events import Consequence, Description, Seat
from sim.spine.words import counted, moment


class PrerequisitePaid(Consequence, tag="prerequisite"):
    """The prerequisite of the first attempt is paid."""

    who: Seat
    seconds: int
    resources: str
    decided_by = "DP-STATIC-03"

    def tell(self, words: Description) -> str:
        what = f" ({self.resources})" if self.resources else ""
        return f"{words['who']} prepares first: {moment(self.seconds)}{what}."


class OppositionRecorded(Consequence, tag="opposition"):
    """The total of an effort made earlier; it stands from now on."""

    total: int
    decided_by = "DP-R-14"
    story = "What is to be beaten: {total}."


class OppositionMet(Consequence, tag="opposition-met"):
    """An attempt is compared with an effort made earlier."""

    who: Seat
    total: int
    against: int
    overcome: bool
    decided_by = "DP-CONTEST-05"

    def tell(self, words: Description) -> str:
        says = "it is overcome" if self.overcome else "it holds"
        return f"{words['who']} has {self.total} against {self.against}: {says}."


class AttemptFailed(Consequence, tag="attempt-failed"):
    """An attempt was not enough; *failures* are all so far."""

    trying: tuple[Seat, ...]
    failures: int
    decided_by = "DP-STATIC-04"

    def tell(self, words: Description) -> str:
        return f"That was failure {self.failures}."


class StaticObstacleResolved(Consequence, tag="static"):
    """An obstacle was tried: with how many successes, and whether it is overcome."""

    who: Seat
    rolled: bool
    successes: int
    overcome: bool
    decided_by = "DP-STATIC-01 DP-AUTO-04"

    def tell(self, words: Description) -> str:
        who = words["who"]
        if not self.rolled:
            return f"{who} needs no roll: it is overcome."
        says = "it is overcome" if self.overcome else "it is not overcome"
        return f"{who} has {counted(self.successes, 'success')}: {says}."
