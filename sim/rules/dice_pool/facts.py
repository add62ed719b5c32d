"""What the players may answer.

Whatever several answer at one step is sealed until the last of them has.
"""

from sim.rules.dice_pool.events import judgements
from sim.seam.events import Concession, Fact, Pass, Seat
from sim.spine.tables import defined

# Of a round.


class IntentDeclared(Fact, tag="intent"):
    """Want this of the round, of that one, and roll this pool for it."""

    intent: str
    target: Seat
    pool: str
    rules = ("DP-DEC-02", "DP-ATTR-02", "DP-R-73", "DP-R-82")
    sealed = True


class HelpOffered(Fact, tag="help"):
    """Roll nothing, and help an ally."""

    whom: Seat
    rules = ("DP-DEC-02", "DP-TEAM-01", "DP-R-72")
    sealed = True


class ProtectionOffered(Fact, tag="protect"):
    """Do nothing of one's own, and answer what is done to an ally."""

    whom: Seat
    rules = ("DP-DEC-02", "DP-TEAM-02", "DP-R-112")
    sealed = True


class HeldBack(Pass, tag="held-back"):
    """Want nothing of this round."""

    rules = ("DP-DEC-02", "DP-R-80")
    sealed = True


class Conceded(Concession, tag="conceded"):
    """Give the conflict up."""

    rules = ("DP-DEC-02", "DP-R-70", "DP-R-86")
    sealed = True


class ContestAnswered(Fact, tag="contest"):
    """Contest what another does, with this pool."""

    against: Seat
    pool: str
    rules = ("DP-DEC-03", "DP-CONTEST-02", "DP-R-79")


class ContestWaived(Pass, tag="waived"):
    """Let another do it, without a roll."""

    against: Seat
    rules = ("DP-DEC-03", "DP-R-13")


class Boosted(Fact, tag="boosted"):
    """Spend a point of Willpower on a roll, perhaps for an Intimacy."""

    intimacy: str = ""
    rules = ("DP-DEC-06", "DP-WILL-02", "DP-WILL-03", "DP-R-102")
    sealed = True


class BoostDeclined(Pass, tag="not-boosted"):
    """Spend none on it."""

    rules = ("DP-DEC-06",)
    sealed = True


class PointDedicated(Fact, tag="dedicated"):
    """Say that the point an act has cost is spent for an Intimacy."""

    intimacy: str
    rules = ("DP-WILL-10", "DP-R-49", "DP-R-102")


class PointUndedicated(Pass, tag="not-dedicated"):
    """Say that it is for no Intimacy."""

    rules = ("DP-R-49",)


class RoteChoiceMade(Fact, tag="rote-choice"):
    """Take the total of this throw, the first or the second."""

    chosen: str
    total: int
    rules = ("DP-DEC-07", "DP-ROTE-03", "DP-R-29")
    sealed = True


class MarginClaimed(Fact, tag="claimed"):
    """Have the margin count as this."""

    use: str
    amount: int
    target: Seat
    rules = ("DP-DEC-08", "DP-CONTEST-06", "DP-CONTEST-08", "DP-R-83")


class HarmSuffered(Pass, tag="suffered"):
    """Take it as it comes."""

    rules = ("DP-DEC-09",)


class HarmEased(Fact, tag="eased"):
    """Spend a point of Willpower to take one less."""

    rules = ("DP-DEC-09", "DP-WILL-05", "DP-R-47")


class VirtueKept(Pass, tag="virtue-kept"):
    """Keep the Virtue for another time."""

    rules = ("DP-DEC-14", "DP-R-101")


class VirtueShown(Fact, tag="virtue-shown"):
    """Let the risk just run for the Virtue refill Willpower."""

    rules = ("DP-DEC-14", "DP-WILL-12", "DP-R-101")


class LetStand(Fact, tag="let-stand"):
    """Accept the loss."""

    rules = ("DP-DEC-20", "DP-R-85")


class ReversalSought(Fact, tag="reversal"):
    """Try to reverse it."""

    rules = ("DP-DEC-20", "DP-PROLONG-01", "DP-R-85")


class WentOn(Pass, tag="went-on"):
    """Go on."""

    rules = ("DP-DEC-21", "DP-PROLONG-01", "DP-R-85")
    sealed = True


class LetRest(Fact, tag="let-rest"):
    """Let it rest, if all others do too."""

    rules = ("DP-DEC-21", "DP-R-85")
    sealed = True


# Of a task.


class AttemptMade(Fact, tag="attempt"):
    """Try the obstacle in this way, with this pool."""

    intent: str
    pool: str
    rules = ("DP-DEC-22", "DP-R-95")


class TaskLeft(Fact, tag="task-left"):
    """Leave it alone for good."""

    rules = ("DP-DEC-22",)


# Of the aftermath.


class TendingTried(Fact, tag="tending"):
    """Try to stop the bleeding of *patient*."""

    patient: Seat
    rules = ("DP-DEC-17", "DP-HEALTH-08", "DP-R-98")


class TendingRefused(Pass, tag="not-tending"):
    """Leave *patient* alone."""

    patient: Seat
    rules = ("DP-DEC-17",)


class TreatmentTried(Fact, tag="treatment"):
    """Treat the worst Resistant wound of *patient*."""

    patient: Seat
    rules = ("DP-DEC-19", "DP-RESIST-03", "DP-R-99")


class TreatmentRefused(Pass, tag="no-treatment"):
    """Leave *patient* to heal."""

    patient: Seat
    rules = ("DP-DEC-19",)


class DeedFaced(Fact, tag="faced"):
    """Face the deed that troubles the conscience: engage with it, or make strides."""

    grade: str
    rules = ("DP-DEC-13", "DP-CRISIS-11", "DP-R-100")


class DeedLeft(Pass, tag="not-faced"):
    """Leave it be for now."""

    rules = ("DP-DEC-13",)


class FailureAccepted(Pass, tag="accepted"):
    """Bear the failed crisis roll."""

    rules = ("DP-DEC-12", "DP-CRISIS-03")


class CharacterDegenerated(Fact, tag="degenerated"):
    """Harden: a dot of Morality for peace of mind."""

    rules = ("DP-DEC-12", "DP-CRISIS-05", "DP-CRISIS-06")


class BondKept(Pass, tag="bond-kept"):
    """Keep the ties as they are."""

    rules = ("DP-DEC-15",)


class IntimacyDeveloped(Fact, tag="bond-new"):
    """Grow a new tie."""

    new: str
    rules = ("DP-DEC-15", "DP-INTIM-04")


class IntimacyReplaced(Fact, tag="bond-replaced"):
    """Have the new tie take the place of an old one."""

    new: str
    old: str
    rules = ("DP-DEC-15", "DP-INTIM-04")


class NotYetSuccumbed(Pass, tag="not-yet"):
    """Hold out without a soul, for now."""

    rules = ("DP-DEC-16", "DP-R-104")


class CharacterSuccumbed(Fact, tag="succumbed"):
    """Give in to the loss of the soul: listless, catatonic or insane."""

    form: str
    rules = ("DP-DEC-16", "DP-SOUL-06", "DP-R-71")


FACTS = (*defined(globals(), Fact), *defined(vars(judgements), Fact))
"""All answers there are, the Storyteller's last."""
