"""The answers: what may be chosen in and around a conflict of the Solar System.

An option is the fact it would become. `who` is the seat that answers; abilities,
goals and pools are indices into its sheet.
"""

from enum import IntEnum

from sim.seam.events import Concession, Description, Fact, Pass, Scope, Seat, by_part
from sim.spine.tables import defined


class Stance(IntEnum):
    """The kinds of action in a volley."""

    NO_ACTION, ACTIVE, DEFENSIVE, HEALING = range(4)


NO_ACTION, ACTIVE, DEFENSIVE, HEALING = Stance


class Basis(IntEnum):
    """Why an intent is declared now."""

    INITIAL, AFTER_CHANGE, STALEMATE, RETARGET, REWORDED = range(5)


INITIAL, AFTER_CHANGE, STALEMATE, RETARGET, REWORDED = Basis

NONE = -1
"""Stands for no ability, or for no prop."""


class CheckDeclared(Fact, tag="check"):
    """The ability for the opening check is chosen."""

    ability: int
    rules = ("SS-CHK-01", "SS-ABIL-04")
    scope = Scope.ACTION
    sayings = ("uses an ability", "makes a check")
    decided_by = by_part("SS-CHK-01", ability="SS-ABIL-04")
    story = "{who} uses {ability}."


class StoryGuideRuled(Fact, tag="ruled"):
    """A ruling of the Story Guide: its *kind*, the seat it is about, and its value."""

    kind: str
    of: int
    value: int
    rules = ("ENG-02",)
    scope = Scope.RULING
    sayings = ("rules", "judges")


class ProposalAnswered(Fact, tag="agreed"):
    """Somebody involved agrees to the Story Guide's proposal, or not."""

    agrees: bool
    kind: str
    rules = ("ENG-02", "ENG-04")
    scope = Scope.RULING
    sayings = ("answers the proposal", "agrees")
    story = ""


class DieDeclined(Pass, tag="no-die"):
    """The seat adds no (further) die to this roll for now."""

    roll: int
    rules = ("SS-DIE-06", "RUL-09")
    scope = Scope.DICE
    sayings = ("buys no die", "declines a die", "pays for no die", "no bonus die")
    story = ""


class DieBought(Fact, tag="die-bought"):
    """A point of the ability's pool is paid for one bonus die."""

    roll: int
    rules = ("SS-DIE-06", "SS-POOL-06", "RUL-07", "RUL-10")
    scope = Scope.DICE
    sayings = (
        "buys a die",
        "buys a bonus die",
        "pays for a die",
        "spends a point on a die",
        "spends a point",
        "spends a pool point",
    )
    decided_by = by_part("SS-DIE-06", does="SS-POOL-06")


class GiftGiven(Fact, tag="gift"):
    """A gift die is put on another player's roll."""

    roll: int
    rules = ("SS-GIFT-02", "RUL-60")
    scope = Scope.DICE
    sayings = ("gives a gift die", "gives a gift")
    decided_by = by_part("SS-GIFT-02", does="RUL-60")
    story = "{who} gives {roll} a gift die."


class PainDeclined(Pass, tag="accepted"):
    """The result of the simple check is accepted."""

    rules = ("SS-BDP-01", "SS-RES-04")
    scope = Scope.GATE
    sayings = (
        "lets the result stand",
        "accepts the result",
        "accepts",
        "does not escalate",
        "declines the Pain",
        "no Pain",
    )
    story = "{who} lets the result stand."


class PainDeclared(Fact, tag="pain"):
    """The seat brings down the Pain."""

    rules = ("SS-BDP-01", "SS-BDP-02", "RUL-43")
    scope = Scope.GATE
    sayings = ("brings down the Pain", "declares the Pain", "escalates", "the Pain")
    decided_by = by_part("SS-BDP-01", does="RUL-43")
    story = "{who} brings down the Pain."


class StayedOut(Pass, tag="stayed-out"):
    """A bystander stays out."""

    rules = ("SS-BDP-06", "RUL-50")
    scope = Scope.GATE
    sayings = ("stays out of it", "stays out", "keeps out of it")
    story = ""


class Joined(Fact, tag="joined"):
    """A bystander joins a side."""

    side: int
    rules = ("SS-BDP-06", "SS-MULTI-07", "RUL-50")
    scope = Scope.GATE
    sayings = ("gets involved", "joins in", "joins")
    decided_by = by_part("SS-BDP-06", side="SS-MULTI-07", does="RUL-50")
    story = "{who} gets involved, for {side}."


class IntentDeclared(Fact, tag="intent"):
    """An intention: a goal, and the one character it is aimed at."""

    goal: int
    target: Seat
    basis: Basis
    rules = ("SS-INT-01", "SS-INT-03", "SS-CHG-02", "RUL-36")
    scope = Scope.INTENTION
    sayings = (
        "wants",
        "names an intention",
        "intends",
        "declares an intention",
        "now wants",
    )
    decided_by = by_part("SS-INT-01", target="SS-INT-03", does="SS-CHG-02")

    def tell(self, words: Description) -> str:
        wants = "wants" if self.basis == INITIAL else "now wants"
        return f"{words['who']} {wants}: {words['goal']} (against {words['target']})."


class IntentKept(Pass, tag="intent-kept"):
    """The seat keeps its intention, or names no new one."""

    rules = ("SS-STALE-01", "RUL-33", "RUL-36")
    scope = Scope.INTENTION
    sayings = (
        "keeps to the old intention",
        "keeps the intention",
        "names no new intention",
    )
    story = "{who} keeps to the old intention."


class WentOn(Pass, tag="went-on"):
    """The seat goes on."""

    rules = ("SS-GIVE-01",)
    scope = Scope.GATE
    sayings = (
        "goes on",
        "fights on",
        "keeps fighting",
        "continues",
        "does not give up",
    )
    story = ""


