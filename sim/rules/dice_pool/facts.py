"""The answers of players.

Answers of several seats to one step are sealed until the last has answered.
"""

from sim.rules.dice_pool.events import judgements
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

_USES = {
    "damage": "as damage",
    "bonus": "as an edge on the next roll",
    "penalty": "as a difficulty for {target}",
    "reputation": "against the reputation of {target}",
    "holdings": "against the holdings of {target}",
    "none": "for nothing more",
}

# Of a round.


class IntentDeclared(Fact, tag="intent"):
    """Declare an intent for the round, its target, and the pool to roll for it."""

    intent: str
    target: Seat
    pool: str
    rules = ("DP-DEC-02", "DP-ATTR-02", "DP-R-73", "DP-R-82")
    sealed = True
    scope = Scope.INTENTION
    sayings = (
        "wants",
        "declares an intent",
        "attacks",
        "strikes",
        "hits",
        "shoots",
        "uses",
        "intends",
        "acts",
    )
    decided_by = by_part("DP-R-73", pool="DP-ATTR-02")

    def tell(self, words: Description) -> str:
        at = "" if self.target == NOBODY else f" (against {words['target']})"
        return f"{words['who']} wants: {self.intent}{at}, by {self.pool}."


class HelpOffered(Fact, tag="help"):
    """Roll nothing, and help an ally."""

    whom: Seat
    rules = ("DP-DEC-02", "DP-TEAM-01", "DP-R-72")
    sealed = True
    scope = Scope.ACTION
    sayings = ("helps", "offers help", "assists")
    decided_by = "DP-R-72"
    story = "{who} helps {whom}."


class ProtectionOffered(Fact, tag="protect"):
    """Do nothing else, and answer what is done to an ally."""

    whom: Seat
    rules = ("DP-DEC-02", "DP-TEAM-02", "DP-R-112")
    sealed = True
    scope = Scope.ACTION
    sayings = ("protects an ally", "protects", "shields", "guards")
    decided_by = "DP-R-112"
    story = "{who} protects {whom}."


class HeldBack(Pass, tag="held-back"):
    """Declare no intent this round."""

    rules = ("DP-DEC-02", "DP-R-80")
    sealed = True
    scope = Scope.ACTION
    sayings = ("holds back", "does nothing", "waits")
    decided_by = "DP-R-80"
    story = "{who} holds back."


class Conceded(Concession, tag="conceded"):
    """Give up the conflict."""

    rules = ("DP-DEC-02", "DP-R-70", "DP-R-86")
    sealed = True
    scope = Scope.GATE
    sayings = ("gives up", "gives in", "concedes", "yields", "backs down", "surrenders")
    decided_by = "DP-R-70"
    story = "{who} gives up."


class ContestAnswered(Fact, tag="contest"):
    """Contest the act of another with this pool."""

    against: Seat
    pool: str
    rules = ("DP-DEC-03", "DP-CONTEST-02", "DP-R-79")
    scope = Scope.ACTION
    sayings = (
        "contests it",
        "contests what another does",
        "resists",
        "defends",
        "dodges",
    )
    decided_by = by_part("DP-R-79", against="DP-CONTEST-02", does="DP-CONTEST-03")
    story = "{who} contests what {against} does, by {pool}."


class ContestWaived(Pass, tag="waived"):
    """Let the act of another succeed without a roll."""

    against: Seat
    rules = ("DP-DEC-03", "DP-R-13")
    scope = Scope.ACTION
    sayings = ("does not contest it", "waives the contest", "lets it happen")
    decided_by = "DP-R-13"
    story = "{who} does not contest what {against} does."


class Boosted(Fact, tag="boosted"):
    """Spend a point of Willpower on a roll, perhaps for an Intimacy."""

    intimacy: str = ""
    rules = ("DP-DEC-06", "DP-WILL-02", "DP-WILL-03", "DP-R-102")
    sealed = True
    scope = Scope.DICE
    sayings = (
        "puts Willpower into it",
        "spends Willpower",
        "uses Willpower",
        "boosts the roll",
        "spends a point",
    )
    decided_by = by_part("DP-WILL-02", intimacy="DP-R-102")
    in_brief = False


class BoostDeclined(Pass, tag="not-boosted"):
    """Spend no Willpower on it."""

    rules = ("DP-DEC-06",)
    sealed = True
    scope = Scope.DICE
    sayings = ("puts no Willpower into it", "spends no Willpower")
    in_brief = False


class PointDedicated(Fact, tag="dedicated"):
    """Dedicate the point that an act has cost to an Intimacy."""

    intimacy: str
    rules = ("DP-WILL-10", "DP-R-49", "DP-R-102")
    scope = Scope.DICE
    sayings = ("does it for a tie", "spends the point for a tie")
    decided_by = by_part("DP-R-49", intimacy="DP-R-102")
    story = "{who} does it for {intimacy}."


