"""The answers: what may be chosen in a conflict of Intensity.

An option is the fact it would become. `who` is the seat that answers; abilities, goals
and targets are indices. Goals and pools are chosen in secret and revealed together.
"""

from sim.rules.intensity.phases import NONE, GoalKind
from sim.seam.events import Concession, Description, Fact, Pass, Scope, Seat, by_part
from sim.spine.tables import defined


class IntentDeclared(Fact, tag="intent"):
    """The goal of a seat for this round.

    *goal* is the scenario's, or -1; *target* is whom it is aimed at, or the ally to be
    helped. Where the size of a die has to be chosen, that is asked next.
    """

    goal: int
    target: Seat
    kind: GoalKind
    ability: int = NONE
    size: int = 0
    rules = ("IN-GOAL-01", "IN-GOAL-02", "IN-R-06", "IN-R-41")
    sealed = True
    scope = Scope.INTENTION
    sayings = ("wants", "declares a goal", "names a goal", "intends")
    decided_by = by_part("IN-GOAL-01", does="IN-GOAL-02")


class DieSought(Fact, tag="die-sought"):
    """The size of the die asked for by a helping or situational goal."""

    size: int
    rules = ("IN-HELP-01", "IN-SIT-01", "IN-R-49")
    sealed = True
    scope = Scope.DICE
    sayings = ("asks for a die", "seeks a die", "helps")
    decided_by = by_part("IN-HELP-01", size="IN-R-49")
    story = "{who} asks for a d{size}."


class SizeRuled(Fact, tag="size-ruled"):
    """The GM accepts the size of the die *of* asks for, or lowers it."""

    of: Seat
    size: int
    rules = ("IN-R-37", "IN-R-49")
    scope = Scope.RULING
    sayings = ("judges the size of the die", "rules on the size", "lowers the die")
    decided_by = by_part("IN-R-37", size="IN-R-49")

    def tell(self, words: Description) -> str:
        return f"{words['who']} allows {words['of']} a d{self.size}."


class DieSwapped(Fact, tag="die-swapped"):
    """The GM replaces one die of the pool that *of* rolls against."""

    of: Seat
    place: int
    rules = ("IN-HELP-02", "IN-SIT-01", "IN-GM-03", "IN-R-36")
    scope = Scope.DICE
    sayings = ("replaces a die", "swaps a die")
    decided_by = by_part("IN-HELP-02", place="IN-R-36")

    def tell(self, words: Description) -> str:
        return (
            f"{words['who']} replaces die {self.place + 1} of the pool"
            f" {words['of']} is up against."
        )


class SwapsEnded(Pass, tag="swaps-ended"):
    """The GM replaces no further die of the pool that *of* rolls against."""

    of: Seat
    rules = ("IN-HELP-02", "IN-SIT-01", "IN-R-36")
    scope = Scope.DICE
    sayings = ("replaces no more dice", "swaps no more dice")
    story = "{who} replaces no more dice."


class PoolEntered(Fact, tag="entered"):
    """A pool is put together this round, and its base point paid."""

    rules = ("IN-POOL-01",)
    sealed = True
    scope = Scope.ACTION
    sayings = (
        "enters a pool",
        "puts a pool together",
        "rolls",
        "rolls a pool",
        "attacks",
        "strikes",
        "acts",
    )
    story = "{who} enters a pool."
    in_brief = False


class PoolDeclined(Pass, tag="declined"):
    """No pool this round, although there could be one."""

    rules = ("IN-R-05",)
    sealed = True
    scope = Scope.ACTION
    sayings = (
        "rolls nothing this round",
        "rolls nothing",
        "enters no pool",
        "does nothing",
        "waits",
    )
    story = "{who} rolls nothing this round."


class DieChosen(Fact, tag="die-chosen"):
    """The base die of a category with more than one to choose from."""

    ability: int
    rules = ("IN-POOL-02", "IN-R-07")
    sealed = True
    scope = Scope.DICE
    sayings = (
        "picks a die",
        "chooses a die",
        "uses a die",
        "uses",
        "rolls with",
        "picks",
    )
    decided_by = by_part("IN-R-07", does="IN-POOL-02")
    story = "{who} picks {ability}."
    in_brief = False


class ExtraBought(Fact, tag="extra"):
    """An extra die; such dice are bought from the largest down."""

    ability: int
    rules = ("IN-EXTRA-01", "IN-EXTRA-02", "IN-R-09")
    sealed = True
    scope = Scope.DICE
    sayings = (
        "adds an extra die",
        "buys an extra die",
        "buys a die",
        "spends Intensity",
        "spends a point",
        "pays for a die",
    )
    decided_by = by_part("IN-EXTRA-02", ability="IN-R-07")
    story = "{who} adds {ability} as an extra die."
    in_brief = False


class PoolClosed(Pass, tag="closed"):
    """No further extra die."""

    rules = ("IN-EXTRA-01",)
    sealed = True
    scope = Scope.DICE
    sayings = (
        "adds no more dice",
        "buys no more dice",
        "spends no more Intensity",
        "spends nothing",
        "buys no die",
        "no extra die",
    )
    story = "{who} adds no more dice."
    in_brief = False


class PipPlaced(Fact, tag="pip"):
    """One pip of damage lands on an ability of *target*."""

    target: Seat
    ability: int
    rules = ("IN-EFFECT-01", "IN-EFFECT-03", "IN-R-19", "IN-R-21")
    scope = Scope.HARM
    sayings = ("aims a pip", "places a pip")
    decided_by = by_part("IN-R-21", target="IN-EFFECT-01", ability="IN-R-19")
    story = "{who} aims a pip at {target}'s {ability}."
    in_brief = False


class GoalContinued(Fact, tag="continued"):
    """A further goal, declared at once after obtaining one."""

    goal: int
    target: Seat
    kind: GoalKind
    ability: int = NONE
    size: int = 0
    rules = ("IN-ZERO-03", "IN-R-26", "IN-R-40")
    scope = Scope.INTENTION
    sayings = ("wants more", "wants another thing")
    decided_by = by_part("IN-ZERO-03", does="IN-R-40")


class Contented(Pass, tag="contented"):
    """No further goal is declared after obtaining one."""

    rules = ("IN-ZERO-03", "IN-R-26")
    scope = Scope.INTENTION
    sayings = ("wants no more", "is content")
    decided_by = "IN-R-26"
    story = "{who} wants no more."


class WentOn(Pass, tag="went-on"):
    """The seat does not cede: it goes on to another round."""

    rules = ("IN-CEDE-01", "IN-ROUND-02")
    scope = Scope.GATE
    sayings = ("goes on", "fights on", "keeps fighting", "continues")
    decided_by = "IN-ROUND-02"
    story = "{who} goes on."
    in_brief = False


class Conceded(Concession, tag="conceded"):
    """The seat cedes the contest, and the opposition gets what it wanted."""

    rules = ("IN-CEDE-01", "IN-CEDE-02", "IN-R-27")
    scope = Scope.GATE
    sayings = (
        "cedes",
        "gives up",
        "gives in",
        "concedes",
        "yields",
        "backs down",
        "surrenders",
    )
    decided_by = "IN-R-27"
    story = "{who} cedes."


FACTS = defined(globals(), Fact)
"""Every class of answer in this system."""
