"""The answers: what players, and the Narrator where asked, may choose.

All answers are public. Forms, approaches, skills and aims are words here; *of* is the
seat that a ruling is about.
"""

from sim.rules.skill_roll.phases import Order, Response, Verdict
from sim.rules.skill_roll.skills.charts import Circumstance, Row
from sim.rules.skill_roll.skills.words import spoken
from sim.seam.events import Concession, Description, Fact, Pass, Scope, Seat, by_part
from sim.spine.tables import defined

_VERDICTS = {
    Verdict.ROUTINE: "it is routine",
    Verdict.ROLL: "it is rolled for",
    Verdict.IMPOSSIBLE: "it cannot be done",
}
_ORDERS = {
    Order.PROXIMITY: "bystanders are checked, the nearest first",
    Order.RANDOM: "bystanders are checked in any order",
    Order.NONE: "no bystander is checked",
}

# Answers of the players.


class AttackDeclared(Fact, tag="attack"):
    """Attack this one in this form."""

    form: str
    target: Seat
    rules = ("SK-DP-08", "SK-DP-04", "SK-RUL-41", "SK-CONF-02")
    scope = Scope.ACTION
    sayings = ("attacks", "makes an attack", "strikes", "hits", "shoots")
    decided_by = by_part("SK-RUL-47", form="SK-DP-04", does="SK-CONF-02")
    story = "{who} attacks {target}: {form}."


class ActDeclared(Fact, tag="act"):
    """Act by this approach against that side, given by its number."""

    approach: str
    against: int
    rules = ("SK-DP-13", "SK-RUL-50", "SK-CONF-03")
    scope = Scope.ACTION
    sayings = ("acts", "makes a move", "tries")
    decided_by = by_part("SK-DP-13", does="SK-RUL-50")

    def tell(self, words: Description) -> str:
        tries = words["approach"]
        # An approach may be called "try the front door".
        tries = (
            tries.removeprefix("try ") if tries.startswith("try ") else f"to {tries}"
        )
        return f"{words['who']} tries {tries}, against {words['against']}."


class RecoveryTaken(Fact, tag="recover"):
    """Get back into position."""

    rules = ("SK-DP-08", "SK-RUL-23", "SK-ATTRES-01")
    scope = Scope.ACTION
    sayings = ("takes the turn to recover", "recovers", "gets back into position")
    decided_by = "SK-RUL-23"
    story = "{who} takes the turn to recover."


class WithdrawalTried(Fact, tag="withdraw"):
    """Try to get away."""

    rules = ("SK-DP-08", "SK-CONF-07", "SK-RUL-57")
    scope = Scope.ACTION
    sayings = ("tries to get away", "withdraws", "flees", "runs away", "retreats")
    decided_by = "SK-CONF-07"
    story = "{who} tries to get away."


class AimChanged(Fact, tag="aim"):
    """Pursue another aim from now on."""

    aim: str
    rules = ("SK-CONF-05", "SK-RUL-42", "SK-DP-08")
    scope = Scope.INTENTION
    sayings = (
        "now wants",
        "now wants something else",
        "changes the aim",
        "changes aim",
        "wants",
    )
    decided_by = by_part("SK-CONF-05", aim="SK-RUL-42")
    story = "{who} now wants: {aim}."


class Held(Pass, tag="hold"):
    """Do nothing with one's turn."""

    rules = ("SK-RUL-41", "SK-DP-08")
    scope = Scope.ACTION
    sayings = ("does nothing", "holds", "passes", "waits")
    decided_by = "SK-CONF-02"
    story = "{who} does nothing."


class Conceded(Concession, tag="concede"):
    """Give up the conflict."""

    rules = ("SK-CONF-06", "SK-RUL-59", "SK-DP-08", "SK-DP-09")
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
    story = "{who} gives up."


class WentOn(Pass, tag="go-on"):
    """Go on in spite of being hurt."""

    rules = ("SK-DP-09",)
    scope = Scope.GATE
    sayings = ("goes on", "fights on", "keeps fighting", "continues")
    story = "{who} goes on."
    in_brief = False