class PointUndedicated(Pass, tag="not-dedicated"):
    """Dedicate it to no Intimacy."""

    rules = ("DP-R-49",)
    scope = Scope.DICE
    sayings = ("does it for no tie",)
    story = "{who} does it for no tie."


class RoteChoiceMade(Fact, tag="rote-choice"):
    """Choose the total of the first or the second throw."""

    chosen: str
    total: int
    rules = ("DP-DEC-07", "DP-ROTE-03", "DP-R-29")
    sealed = True
    scope = Scope.DICE
    sayings = ("takes a throw", "chooses a throw", "chooses the total")
    decided_by = by_part("DP-ROTE-03", does="DP-R-29")


class MarginClaimed(Fact, tag="claimed"):
    """Claim the margin for this use."""

    use: str
    amount: int
    target: Seat
    rules = ("DP-DEC-08", "DP-CONTEST-06", "DP-CONTEST-08", "DP-R-83")
    scope = Scope.HARM
    sayings = ("claims the margin", "uses the margin")
    decided_by = by_part("DP-R-83", amount="DP-CONTEST-06", use="DP-CONTEST-08")

    def tell(self, words: Description) -> str:
        use = _USES[self.use].format_map(words)
        return f"{words['who']} claims the margin of {self.amount} {use}."


class HarmSuffered(Pass, tag="suffered"):
    """Take the harm as it is."""

    rules = ("DP-DEC-09",)
    scope = Scope.HARM
    sayings = (
        "takes it as it comes",
        "suffers the harm",
        "takes the hit",
        "takes the harm",
    )
    story = "{who} takes it as it comes."


class HarmEased(Fact, tag="eased"):
    """Spend a point of Willpower to take one less."""

    rules = ("DP-DEC-09", "DP-WILL-05", "DP-R-47")
    scope = Scope.HARM
    sayings = ("grits the teeth", "eases the harm", "pays to take less")
    decided_by = "DP-WILL-05"
    story = "{who} grits the teeth."


class VirtueKept(Pass, tag="virtue-kept"):
    """Keep the Virtue for another time."""

    rules = ("DP-DEC-14", "DP-R-101")
    scope = Scope.AFTERMATH
    sayings = ("keeps the Virtue for another time", "keeps the Virtue")
    decided_by = "DP-R-101"
    story = "{who} keeps the Virtue for another time."


class VirtueShown(Fact, tag="virtue-shown"):
    """Let the risk just run for the Virtue refill Willpower."""

    rules = ("DP-DEC-14", "DP-WILL-12", "DP-R-101")
    scope = Scope.AFTERMATH
    sayings = ("draws strength from the Virtue", "shows the Virtue")
    decided_by = "DP-WILL-12"
    story = "{who} draws strength from the Virtue."


class LetStand(Fact, tag="let-stand"):
    """Accept the loss."""

    rules = ("DP-DEC-20", "DP-R-85")
    scope = Scope.GATE
    sayings = ("lets it stand", "accepts the loss", "accepts it")
    decided_by = "DP-R-85"
    story = "{who} lets it stand."


class ReversalSought(Fact, tag="reversal"):
    """Try to reverse it."""

    rules = ("DP-DEC-20", "DP-PROLONG-01", "DP-R-85")
    scope = Scope.GATE
    sayings = ("seeks to reverse it", "tries to reverse it")
    decided_by = "DP-PROLONG-01"
    story = "{who} seeks to reverse it."


class WentOn(Pass, tag="went-on"):
    """Go on."""

    rules = ("DP-DEC-21", "DP-PROLONG-01", "DP-R-85")
    sealed = True
    scope = Scope.GATE
    sayings = ("goes on", "fights on", "keeps fighting", "continues")
    decided_by = "DP-PROLONG-01"
    story = "{who} goes on."
    in_brief = False


class LetRest(Fact, tag="let-rest"):
    """Let it rest, if all others do too."""

    rules = ("DP-DEC-21", "DP-R-85")
    sealed = True
    scope = Scope.GATE
    sayings = ("would let it rest", "lets it rest")
    decided_by = "DP-R-85"
    story = "{who} would let it rest."


# Of a task.


class AttemptMade(Fact, tag="attempt"):
    """Try the obstacle in this way, with this pool."""

    intent: str
    pool: str
    rules = ("DP-DEC-22", "DP-R-95")
    scope = Scope.ACTION
    sayings = ("tries", "makes an attempt")
    decided_by = "DP-R-95"
    story = "{who} tries: {intent}, by {pool}."


class TaskLeft(Fact, tag="task-left"):
    """Leave the obstacle alone for good."""

    rules = ("DP-DEC-22",)
    scope = Scope.ACTION
    sayings = ("leaves it", "leaves it alone")
    story = "{who} leaves it."


# Of the aftermath.


