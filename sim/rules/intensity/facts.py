"""The answers: what may be chosen in a conflict of Intensity.

An option is the fact it would become. `who` is the seat that answers; abilities, goals
and targets are indices. Goals and pools are chosen hidden and shown together.
"""

from sim.rules.intensity.phases import NONE, GoalKind
from sim.seam.events import Concession, Fact, Pass, Seat
from sim.spine.tables import defined


class IntentDeclared(Fact, tag="intent"):
    """This is what is wanted this round.

    *goal* is the scenario's, or -1; *target* whom it is aimed at, or the ally to be
    helped. The size of a die asked for follows, where there is a choice.
    """

    goal: int
    target: Seat
    kind: GoalKind
    ability: int = NONE
    size: int = 0
    rules = ("IN-GOAL-01", "IN-GOAL-02", "IN-R-06", "IN-R-41")
    sealed = True


class DieSought(Fact, tag="die-sought"):
    """The size of the die asked for by a helping or situational goal."""

    size: int
    rules = ("IN-HELP-01", "IN-SIT-01", "IN-R-49")
    sealed = True


class SizeRuled(Fact, tag="size-ruled"):
    """The GM accepts the size of the die *of* asks for, or lowers it."""

    of: Seat
    size: int
    rules = ("IN-R-37", "IN-R-49")


class DieSwapped(Fact, tag="die-swapped"):
    """The GM replaces one die of the pool *of* is up against."""

    of: Seat
    place: int
    rules = ("IN-HELP-02", "IN-SIT-01", "IN-GM-03", "IN-R-36")


class SwapsEnded(Pass, tag="swaps-ended"):
    """The GM replaces no further die of the pool *of* is up against."""

    of: Seat
    rules = ("IN-HELP-02", "IN-SIT-01", "IN-R-36")


class PoolEntered(Fact, tag="entered"):
    """A pool is put together this round, and its base point paid."""

    rules = ("IN-POOL-01",)
    sealed = True


class PoolDeclined(Pass, tag="declined"):
    """No pool this round, though there could be one."""

    rules = ("IN-R-05",)
    sealed = True


class DieChosen(Fact, tag="die-chosen"):
    """The base die of a category with more than one to choose from."""

    ability: int
    rules = ("IN-POOL-02", "IN-R-07")
    sealed = True


class ExtraBought(Fact, tag="extra"):
    """An extra die; such dice are bought from the largest down."""

    ability: int
    rules = ("IN-EXTRA-01", "IN-EXTRA-02", "IN-R-09")
    sealed = True


class PoolClosed(Pass, tag="closed"):
    """No further extra die."""

    rules = ("IN-EXTRA-01",)
    sealed = True


class PipPlaced(Fact, tag="pip"):
    """One pip of damage lands on an ability of *target*."""

    target: Seat
    ability: int
    rules = ("IN-EFFECT-01", "IN-EFFECT-03", "IN-R-19", "IN-R-21")


class GoalContinued(Fact, tag="continued"):
    """Having obtained a goal, another is declared at once."""

    goal: int
    target: Seat
    kind: GoalKind
    ability: int = NONE
    size: int = 0
    rules = ("IN-ZERO-03", "IN-R-26", "IN-R-40")


class Contented(Pass, tag="contented"):
    """Having obtained a goal, no more is wanted."""

    rules = ("IN-ZERO-03", "IN-R-26")


class WentOn(Pass, tag="went-on"):
    """No cession: another round, as far as this one is concerned."""

    rules = ("IN-CEDE-01", "IN-ROUND-02")


class Conceded(Concession, tag="conceded"):
    """The contest is ceded, and the opposition gets what it wanted."""

    rules = ("IN-CEDE-01", "IN-CEDE-02", "IN-R-27")


FACTS = defined(globals(), Fact)
"""All answers there are."""
