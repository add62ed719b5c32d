"""What may be answered: by the players, and by the Narrator where asked.

All of it is open. Forms, approaches, skills and aims are words here; *of* is the seat
a judgement is about.
"""

from sim.rules.skill_roll.phases import Order, Response, Verdict
from sim.rules.skill_roll.skills.charts import Circumstance, Row
from sim.seam.events import Concession, Fact, Pass, Seat
from sim.spine.tables import defined

# Answers of the players.


class AttackDeclared(Fact, tag="attack"):
    """Attack this one in this form."""

    form: str
    target: Seat
    rules = ("SK-DP-08", "SK-DP-04", "SK-RUL-41", "SK-CONF-02")


class ActDeclared(Fact, tag="act"):
    """Act by this approach against that side, by its number."""

    approach: str
    against: int
    rules = ("SK-DP-13", "SK-RUL-50", "SK-CONF-03")


class RecoveryTaken(Fact, tag="recover"):
    """Get back into position."""

    rules = ("SK-DP-08", "SK-RUL-23", "SK-ATTRES-01")


class WithdrawalTried(Fact, tag="withdraw"):
    """Try to get away."""

    rules = ("SK-DP-08", "SK-CONF-07", "SK-RUL-57")


class AimChanged(Fact, tag="aim"):
    """Want something else from now on."""

    aim: str
    rules = ("SK-CONF-05", "SK-RUL-42", "SK-DP-08")


class Held(Pass, tag="hold"):
    """Do nothing with one's turn."""

    rules = ("SK-RUL-41", "SK-DP-08")


class Conceded(Concession, tag="concede"):
    """Give it up."""

    rules = ("SK-CONF-06", "SK-RUL-59", "SK-DP-08", "SK-DP-09")


class WentOn(Pass, tag="go-on"):
    """Go on though one was hurt."""

    rules = ("SK-DP-09",)


class RanksChosen(Fact, tag="ranks"):
    """Use so many ranks."""

    ranks: int
    rules = ("SK-DP-12", "SK-RUL-43", "SK-RUL-12")


class ResponseDeclared(Fact, tag="response"):
    """Defend with a skill, not at all, or counter in a form."""

    response: Response
    by: str = ""
    rules = ("SK-DP-06", "SK-DP-14", "SK-RUL-44", "SK-RUL-31", "SK-ATTACK-02")


class SteppedIn(Fact, tag="step-in"):
    """Step in for a companion who is attacked, and be attacked instead."""

    rules = ("SK-DP-16", "SK-RUL-68", "SK-ATTACK-02")


class CompanionCountered(Fact, tag="counter-for"):
    """Attack whoever attacks a companion at once, in a form."""

    form: str
    rules = ("SK-DP-16", "SK-RUL-68", "SK-RUL-31", "SK-RUL-45", "SK-ATTACK-02")


class StoodBy(Pass, tag="stand-by"):
    """Do nothing about an attack on a companion."""

    rules = ("SK-DP-16", "SK-RUL-68")


class RollChosen(Fact, tag="dice-or-ten"):
    """Roll, or take 10."""

    roll: bool
    rules = ("SK-DP-05", "SK-RUL-04")


class LevelsGiven(Fact, tag="levels"):
    """Give so many levels to an aspect."""

    aspect: str
    levels: int
    rules = ("SK-DP-07", "SK-RUL-53", "SK-RUL-08", "SK-QNU-03")


class RankTaken(Fact, tag="rank"):
    """Let levels act as one more rank."""

    rules = ("SK-DP-07", "SK-RUL-53", "SK-QNU-04")


class NoMoreGiven(Pass, tag="no-more"):
    """Leave the other levels unused."""

    rules = ("SK-DP-07", "SK-RUL-53")


class TopicChosen(Fact, tag="topic"):
    """Spend the time on this topic."""

    subject: str
    rules = ("SK-DP-15", "SK-RUL-67", "SK-KNOW-02")


class SpecialtyTaken(Fact, tag="specialty"):
    """Record a specialised skill for what one knows."""

    rules = ("SK-DP-11", "SK-KNOW-08", "SK-KNOW-09")


class SpecialtyLeft(Pass, tag="no-specialty"):
    """Record nothing."""

    rules = ("SK-DP-11",)


# Answers of the Narrator.


class UseRuled(Fact, tag="use-ruled"):
    """Say whether a use is routine, rolled for, or impossible."""

    of: Seat
    verdict: Verdict
    rules = ("SK-DP-01", "SK-RUL-52", "SK-ROUT-02", "SK-DP-02")


class DifficultyRuled(Fact, tag="row-ruled"):
    """Say which row of the chart fits."""

    of: Seat
    row: Row
    rules = ("SK-DP-03", "SK-QLU-03", "SK-RUL-60")


class CircumstanceRuled(Fact, tag="circumstance-ruled"):
    """Say how the circumstances favour or hinder."""

    of: Seat
    row: Circumstance
    rules = ("SK-DP-03", "SK-QLO-04", "SK-RUL-60")


class WeightRuled(Fact, tag="weight-ruled"):
    """Say how much a rank of a fitting power weighs."""

    of: Seat
    weight: int
    rules = ("SK-DP-03", "SK-QLO-05", "SK-RUL-16", "SK-RUL-60")


class BystandersRuled(Fact, tag="bystanders-ruled"):
    """Say whether bystanders are checked, and in which order."""

    of: Seat
    order: Order
    rules = ("SK-DP-10", "SK-RANGED-03", "SK-RUL-60")


FACTS = defined(globals(), Fact)
"""The answers of this system; dice are the engine's own."""