class TendingTried(Fact, tag="tending"):
    """Try to stop the bleeding of *patient*."""

    patient: Seat
    rules = ("DP-DEC-17", "DP-HEALTH-08", "DP-R-98")
    scope = Scope.AFTERMATH
    sayings = ("tends somebody", "tends", "stops the bleeding")
    decided_by = "DP-R-98"
    story = "{who} tends {patient}."


class TendingRefused(Pass, tag="not-tending"):
    """Leave *patient* alone."""

    patient: Seat
    rules = ("DP-DEC-17",)
    scope = Scope.AFTERMATH
    sayings = ("tends nobody", "does not tend")
    story = "{who} leaves {patient} alone."


class TreatmentTried(Fact, tag="treatment"):
    """Treat the worst Resistant wound of *patient*."""

    patient: Seat
    rules = ("DP-DEC-19", "DP-RESIST-03", "DP-R-99")
    scope = Scope.AFTERMATH
    sayings = ("treats somebody", "treats", "treats the wound")
    decided_by = "DP-R-99"
    story = "{who} treats {patient}."


class TreatmentRefused(Pass, tag="no-treatment"):
    """Leave *patient* to heal."""

    patient: Seat
    rules = ("DP-DEC-19",)
    scope = Scope.AFTERMATH
    sayings = ("treats nobody", "leaves it to heal")
    story = "{who} leaves {patient} to heal."


class DeedFaced(Fact, tag="faced"):
    """Face the deed that troubles the conscience: engage with it, or make strides."""

    grade: str
    rules = ("DP-DEC-13", "DP-CRISIS-11", "DP-R-100")
    scope = Scope.AFTERMATH
    sayings = ("faces the deed", "faces what was done")
    decided_by = by_part("DP-R-100", grade="DP-CRISIS-11")

    def tell(self, words: Description) -> str:
        amends = self.grade == "strides"
        how = "makes amends in earnest" if amends else "faces the deed"
        return f"{words['who']} {how}."


class DeedLeft(Pass, tag="not-faced"):
    """Leave it be for now."""

    rules = ("DP-DEC-13",)
    scope = Scope.AFTERMATH
    sayings = ("does not face the deed", "leaves the deed")
    story = "{who} does not face the deed."


class FailureAccepted(Pass, tag="accepted"):
    """Accept the failed crisis roll."""

    rules = ("DP-DEC-12", "DP-CRISIS-03")
    scope = Scope.AFTERMATH
    sayings = ("bears it", "accepts the failure", "bears the failure")
    decided_by = "DP-CRISIS-03"
    story = "{who} bears it."


class CharacterDegenerated(Fact, tag="degenerated"):
    """Harden: give up a dot of Morality to end the crisis."""

    rules = ("DP-DEC-12", "DP-CRISIS-05", "DP-CRISIS-06")
    scope = Scope.AFTERMATH
    sayings = ("looks away from it for good", "hardens", "degenerates")
    decided_by = "DP-CRISIS-06"
    story = "{who} looks away from it for good."


class BondKept(Pass, tag="bond-kept"):
    """Keep the ties as they are."""

    rules = ("DP-DEC-15",)
    scope = Scope.AFTERMATH
    sayings = ("keeps to the ties there are", "keeps the ties")
    story = "{who} keeps to the ties there are."


class IntimacyDeveloped(Fact, tag="bond-new"):
    """Grow a new tie."""

    new: str
    rules = ("DP-DEC-15", "DP-INTIM-04")
    scope = Scope.AFTERMATH
    sayings = ("grows a new tie", "grows a tie")
    decided_by = "DP-INTIM-04"
    story = "{who} grows a new tie: {new}."


class IntimacyReplaced(Fact, tag="bond-replaced"):
    """Replace an old tie by the new one."""

    new: str
    old: str
    rules = ("DP-DEC-15", "DP-INTIM-04")
    scope = Scope.AFTERMATH
    sayings = ("has a new tie take the place of an old one", "replaces a tie")
    decided_by = "DP-INTIM-04"
    story = "For {who} a new tie, {new}, takes the place of {old}."


class NotYetSuccumbed(Pass, tag="not-yet"):
    """Hold out without a soul for now."""

    rules = ("DP-DEC-16", "DP-R-104")
    scope = Scope.AFTERMATH
    sayings = ("holds out without a soul", "holds out")
    decided_by = "DP-R-104"
    story = "{who} holds out without a soul."


class CharacterSuccumbed(Fact, tag="succumbed"):
    """Give in to the loss of the soul: listless, catatonic or insane."""

    form: str
    rules = ("DP-DEC-16", "DP-SOUL-06", "DP-R-71")
    scope = Scope.AFTERMATH
    sayings = ("gives in without a soul", "succumbs")
    decided_by = by_part("DP-R-104", form="DP-SOUL-06")
    story = "{who} gives in, {form}."


FACTS = (*defined(globals(), Fact), *defined(vars(judgements), Fact))
"""Every class of answer in this system, the Storyteller's last."""
