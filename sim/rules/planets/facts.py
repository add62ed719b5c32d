"""The answers: what players, and the Storyguide where she is asked, may choose.

Answers of both sides to one step are sealed until the step closes. Forces, aims and
verdicts are words here; *of* is the seat that a ruling is about.
"""

from sim.rules.planets.forces.rolls import Kind, Severity
from sim.rules.planets.forces.task import Lean, Names, sets_as_said
from sim.rules.planets.phases import ROLL, Aim, Choice, Verdict
from sim.seam.events import (
    NOBODY,
    Concession,
    Description,
    Fact,
    Pass,
    Scope,
    Seat,
    by_part,
)
from sim.spine.tables import defined

# Answers of the players.


class ApproachChosen(Fact, tag="approach-chosen"):
    """Choose an approach: the first part of an intent, or of its change."""

    approach: str
    rules = ("PL-DP-02", "PL-DP-04", "PL-DP-10", "PL-CONF-06", "PL-RUL-35")
    sealed = True
    scope = Scope.ACTION
    sayings = ("chooses an approach", "goes about it", "uses", "tries", "acts")
    decided_by = "PL-RUL-35"
    story = "{who} chooses: {approach}."
    in_brief = False


class TargetChosen(Fact, tag="target-chosen"):
    """Choose a target on the other side."""

    target: Seat
    rules = ("PL-DP-02",)
    sealed = True
    scope = Scope.INTENTION
    sayings = ("aims at somebody", "aims at", "chooses a target")
    decided_by = "PL-CONF-06"
    story = "{who} aims at {target}."
    in_brief = False


class AimChosen(Fact, tag="aim-chosen"):
    """Choose to win, or only to resist."""

    aim: Aim
    rules = ("PL-DP-02", "PL-RUL-30")
    sealed = True
    scope = Scope.INTENTION
    sayings = ("chooses an aim", "means to", "wants", "intends")
    decided_by = "PL-RUL-30"
    story = "{who} means to {aim}."
    in_brief = False


class HarmChosen(Fact, tag="harm-chosen"):
    """Choose whether prevailing wounds the other."""

    harms: bool
    rules = ("PL-DP-02", "PL-CONF-05")
    sealed = True
    scope = Scope.HARM
    sayings = ("says whether to wound", "means harm")
    decided_by = "PL-CONF-05"
    in_brief = False

    def tell(self, words: Description) -> str:
        means = "means to wound" if self.harms else "means no harm"
        return f"{words['who']} {means}."


class Conceded(Concession, tag="conceded"):
    """Give up the conflict."""

    rules = ("PL-CONF-07", "PL-RUL-36")
    sealed = True
    scope = Scope.GATE
    sayings = (
        "gives up",
        "gives it up",
        "gives in",
        "concedes",
        "yields",
        "backs down",
        "surrenders",
    )
    decided_by = "PL-RUL-36"
    story = "{who} gives up."


class Pressed(Pass, tag="pressed"):
    """Go on with the same intent."""

    rules = ("PL-DP-04", "PL-DP-10", "PL-DP-11")
    sealed = True
    scope = Scope.GATE
    sayings = ("presses on", "goes on", "fights on", "keeps fighting", "continues")
    decided_by = "PL-DP-10"
    story = "{who} presses on."
    in_brief = False


class StandoffAccepted(Fact, tag="standoff-accepted"):
    """Let it rest, if the others do too."""

    rules = ("PL-CONF-08", "PL-DP-11")
    sealed = True
    scope = Scope.GATE
    sayings = ("would let it rest", "lets it rest", "accepts a standoff")
    story = "{who} would let it rest."


class ForcesAccepted(Pass, tag="forces-accepted"):
    """Take the Forces as proposed."""

    rules = ("PL-DP-04",)
    scope = Scope.RULING
    sayings = ("accepts the Forces", "accepts")
    story = "{who} accepts the Forces."
    in_brief = False


class ForcesDisputed(Fact, tag="forces-disputed"):
    """Argue for other Forces: a forgotten Descriptor, or another reason.

    With another reason the wanted sets are empty here and argued Force by Force.
    """

    reason: str
    descriptor: str = ""
    favored: Names = ()
    opposed: Names = ()
    rules = ("PL-FORCE-05", "PL-FORCE-06", "PL-DP-04")
    scope = Scope.RULING
    sayings = ("disputes the Forces", "disputes")
    decided_by = by_part("PL-FORCE-05", reason="PL-FORCE-06", descriptor="PL-FORCE-06")

    def tell(self, words: Description) -> str:
        reminds = f'reminds of "{self.descriptor}"' if self.descriptor else "disagrees"
        wanted = sets_as_said(self.favored, self.opposed)
        asks = f" and asks for {wanted}" if self.favored or self.opposed else ""
        return f"{words['who']} {reminds}{asks}."


class ForceArgued(Fact, tag="force-argued"):
    """Argue that one Force is favored, opposed or neutral."""

    force: str
    lean: Lean
    rules = ("PL-FORCE-05", "PL-RUL-14")
    scope = Scope.RULING
    sayings = ("argues for a Force", "argues")
    decided_by = by_part("PL-FORCE-05", lean="PL-RUL-14")
    story = "{who} argues that {force} is {lean}."


class OmegaDeclined(Pass, tag="omega-declined"):
    """Place no Omega die."""

    rules = ("PL-STEP-02", "PL-DP-07")
    sealed = True
    scope = Scope.DICE
    sayings = ("places no Omega die", "spends no Omega die", "no Omega die")
    story = "{who} places no Omega die."
    in_brief = False


