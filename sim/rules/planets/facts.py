"""What may be answered: by the players, and by the Storyguide where she is asked.

What both sides answer at one step is sealed until the step closes. Forces, aims and
verdicts are words here; *of* is the seat a judgement is about.
"""

from sim.rules.planets.forces.rolls import Kind, Severity
from sim.rules.planets.forces.task import Lean, Names
from sim.rules.planets.phases import Aim, Choice, Verdict
from sim.seam.events import Concession, Fact, Pass, Seat
from sim.spine.tables import defined

# Answers of the players.


class ApproachChosen(Fact, tag="approach-chosen"):
    """Go about it this way: the first part of an intent, or of its change."""

    approach: str
    rules = ("PL-DP-02", "PL-DP-04", "PL-DP-10", "PL-CONF-06", "PL-RUL-35")
    sealed = True


class TargetChosen(Fact, tag="target-chosen"):
    """Aim it at this one of the other side."""

    target: Seat
    rules = ("PL-DP-02",)
    sealed = True


class AimChosen(Fact, tag="aim-chosen"):
    """Want to win, or only to resist."""

    aim: Aim
    rules = ("PL-DP-02", "PL-RUL-30")
    sealed = True


class HarmChosen(Fact, tag="harm-chosen"):
    """Mean to wound whenever one prevails, or not to."""

    harms: bool
    rules = ("PL-DP-02", "PL-CONF-05")
    sealed = True


class Conceded(Concession, tag="conceded"):
    """Give the conflict up."""

    rules = ("PL-CONF-07", "PL-RUL-36")
    sealed = True


class Pressed(Pass, tag="pressed"):
    """Go on with the same intent."""

    rules = ("PL-DP-04", "PL-DP-10", "PL-DP-11")
    sealed = True


class StandoffAccepted(Fact, tag="standoff-accepted"):
    """Let it rest, if the others do too."""

    rules = ("PL-CONF-08", "PL-DP-11")
    sealed = True


class ForcesAccepted(Pass, tag="forces-accepted"):
    """Take the Forces as proposed."""

    rules = ("PL-DP-04",)


class ForcesDisputed(Fact, tag="forces-disputed"):
    """Argue for other Forces: a forgotten Descriptor, or another reason.

    With another reason the wanted sets are empty here and argued Force by Force.
    """

    reason: str
    descriptor: str = ""
    favored: Names = ()
    opposed: Names = ()
    rules = ("PL-FORCE-05", "PL-FORCE-06", "PL-DP-04")


class ForceArgued(Fact, tag="force-argued"):
    """Argue that one Force is favored, opposed or neutral."""

    force: str
    lean: Lean
    rules = ("PL-FORCE-05", "PL-RUL-14")


class OmegaDeclined(Pass, tag="omega-declined"):
    """Place no Omega die."""

    rules = ("PL-STEP-02", "PL-DP-07")
    sealed = True


class OmegaCommitted(Fact, tag="omega-committed"):
    """Place the Omega die of a Force one is Wed to, at a value."""

    force: str
    value: int
    rules = ("PL-OMEGA-01", "PL-OMEGA-02", "PL-OMEGA-03", "PL-RUL-25")
    sealed = True


class PlanetDieChosen(Fact, tag="die-chosen"):
    """Roll this partner's die for a Force (a seat), or -1: none."""

    force: str
    partner: Seat
    rules = ("PL-COMB-07", "PL-RUL-26", "PL-DP-08")
    sealed = True


# Answers of the Storyguide.


class RollJudged(Fact, tag="roll-judged"):
    """Let it be rolled for, or declare success or failure."""

    of: Seat
    verdict: Verdict
    rules = ("PL-SCOPE-04", "PL-DP-01")


class DifficultyJudged(Fact, tag="difficulty-judged"):
    """Say how hard a task is."""

    of: Seat
    level: str
    rules = ("PL-STEP-01", "PL-DIFF-01", "PL-DP-03")


class ForceJudged(Fact, tag="force-judged"):
    """Say whether one Force is favored, opposed or neutral to a task."""

    of: Seat
    force: str
    lean: Lean
    rules = ("PL-FORCE-02", "PL-RUL-14", "PL-DP-03")


class DisputeJudged(Fact, tag="dispute-judged"):
    """Amend the Forces as the player asked, or keep them."""

    of: Seat
    amended: bool
    rules = ("PL-FORCE-05", "PL-DP-05")


class CircumstancesJudged(Fact, tag="circumstances-judged"):
    """Say which kinds of Circumstance die a roll has: none, one or both."""

    of: Seat
    kinds: tuple[Kind, ...]
    rules = ("PL-STEP-03", "PL-CIRC-03", "PL-DP-06")


class SeverityJudged(Fact, tag="severity-judged"):
    """Say whether a Circumstance die is Minor or Major."""

    of: Seat
    kind: Kind
    severity: Severity
    rules = ("PL-CIRC-01", "PL-CIRC-15", "PL-DP-06")


class SizeJudged(Fact, tag="size-judged"):
    """Say how large a Circumstance die is."""

    of: Seat
    kind: Kind
    size: int
    rules = ("PL-CIRC-02", "PL-RUL-31", "PL-DP-06")


class MajorJudged(Fact, tag="major-judged"):
    """Say what a Major Circumstance die does where it fell."""

    of: Seat
    kind: Kind
    choice: Choice
    rules = ("PL-CIRC-11", "PL-RUL-07", "PL-DP-09")


FACTS = defined(globals(), Fact)
"""The answers of this system; dice are the engine's own."""
