"""The answers: what may be chosen in and around a conflict of the Solar System.

An option is the fact it would become. `who` is the seat that answers; abilities,
goals and pools are indices into its sheet.
"""

from enum import IntEnum

from sim.seam.events import Concession, Fact, Pass, Seat
from sim.spine.tables import defined


class Stance(IntEnum):
    """What kind of action somebody takes in a volley."""

    NO_ACTION, ACTIVE, DEFENSIVE, HEALING = range(4)


NO_ACTION, ACTIVE, DEFENSIVE, HEALING = Stance


class Basis(IntEnum):
    """Why an intent is declared now."""

    INITIAL, AFTER_CHANGE, STALEMATE, RETARGET, REWORDED = range(5)


INITIAL, AFTER_CHANGE, STALEMATE, RETARGET, REWORDED = Basis

NONE = -1
"""Where an answer speaks of no ability, or of no prop."""


class CheckDeclared(Fact, tag="check"):
    """The ability for the opening check is chosen."""

    ability: int
    rules = ("SS-CHK-01", "SS-ABIL-04")


class StoryGuideRuled(Fact, tag="ruled"):
    """The Story Guide judges: *kind* of ruling, about which seat, what."""

    kind: str
    of: int
    value: int
    rules = ("ENG-02",)


class ProposalAnswered(Fact, tag="agreed"):
    """One of those involved agrees to what the Story Guide proposes, or not."""

    agrees: bool
    kind: str
    rules = ("ENG-02", "ENG-04")


class DieDeclined(Pass, tag="no-die"):
    """No (further) die is put on this roll by this seat for now."""

    roll: int
    rules = ("SS-DIE-06", "RUL-09")


class DieBought(Fact, tag="die-bought"):
    """A point of the ability's pool is paid for one bonus die."""

    roll: int
    rules = ("SS-DIE-06", "SS-POOL-06", "RUL-07", "RUL-10")


class GiftGiven(Fact, tag="gift"):
    """A gift die is put on another player's roll."""

    roll: int
    rules = ("SS-GIFT-02", "RUL-60")


class PainDeclined(Pass, tag="accepted"):
    """The result of the simple check is accepted."""

    rules = ("SS-BDP-01", "SS-RES-04")


class PainDeclared(Fact, tag="pain"):
    """The Pain is brought down."""

    rules = ("SS-BDP-01", "SS-BDP-02", "RUL-43")


class StayedOut(Pass, tag="stayed-out"):
    """A bystander does not get involved."""

    rules = ("SS-BDP-06", "RUL-50")


class Joined(Fact, tag="joined"):
    """A bystander gets involved, on a side."""

    side: int
    rules = ("SS-BDP-06", "SS-MULTI-07", "RUL-50")


class IntentDeclared(Fact, tag="intent"):
    """An intention: a goal, and the one character it is aimed at."""

    goal: int
    target: Seat
    basis: Basis
    rules = ("SS-INT-01", "SS-INT-03", "SS-CHG-02", "RUL-36")


class IntentKept(Pass, tag="intent-kept"):
    """The old intention stays, or no new one is named."""

    rules = ("SS-STALE-01", "RUL-33", "RUL-36")


class WentOn(Pass, tag="went-on"):
    """The conflict goes on, as far as this one is concerned."""

    rules = ("SS-GIVE-01",)


class Conceded(Concession, tag="conceded"):
    """Enough is enough: somebody gives up."""

    rules = ("SS-GIVE-01", "RUL-40", "RUL-41")


class AnsweredSealed(Fact, tag="sealed-gate"):
    """Whether one gives up, written down before anybody shows it."""

    concedes: bool
    rules = ("SS-GIVE-01", "RUL-41")
    sealed = True

    @property
    def passes(self) -> bool:
        """Whether nothing is done by it: to go on is no act."""
        return not self.concedes

    @property
    def gives_up(self) -> bool:
        """Whether this one gives up."""
        return self.concedes


class IntentChanged(Fact, tag="intent-changed"):
    """A change of intent is announced; until it is named the old one counts."""

    rules = ("SS-CHG-01", "SS-CHG-03")


class ChangeWithdrawn(Fact, tag="withdrawn"):
    """The announced change is taken back before the actions lock."""

    rules = ("SS-CHG-01", "RUL-45")


class ActionDeclared(Fact, tag="action"):
    """An action: its stance, ability and target, and whether it obstructs that target.

    *prop* is the index of a proposed prop.
    """

    stance: Stance
    ability: int
    target: Seat
    obstructs: bool = True
    prop: int = NONE
    rules = ("SS-FAC-01", "SS-ACT-03", "SS-CHG-03", "RUL-37")


class ActionKept(Pass, tag="action-kept"):
    """The declared action stands."""

    rules = ("SS-FAC-02", "RUL-45")


class FeePaid(Fact, tag="fee"):
    """A broken character pays to act with this ability."""

    ability: int
    rules = ("SS-HARM-09", "RUL-11", "RUL-12")


class FeeRefused(Pass, tag="no-fee"):
    """A broken character does not pay, and so does not act."""

    rules = ("SS-HARM-09", "RUL-12")


class HarmShared(Fact, tag="harm-shared"):
    """The losing side of a Zeitgeist exchange lays so much harm on one member."""

    member: Seat
    amount: int
    rules = ("SS-ZEIT-03", "RUL-58")


class HealingTried(Fact, tag="healing"):
    """Somebody tends to somebody with an ability."""

    patient: Seat
    ability: int
    rules = ("SS-HEAL-01", "RUL-30")


class RefreshTaken(Fact, tag="refreshing"):
    """An act that fills a pool is done."""

    act: int
    rules = ("SS-REF-01", "RUL-70")


class Passed(Pass, tag="passed"):
    """Nothing (more) is done after the conflict by this one."""

    rules = ("SS-HEAL-01", "SS-REF-01")


FACTS = defined(globals(), Fact)
"""Every answer there is."""
