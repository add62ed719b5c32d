"""What follows once a conflict is over: healing, and refilled pools."""

from sim.seam.events import Consequence, Description, Seat
from sim.spine.tables import defined


class PatientHealed(Consequence, tag="healed"):
    """A healing check was read: *box* is the mark removed, or 0."""

    who: Seat
    patient: Seat
    level: int
    box: int
    decided_by = "SS-HEAL-01"

    def tell(self, words: Description) -> str:
        if not self.box:
            return f"It removes no mark from {words['patient']}."
        return f"The mark in box {self.box} of {words['patient']} is removed."


class HarmCollapsed(Consequence, tag="collapsed"):
    """A track changes as a whole: by shake-out, or by healing."""

    who: Seat
    cause: str
    before: tuple[int, ...]
    after: tuple[int, ...]
    decided_by = "SS-SHAKE-01 SS-HEAL-02"

    def tell(self, words: Description) -> str:
        boxes = ", ".join(words["after"])
        filled = f"box{'es' * (len(words['after']) > 1)} {boxes}" if boxes else "no box"
        why = "shakes out" if self.cause == "shake_out" else "moves down"
        return f"{words['who']}'s harm {why}; it now fills {filled}."


class PoolRefreshed(Consequence, tag="refreshed"):
    """A pool is full again."""

    who: Seat
    pool: int
    before: int
    after: int
    partner: Seat
    decided_by = "SS-REF-06"


class SceneEnded(Consequence, tag="scene-ended"):
    """The recovery is over."""

    decided_by = "SS-SEC-03 SS-REF-05"
    story = ""
    aside = "The scene ends."


CONSEQUENCES = defined(globals(), Consequence)
"""Every class of consequence after a conflict."""