class RanksChosen(Fact, tag="ranks"):
    """Use this number of ranks."""

    ranks: int
    rules = ("SK-DP-12", "SK-RUL-43", "SK-RUL-12")
    scope = Scope.DICE
    sayings = ("uses so many ranks", "chooses the ranks")
    decided_by = by_part("SK-DP-12", does="SK-RUL-43")
    story = "{who} uses {ranks} ranks."


class ResponseDeclared(Fact, tag="response"):
    """Defend with a skill, make no defence, or counter in a form."""

    response: Response
    by: str = ""
    rules = ("SK-DP-06", "SK-DP-14", "SK-RUL-44", "SK-RUL-31", "SK-ATTACK-02")
    scope = Scope.ACTION
    sayings = ("responds", "answers the attack")
    decided_by = by_part(
        "SK-RUL-44", by="SK-RUL-29", response="SK-RUL-31", does="SK-ATTACK-02"
    )

    def tell(self, words: Description) -> str:
        who = words["who"]
        if self.response == Response.DEFEND:
            return f"{who} defends with {self.by}."
        if self.response == Response.COUNTER:
            return f"{who} does not defend but counters with {self.by}."
        return f"{who} makes no defence."


class SteppedIn(Fact, tag="step-in"):
    """Step in for a companion who is attacked, and be attacked instead."""

    rules = ("SK-DP-16", "SK-RUL-68", "SK-ATTACK-02")
    scope = Scope.ACTION
    sayings = ("steps in", "steps between", "covers", "takes the blow")
    decided_by = by_part("SK-DP-16", does="SK-RUL-68")


class CompanionCountered(Fact, tag="counter-for"):
    """Attack whoever attacks a companion at once, in a form."""

    form: str
    rules = ("SK-DP-16", "SK-RUL-68", "SK-RUL-31", "SK-RUL-45", "SK-ATTACK-02")
    scope = Scope.ACTION
    sayings = ("counters for a companion", "strikes back for a companion")
    decided_by = by_part("SK-DP-16", form="SK-RUL-47", does="SK-RUL-68")


class StoodBy(Pass, tag="stand-by"):
    """Do nothing about an attack on a companion."""

    rules = ("SK-DP-16", "SK-RUL-68")
    scope = Scope.ACTION
    sayings = ("stands by", "does not step in")
    decided_by = by_part("SK-DP-16", does="SK-RUL-68")
    story = ""
    aside = "{who} stands by."


class RollChosen(Fact, tag="dice-or-ten"):
    """Roll, or take 10."""

    roll: bool
    rules = ("SK-DP-05", "SK-RUL-04")
    scope = Scope.DICE
    sayings = ("says whether to roll", "rolls or takes 10")
    decided_by = "SK-RUL-04"

    def tell(self, words: Description) -> str:
        does = "will roll" if self.roll else "will take 10"
        return f"{words['who']} {does}."


class LevelsGiven(Fact, tag="levels"):
    """Give a number of levels to an aspect."""

    aspect: str
    levels: int
    rules = ("SK-DP-07", "SK-RUL-53", "SK-RUL-08", "SK-QNU-03")
    scope = Scope.HARM
    sayings = ("gives levels", "puts levels into")
    decided_by = by_part("SK-RUL-53", aspect="SK-QNU-03", does="SK-RUL-08")

    def tell(self, words: Description) -> str:
        count = f"{self.levels} level{'s' if self.levels > 1 else ''}"
        return f"{words['who']} gives {count} to {self.aspect}."


class RankTaken(Fact, tag="rank"):
    """Let levels act as one more rank."""

    rules = ("SK-DP-07", "SK-RUL-53", "SK-QNU-04")
    scope = Scope.HARM
    sayings = ("makes a rank of levels", "takes a rank")
    decided_by = "SK-QNU-04"
    story = "{who} makes a rank of levels."


class NoMoreGiven(Pass, tag="no-more"):
    """Leave the other levels unused."""

    rules = ("SK-DP-07", "SK-RUL-53")
    scope = Scope.HARM
    sayings = ("leaves the rest", "gives no more levels")
    decided_by = "SK-RUL-53"
    story = "{who} leaves the rest."


