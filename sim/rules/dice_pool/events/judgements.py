"""The answers of the Storyteller where asked; the default is always first.

*of* is the seat that a judgement is about.
"""

from sim.seam.events import Description, Fact, Scope, Seat, by_part
from sim.spine.words import counted


class EntitlementRuled(Fact, tag="entitlement"):
    """Whether *of* may contest the act of *against*."""

    of: Seat
    against: Seat
    entitled: bool
    rules = ("DP-DEC-04", "DP-CONTEST-03", "DP-R-25")
    scope = Scope.RULING
    sayings = ("judges who may roll", "rules who may roll")
    decided_by = by_part("DP-CONTEST-03", does="DP-R-25")

    def tell(self, words: Description) -> str:
        may = "may contest" if self.entitled else "cannot resist"
        return f"{words['who']}: {words['of']} {may} what {words['against']} does."


class EdgeRuled(Fact, tag="edge-ruled"):
    """The number of dice of Edge on a roll."""

    of: Seat
    dice: int
    rules = ("DP-DEC-05", "DP-EDGE-03", "DP-R-77")
    scope = Scope.RULING
    sayings = ("judges the edge", "rules the edge")
    decided_by = by_part("DP-EDGE-03", does="DP-R-77")
    story = "{who} on {of}: an edge of {dice}."


class DifficultyRuled(Fact, tag="difficulty-ruled"):
    """The Difficulty of a roll: this many dice, a mere chance, or impossible."""

    of: Seat
    dice: int
    hardness: str
    rules = ("DP-DEC-05", "DP-DIFF-03", "DP-R-77")
    scope = Scope.RULING
    sayings = ("judges the difficulty", "sets the difficulty")
    decided_by = by_part("DP-DEC-05", hardness="DP-DIFF-03", does="DP-R-77")

    def tell(self, words: Description) -> str:
        says = counted(self.dice, "die")
        if self.hardness != "plain":
            says = self.hardness.replace("_", " ")
        return f"{words['who']} on {words['of']}: difficulty {says}."


class IntimacyRuled(Fact, tag="intimacy-ruled"):
    """Whether a point was really spent for the Intimacy."""

    of: Seat
    accepted: bool
    rules = ("DP-DEC-06", "DP-R-49", "DP-R-77")
    scope = Scope.RULING
    sayings = ("judges whether a tie is at stake", "rules on the tie")
    decided_by = by_part("DP-R-49", does="DP-R-77")

    def tell(self, words: Description) -> str:
        was = "was" if self.accepted else "was not"
        return f"{words['who']}: it {was} for the tie of {words['of']}."


class ClaimRuled(Fact, tag="claim-ruled"):
    """The use of the margin: as claimed, or another one."""

    of: Seat
    use: str
    rules = ("DP-DEC-08", "DP-R-15", "DP-R-77")
    scope = Scope.RULING
    sayings = ("judges the claim", "rules on the claim")
    decided_by = by_part("DP-R-15", does="DP-R-77")
    story = "{who} on the margin of {of}: {use}."


class DeedRuled(Fact, tag="deed-ruled"):
    """How bad a deed was: a rating, or 0 for no crime at all."""

    of: Seat
    victim: Seat
    rating: int
    rules = ("DP-MORAL-04", "DP-R-54", "DP-R-77")
    scope = Scope.RULING
    sayings = ("judges the deed", "rules on the deed")
    decided_by = by_part("DP-R-54", does="DP-R-77")

    def tell(self, words: Description) -> str:
        says = f"a crime of {self.rating}" if self.rating else "no crime"
        return f"{words['who']} on {words['of']}: {says}."


class LimitRuled(Fact, tag="limit-ruled"):
    """Whether this many losses are a defeat."""

    of: Seat
    binds: bool
    rules = ("DP-DEC-11", "DP-R-21", "DP-R-77")
    scope = Scope.RULING
    sayings = ("judges the limit", "sets the limit")
    decided_by = by_part("DP-R-21", does="DP-R-77")

    def tell(self, words: Description) -> str:
        on = "on no more" if self.binds else "on"
        return f"{words['who']}: {words['of']} can go {on}."


class VirtueRuled(Fact, tag="virtue-ruled"):
    """Whether the risk was worth the name."""

    of: Seat
    accepted: bool
    rules = ("DP-DEC-14", "DP-R-77")
    scope = Scope.RULING
    sayings = ("judges the Virtue", "rules on the Virtue")
    decided_by = by_part("DP-DEC-14", does="DP-R-77")

    def tell(self, words: Description) -> str:
        if self.accepted:
            return f"{words['who']}: the risk of {words['of']} was worth the name."
        return f"{words['who']}: that was no risk for {words['of']}."


class GroundRuled(Fact, tag="ground-ruled"):
    """Whether something new keeps the conflict going."""

    new: bool
    rules = ("DP-DEC-11", "DP-PROLONG-01", "DP-R-87")
    scope = Scope.RULING
    sayings = ("judges the ground", "rules on the ground")
    decided_by = by_part("DP-PROLONG-01", does="DP-R-77")

    def tell(self, words: Description) -> str:
        return f"{words['who']}: {'something' if self.new else 'nothing'} new."


class RetryRuled(Fact, tag="retry-ruled"):
    """Whether one may try again."""

    of: Seat
    allowed: bool
    rules = ("DP-STATIC-04", "DP-R-77")
    scope = Scope.RULING
    sayings = ("judges the retry", "rules on another try")
    decided_by = by_part("DP-STATIC-04", does="DP-R-77")

    def tell(self, words: Description) -> str:
        may = "may" if self.allowed else "may not"
        return f"{words['who']}: {words['of']} {may} try again."
