"""Lasting effects on the mind: crimes, crises of conscience, ties and souls."""

from sim.seam.events import NOBODY, Consequence, Description, Seat, by_part


class SinCommitted(Consequence, tag="sin"):
    """A crime that troubles its culprit."""

    who: Seat
    rating: int
    victim: Seat
    deed: str
    aware: bool
    decided_by = by_part("DP-R-54", who="DP-MORAL-03")

    def tell(self, words: Description) -> str:
        victim = "" if self.victim == NOBODY else f", to {words['victim']}"
        unseen = "" if self.aware else ", without noticing"
        return (
            f"{words['who']} is guilty of {self.deed}{victim}"
            f" (a crime of {self.rating}){unseen}."
        )


class SinRealized(Consequence, tag="realized"):
    """Somebody learns of their own deed."""

    who: Seat
    rating: int
    decided_by = "DP-R-55"
    story = "{who} learns what was done (a crime of {rating})."


class CrisisStarted(Consequence, tag="crisis"):
    """A crisis of conscience begins."""

    who: Seat
    rating: int
    decided_by = "DP-CRISIS-01"
    story = "{who} is in a crisis of conscience over a crime of {rating}."


class CrisisReplaced(Consequence, tag="crisis-replaced"):
    """A worse crime, or one as bad, takes the place of the old one."""

    who: Seat
    was: int
    rating: int
    decided_by = "DP-CRISIS-09"
    story = "The crisis of {who} is now over a crime of {rating}, not {was}."


class CrisisAdvanced(Consequence, tag="crisis-step"):
    """A success is counted toward the end of a crisis."""

    who: Seat
    successes: int
    needed: int
    decided_by = by_part("DP-CRISIS-04", needed="DP-R-58")
    story = "{who} comes a step closer to peace ({successes} of {needed})."


class CrisisFailed(Consequence, tag="crisis-failed"):
    """A crisis roll has failed; failures are counted over a lifetime."""

    who: Seat
    failures: int
    decided_by = "DP-R-59"
    story = "The conscience of {who} gives no peace (failure {failures})."


class CrisisEnded(Consequence, tag="crisis-ended"):
    """The crisis is over: resolved, or ended by hardening."""

    who: Seat
    reason: str

    def tell(self, words: Description) -> str:
        who = words["who"]
        if self.reason == "resolved":
            return f"{who} is at peace with it: the crisis is resolved."
        return f"{who} hardens: the crisis is over."


class MoralityLost(Consequence, tag="morality-lost"):
    """A dot of Morality is gone."""

    who: Seat
    before: int
    after: int
    decided_by = "DP-CRISIS-05"
    story = "The Morality of {who} falls from {before} to {after}."


class MoralityRaised(Consequence, tag="morality-raised"):
    """Morality has grown."""

    who: Seat
    to: int
    decided_by = "DP-R-53"
    story = "The Morality of {who} rises to {to}."


class IntimacyStrained(Consequence, tag="strained"):
    """The object of a tie was hurt by the one who has it."""

    who: Seat
    intimacy: str
    decided_by = "DP-R-65"
    story = "That strains a tie of {who}: {intimacy}."


class IntimacyLost(Consequence, tag="bond-lost"):
    """A tie is gone."""

    who: Seat
    intimacy: str
    story = "{who} loses a tie: {intimacy}."


class SoulLost(Consequence, tag="soul-lost"):
    """The soul is lost."""

    who: Seat
    cause: str
    decided_by = "DP-SOUL-01"
    story = "{who} loses the soul: {cause}."


class SoulRestored(Consequence, tag="soul-restored"):
    """The soul is back."""

    who: Seat
    cause: str
    decided_by = "DP-SOUL-01"
    story = "{who} has the soul back: {cause}."


class ErosionBorne(Consequence, tag="erosion-borne"):
    """A day without a soul costs nothing, this time."""

    who: Seat
    again: int
    decided_by = "DP-SOUL-05"
    story = "{who} bears it, this time."


class SceneEnded(Consequence, tag="scene-ended"):
    """A scene is over; everybody may give in to a Vice again."""

    decided_by = "DP-R-100"
    story = ""
    aside = "The scene ends."


class SessionEnded(Consequence, tag="session-ended"):
    """A session is over; everybody may show a Virtue again."""

    story = "The session ends."