class TopicChosen(Fact, tag="topic"):
    """Spend the time on this topic."""

    subject: str
    rules = ("SK-DP-15", "SK-RUL-67", "SK-KNOW-02")
    scope = Scope.ACTION
    sayings = ("chooses a topic", "researches", "studies", "reads up on")
    decided_by = by_part("SK-DP-15", subject="SK-RUL-67", does="SK-RUL-67")
    story = "{who} researches {subject}."


class SpecialtyTaken(Fact, tag="specialty"):
    """Record a specialised skill for what has been recalled."""

    rules = ("SK-DP-11", "SK-KNOW-08", "SK-KNOW-09")
    scope = Scope.AFTERMATH
    sayings = ("wants to record it", "records a specialty")
    decided_by = "SK-KNOW-08"
    story = "{who} wants to record it."


class SpecialtyLeft(Pass, tag="no-specialty"):
    """Record nothing."""

    rules = ("SK-DP-11",)
    scope = Scope.AFTERMATH
    sayings = ("records nothing", "records no specialty")
    story = "{who} records nothing."


# Answers of the Narrator.


class UseRuled(Fact, tag="use-ruled"):
    """Rule whether a use is routine, rolled for, or impossible."""

    of: Seat
    verdict: Verdict
    rules = ("SK-DP-01", "SK-RUL-52", "SK-ROUT-02", "SK-DP-02")
    scope = Scope.RULING
    sayings = ("judges the use", "rules on the use")
    decided_by = by_part("SK-DP-01", does="SK-RUL-60")

    def tell(self, words: Description) -> str:
        return f"{words['who']} on {words['of']}: {_VERDICTS[self.verdict]}."


class DifficultyRuled(Fact, tag="row-ruled"):
    """Rule which row of the chart fits."""

    of: Seat
    row: Row
    rules = ("SK-DP-03", "SK-QLU-03", "SK-RUL-60")
    scope = Scope.RULING
    sayings = ("judges the difficulty", "sets the difficulty")
    decided_by = by_part("SK-DP-03", row="SK-QLU-03", does="SK-RUL-60")

    def tell(self, words: Description) -> str:
        return f"{words['who']} on {words['of']}: {spoken(self.row)}."


class CircumstanceRuled(Fact, tag="circumstance-ruled"):
    """Rule how far circumstances favour or hinder."""

    of: Seat
    row: Circumstance
    rules = ("SK-DP-03", "SK-QLO-04", "SK-RUL-60")
    scope = Scope.RULING
    sayings = ("judges the circumstances", "rules on the circumstances")
    decided_by = by_part("SK-DP-03", row="SK-QLO-04", does="SK-RUL-60")

    def tell(self, words: Description) -> str:
        return f"{words['who']} on {words['of']}: {spoken(self.row)}."


class WeightRuled(Fact, tag="weight-ruled"):
    """Rule how much a rank of a fitting power counts."""

    of: Seat
    weight: int
    rules = ("SK-DP-03", "SK-QLO-05", "SK-RUL-16", "SK-RUL-60")
    scope = Scope.RULING
    sayings = ("judges the weight of a power", "rules on the weight")
    decided_by = by_part("SK-DP-03", weight="SK-QLO-05", does="SK-RUL-60")
    story = "{who} on {of}: a rank of the power weighs {weight}."


class BystandersRuled(Fact, tag="bystanders-ruled"):
    """Rule whether bystanders are checked, and in which order."""

    of: Seat
    order: Order
    rules = ("SK-DP-10", "SK-RANGED-03", "SK-RUL-60")
    scope = Scope.RULING
    sayings = ("judges the bystanders", "rules on the bystanders")
    decided_by = by_part("SK-DP-10", does="SK-RUL-60")

    def tell(self, words: Description) -> str:
        return f"{words['who']} on {words['of']}: {_ORDERS[self.order]}."


FACTS = defined(globals(), Fact)
"""Every class of answer in this system; dice belong to the engine."""
