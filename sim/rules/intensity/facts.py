"""The answers: what may be chosen in a conflict of Intensity.

An option is the fact it would become. `who` is the seat that answers; abilities, goals
and targets are indices. Goals and pools are chosen hidden and shown together.
"""

from sim.events import Fact


class IntentDeclared(Fact, frozen=True, array_like=True, gc=False, tag="intent"):
    """This is what is wanted this round.

    *goal* is the scenario's, or -1; *target* whom it is aimed at, or the ally to be
    helped. The size of a die asked for follows, where there is a choice.
    """

    goal: int
    target: int
    kind: str
    ability: int = -1
    size: int = 0
    rules = ("IN-GOAL-01", "IN-GOAL-02", "IN-R-06", "IN-R-41")
    sealed = True


class DieSought(Fact, frozen=True, array_like=True, gc=False, tag="die-sought"):
    """The size of the die asked for by a helping or situational goal."""

    size: int
    rules = ("IN-HELP-01", "IN-SIT-01", "IN-R-49")
    sealed = True


class SizeRuled(Fact, frozen=True, array_like=True, gc=False, tag="size-ruled"):
    """The GM accepts the size of the die *of* asks for, or lowers it."""

    of: int
    size: int
    rules = ("IN-R-37", "IN-R-49")


class DieSwapped(Fact, frozen=True, array_like=True, gc=False, tag="die-swapped"):
    """The GM replaces one die of the pool *of* is up against."""

    of: int
    place: int
    rules = ("IN-HELP-02", "IN-SIT-01", "IN-GM-03", "IN-R-36")


class SwapsEnded(Fact, frozen=True, array_like=True, gc=False, tag="swaps-ended"):
    """The GM replaces no further die of the pool *of* is up against."""

    of: int
    rules = ("IN-HELP-02", "IN-SIT-01", "IN-R-36")


class PoolEntered(Fact, frozen=True, array_like=True, gc=False, tag="entered"):
    """A pool is put together this round, and its base point paid."""

    rules = ("IN-POOL-01",)
    sealed = True


class PoolDeclined(Fact, frozen=True, array_like=True, gc=False, tag="declined"):
    """No pool this round, though there could be one."""

    rules = ("IN-R-05",)
    sealed = True


class DieChosen(Fact, frozen=True, array_like=True, gc=False, tag="die-chosen"):
    """The base die of a category with more than one to choose from."""

    ability: int
    rules = ("IN-POOL-02", "IN-R-07")
    sealed = True


class ExtraBought(Fact, frozen=True, array_like=True, gc=False, tag="extra"):
    """An extra die; such dice are bought from the largest down."""

    ability: int
    rules = ("IN-EXTRA-01", "IN-EXTRA-02", "IN-R-09")
    sealed = True


class PoolClosed(Fact, frozen=True, array_like=True, gc=False, tag="closed"):
    """No further extra die."""

    rules = ("IN-EXTRA-01",)
    sealed = True


class PipPlaced(Fact, frozen=True, array_like=True, gc=False, tag="pip"):
    """One pip of damage lands on an ability of *target*."""

    target: int
    ability: int
    rules = ("IN-EFFECT-01", "IN-EFFECT-03", "IN-R-19", "IN-R-21")


class GoalContinued(Fact, frozen=True, array_like=True, gc=False, tag="continued"):
    """Having obtained a goal, another is declared at once."""

    goal: int
    target: int
    kind: str
    ability: int = -1
    size: int = 0
    rules = ("IN-ZERO-03", "IN-R-26", "IN-R-40")


class Contented(Fact, frozen=True, array_like=True, gc=False, tag="contented"):
    """Having obtained a goal, no more is wanted."""

    rules = ("IN-ZERO-03", "IN-R-26")


class WentOn(Fact, frozen=True, array_like=True, gc=False, tag="went-on"):
    """No cession: another round, as far as this one is concerned."""

    rules = ("IN-CEDE-01", "IN-ROUND-02")


class Conceded(Fact, frozen=True, array_like=True, gc=False, tag="conceded"):
    """The contest is ceded, and the opposition gets what it wanted."""

    rules = ("IN-CEDE-01", "IN-CEDE-02", "IN-R-27")


FACTS: tuple[type[Fact], ...] = (
    IntentDeclared,
    DieSought,
    SizeRuled,
    DieSwapped,
    SwapsEnded,
    PoolEntered,
    PoolDeclined,
    DieChosen,
    ExtraBought,
    PoolClosed,
    PipPlaced,
    GoalContinued,
    Contented,
    WentOn,
    Conceded,
)
