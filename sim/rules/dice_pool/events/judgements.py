"""What the Storyteller may answer where asked; the default is always first.

*of* is the seat that a judgement is about.
"""

from sim.seam.events import Fact, Seat


class EntitlementRuled(Fact, tag="entitlement"):
    """Whether *of* may contest what *against* does."""

    of: Seat
    against: Seat
    entitled: bool
    rules = ("DP-DEC-04", "DP-CONTEST-03", "DP-R-25")


class EdgeRuled(Fact, tag="edge-ruled"):
    """The Edge on a roll comes to so many dice."""

    of: Seat
    dice: int
    rules = ("DP-DEC-05", "DP-EDGE-03", "DP-R-77")


class DifficultyRuled(Fact, tag="difficulty-ruled"):
    """The Difficulty of a roll: so many dice, a mere chance, or impossible."""

    of: Seat
    dice: int
    hardness: str
    rules = ("DP-DEC-05", "DP-DIFF-03", "DP-R-77")


class IntimacyRuled(Fact, tag="intimacy-ruled"):
    """Whether a point was really spent for the Intimacy."""

    of: Seat
    accepted: bool
    rules = ("DP-DEC-06", "DP-R-49", "DP-R-77")


class ClaimRuled(Fact, tag="claim-ruled"):
    """What the margin counts as: as claimed, or as something else."""

    of: Seat
    use: str
    rules = ("DP-DEC-08", "DP-R-15", "DP-R-77")


class DeedRuled(Fact, tag="deed-ruled"):
    """How bad a deed was: a rating, or 0 for no crime at all."""

    of: Seat
    victim: Seat
    rating: int
    rules = ("DP-MORAL-04", "DP-R-54", "DP-R-77")


class LimitRuled(Fact, tag="limit-ruled"):
    """Whether so many losses are a defeat."""

    of: Seat
    binds: bool
    rules = ("DP-DEC-11", "DP-R-21", "DP-R-77")


class VirtueRuled(Fact, tag="virtue-ruled"):
    """Whether the risk was worth the name."""

    of: Seat
    accepted: bool
    rules = ("DP-DEC-14", "DP-R-77")


class GroundRuled(Fact, tag="ground-ruled"):
    """Whether something new keeps the conflict going."""

    new: bool
    rules = ("DP-DEC-11", "DP-PROLONG-01", "DP-R-87")


class RetryRuled(Fact, tag="retry-ruled"):
    """Whether one may try again."""

    of: Seat
    allowed: bool
    rules = ("DP-STATIC-04", "DP-R-77")