class Conceded(Concession, tag="conceded"):
    """The seat gives up."""

    rules = ("SS-GIVE-01", "RUL-40", "RUL-41")
    scope = Scope.GATE
    sayings = ("gives up", "gives in", "concedes", "yields", "backs down", "surrenders")
    decided_by = by_part("SS-GIVE-01", does="RUL-40")
    story = "{who} gives up."


class AnsweredSealed(Fact, tag="sealed-gate"):
    """A sealed answer whether the seat gives up."""

    concedes: bool
    rules = ("SS-GIVE-01", "RUL-41")
    sealed = True
    scope = Scope.GATE
    sayings = ("answers in secret", "writes the answer down")
    decided_by = by_part("SS-GIVE-01", does="RUL-41")
    story = ""

    def tell_aside(self, words: Description) -> str:
        """Return what was written down; the story tells it when it is shown."""
        answer = "give up" if self.concedes else "go on"
        return f"{words['who']} decides in secret to {answer}."

    @property
    def passes(self) -> bool:
        """Whether the answer does nothing: going on is no act."""
        return not self.concedes

    @property
    def gives_up(self) -> bool:
        """Whether the seat gives up."""
        return self.concedes


class IntentChanged(Fact, tag="intent-changed"):
    """A change of intention is announced; until it is named the old one counts."""

    rules = ("SS-CHG-01", "SS-CHG-03")
    scope = Scope.INTENTION
    sayings = (
        "announces a change of intention",
        "changes intention",
        "changes the intention",
    )
    decided_by = by_part("SS-CHG-01", does="SS-CHG-03")
    story = "{who} announces a change of intention."


class ChangeWithdrawn(Fact, tag="withdrawn"):
    """The announced change is taken back before the actions lock."""

    rules = ("SS-CHG-01", "RUL-45")
    scope = Scope.INTENTION
    sayings = ("takes the change back", "withdraws the change")
    decided_by = by_part("SS-CHG-01", does="RUL-45")
    story = "{who} takes the change back."


class ActionDeclared(Fact, tag="action"):
    """An action: its stance, ability and target, and whether it obstructs the target.

    *prop* is the index of a proposed prop.
    """

    stance: Stance
    ability: int
    target: Seat
    obstructs: bool = True
    prop: int = NONE
    rules = ("SS-FAC-01", "SS-ACT-03", "SS-CHG-03", "RUL-37")
    scope = Scope.ACTION
    sayings = (
        "acts",
        "attacks",
        "hits",
        "strikes",
        "shoots",
        "uses",
        "declares an action",
        "takes an action",
    )
    decided_by = by_part("SS-FAC-01", stance="SS-CHG-03")

    def tell(self, words: Description) -> str:
        who, ability, target = words["who"], words["ability"], words["target"]
        if self.stance == NO_ACTION:
            return f"{who} does nothing."
        if self.stance == DEFENSIVE:
            return f"{who} defends with {ability}."
        if self.stance == HEALING:
            return f"{who} tends to {target} with {ability}."
        prop = "" if self.prop == NONE else f", using {words['prop']}"
        aside = "" if self.obstructs else ", without getting in the way"
        return f"{who} acts against {target} with {ability}{prop}{aside}."


class ActionKept(Pass, tag="action-kept"):
    """The declared action stands."""

    rules = ("SS-FAC-02", "RUL-45")
    scope = Scope.ACTION
    sayings = ("keeps the action", "stands by the action")
    story = ""


class FeePaid(Fact, tag="fee"):
    """A broken character pays to act with this ability."""

    ability: int
    rules = ("SS-HARM-09", "RUL-11", "RUL-12")
    scope = Scope.ACTION
    sayings = ("pays the fee", "pays to act")
    decided_by = by_part("SS-HARM-09", does="RUL-12")


class FeeRefused(Pass, tag="no-fee"):
    """A broken character does not pay, and so does not act."""

    rules = ("SS-HARM-09", "RUL-12")
    scope = Scope.ACTION
    sayings = ("does not pay", "refuses the fee", "pays no fee")
    story = "{who}, broken, does not pay and does not act."


class HarmShared(Fact, tag="harm-shared"):
    """The losing side of a Zeitgeist exchange assigns harm to one member."""

    member: Seat
    amount: int
    rules = ("SS-ZEIT-03", "RUL-58")
    scope = Scope.HARM
    sayings = ("takes so much of the harm", "shares the harm", "lays harm on")
    decided_by = by_part("RUL-58", does="SS-ZEIT-03")
    story = "{member} takes {amount} of the harm."


class HealingTried(Fact, tag="healing"):
    """Somebody tends to somebody with an ability."""

    patient: Seat
    ability: int
    rules = ("SS-HEAL-01", "RUL-30")
    scope = Scope.AFTERMATH
    sayings = ("tends to somebody", "tends", "heals", "tries to heal")
    decided_by = by_part("SS-HEAL-01", does="RUL-30")
    story = "{who} tends to {patient} with {ability}."


class RefreshTaken(Fact, tag="refreshing"):
    """An act that refills a pool is done."""

    act: int
    rules = ("SS-REF-01", "RUL-70")
    scope = Scope.AFTERMATH
    sayings = ("refreshes a pool", "refreshes", "fills a pool")
    decided_by = by_part("SS-REF-01", does="RUL-70")
    story = ""


class Passed(Pass, tag="passed"):
    """The seat does nothing (more) after the conflict."""

    rules = ("SS-HEAL-01", "SS-REF-01")
    scope = Scope.AFTERMATH
    sayings = ("does nothing more", "passes")
    story = ""


FACTS = defined(globals(), Fact)
"""Every class of answer around checks and the Pain."""