class OmegaCommitted(Fact, tag="omega-committed"):
    """Place the Omega die of a Force its owner is Wed to, at a value."""

    force: str
    value: int
    rules = ("PL-OMEGA-01", "PL-OMEGA-02", "PL-OMEGA-03", "PL-RUL-25")
    sealed = True
    scope = Scope.DICE
    sayings = (
        "places an Omega die",
        "commits an Omega die",
        "spends an Omega die",
        "uses an Omega die",
    )
    decided_by = by_part("PL-OMEGA-01", value="PL-OMEGA-03", does="PL-STEP-02")
    story = "{who} places an Omega die for {force} at {value}, covered."
    in_brief = False


class PlanetDieChosen(Fact, tag="die-chosen"):
    """Roll this partner's die for a Force (a seat), or -1: none."""

    force: str
    partner: Seat
    rules = ("PL-COMB-07", "PL-RUL-26", "PL-DP-08")
    sealed = True
    scope = Scope.DICE
    sayings = ("picks a die", "chooses a die", "picks")
    decided_by = by_part("PL-COMB-07", partner="PL-RUL-26")

    def tell(self, words: Description) -> str:
        if self.partner == NOBODY:
            return f"{words['who']} picks no die for {self.force}."
        whose = "their own die"
        if self.partner != self.who:
            whose = f"the die of {words['partner']}"
        return f"{words['who']} picks for {self.force} {whose}."


# Answers of the Storyguide.


class RollJudged(Fact, tag="roll-judged"):
    """Rule that it is rolled for, or declare success or failure."""

    of: Seat
    verdict: Verdict
    rules = ("PL-SCOPE-04", "PL-DP-01")
    scope = Scope.RULING
    sayings = ("judges whether to roll", "rules on the roll")

    def tell(self, words: Description) -> str:
        says = "let it be rolled" if self.verdict == ROLL else self.verdict
        return f"{words['who']} on {words['of']}: {says}."


class DifficultyJudged(Fact, tag="difficulty-judged"):
    """Rule how hard a task is."""

    of: Seat
    level: str
    rules = ("PL-STEP-01", "PL-DIFF-01", "PL-DP-03")
    scope = Scope.RULING
    sayings = ("judges the difficulty", "sets the difficulty")
    decided_by = by_part("PL-STEP-01", level="PL-DIFF-01")
    story = "{who} on {of}: {level}."
    in_brief = False


class ForceJudged(Fact, tag="force-judged"):
    """Rule whether one Force is favored, opposed or neutral to a task."""

    of: Seat
    force: str
    lean: Lean
    rules = ("PL-FORCE-02", "PL-RUL-14", "PL-DP-03")
    scope = Scope.RULING
    sayings = ("judges a Force", "rules on a Force")
    decided_by = by_part("PL-STEP-01", lean="PL-RUL-14")
    story = "{who} on {of}: {force} is {lean}."


class DisputeJudged(Fact, tag="dispute-judged"):
    """Amend the Forces as the player asked, or keep them."""

    of: Seat
    amended: bool
    rules = ("PL-FORCE-05", "PL-DP-05")
    scope = Scope.RULING
    sayings = ("judges the dispute", "rules on the dispute")

    def tell(self, words: Description) -> str:
        says = "amends the Forces" if self.amended else "keeps the Forces"
        return f"{words['who']} {says} of {words['of']}."


class CircumstancesJudged(Fact, tag="circumstances-judged"):
    """Rule which kinds of Circumstance die a roll has: none, one or both."""

    of: Seat
    kinds: tuple[Kind, ...]
    rules = ("PL-STEP-03", "PL-CIRC-03", "PL-DP-06")
    scope = Scope.RULING
    sayings = ("judges the circumstances", "rules on the circumstances")
    decided_by = by_part("PL-STEP-03", kinds="PL-CIRC-03")

    def tell(self, words: Description) -> str:
        kinds = " and ".join(self.kinds) or "no Circumstance die"
        return f"{words['who']} gives {words['of']} {kinds}."


class SeverityJudged(Fact, tag="severity-judged"):
    """Rule whether a Circumstance die is Minor or Major."""

    of: Seat
    kind: Kind
    severity: Severity
    rules = ("PL-CIRC-01", "PL-CIRC-15", "PL-DP-06")
    scope = Scope.RULING
    sayings = ("judges the severity", "rules on the severity")
    story = "{who}: the {kind} is {severity}."


class SizeJudged(Fact, tag="size-judged"):
    """Rule how large a Circumstance die is."""

    of: Seat
    kind: Kind
    size: int
    rules = ("PL-CIRC-02", "PL-RUL-31", "PL-DP-06")
    scope = Scope.RULING
    sayings = ("judges the size of the die", "rules on the size")
    decided_by = by_part("PL-CIRC-02", size="PL-RUL-31")
    story = "{who}: the {kind} is a d{size}."


class MajorJudged(Fact, tag="major-judged"):
    """Rule what a Major Circumstance die does where it fell."""

    of: Seat
    kind: Kind
    choice: Choice
    rules = ("PL-CIRC-11", "PL-RUL-07", "PL-DP-09")
    scope = Scope.RULING
    sayings = ("judges the Major circumstance", "rules on the Major circumstance")
    decided_by = by_part("PL-CIRC-11", does="PL-RUL-07")

    def tell(self, words: Description) -> str:
        says = self.choice.replace("_", " ")
        return f"{words['who']} on the Major {self.kind}: {says}."


FACTS = defined(globals(), Fact)
"""Every class of answer in this system; dice belong to the engine."""
