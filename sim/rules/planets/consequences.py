"""What follows: from a round's opening through the four steps to wounds and endings.

*who* is the seat it happened to, *by* the seat that did it; TABLE where it is nobody
in particular. Forces, positions and outcomes are words.
"""

from sim.rules.planets.dice.check import Stage
from sim.rules.planets.dice.circumstances import Slot
from sim.rules.planets.forces.rolls import Kind, Severity
from sim.rules.planets.forces.task import Names
from sim.rules.planets.phases import Aim, Choice, Step
from sim.seam.events import Consequence, Seat
from sim.spine.tables import defined


class RoundOpened(Consequence, tag="round"):
    """A round begins; *still* rounds have gone by without movement."""

    number: int
    still: int = 0


class StepOpened(Consequence, tag="step"):
    """The next step of the procedure begins."""

    step: Step


class IntentDeclared(Consequence, tag="intent"):
    """What a side wants, and how it goes about it, is shown."""

    who: Seat
    approach: str
    target: Seat
    aim: Aim
    harms: bool


class IntentChanged(Consequence, tag="intent-changed"):
    """A side goes about it another way from now on; *was* is its last approach."""

    who: Seat
    approach: str
    target: Seat
    aim: Aim
    harms: bool
    was: str


class Withdrew(Consequence, tag="withdrew"):
    """One who conceded is out, and the others go on."""

    who: Seat


class OutcomeDecreed(Consequence, tag="decreed"):
    """What becomes of an intent is declared, and not rolled for."""

    who: Seat
    outcome: str
    reason: str
    grade: int


class RollCalled(Consequence, tag="called"):
    """Dice will decide: a basic, opposed or coordinating roll, and why."""

    who: Seat
    kind: str
    reason: str


class DifficultySet(Consequence, tag="difficulty"):
    """How hard the task is."""

    who: Seat
    level: str


class ForcesProposed(Consequence, tag="forces-proposed"):
    """Which Forces the Storyguide means to go by."""

    who: Seat
    favored: Names
    opposed: Names


class ForcesSettled(Consequence, tag="forces-settled"):
    """Which Forces the roll is judged by; final."""

    who: Seat
    favored: Names
    opposed: Names
    amended: bool = False


class CircumstanceAssigned(Consequence, tag="circumstance"):
    """A Circumstance die joins a roll."""

    who: Seat
    kind: Kind
    severity: Severity
    size: int
    cause: str


class OmegaShown(Consequence, tag="omega"):
    """A committed Omega die is shown; no Force and value 0 mean that there is none."""

    who: Seat
    force: str
    value: int
    limit: int


class PlanetDiceChosen(Consequence, tag="dice-chosen"):
    """Which die partners roll for each Force: its size, 0 for none."""

    who: Seat
    sizes: tuple[int, ...]


class HierarchyRead(Consequence, tag="hierarchy"):
    """Where each Force stands for one reader, and what the dice showed.

    *values* are in the order of the Forces, 0 for no die; what was set aside is not
    among them.
    """

    who: Seat
    dominant: Names
    major: Names
    minor: Names
    weak: Names
    set_aside: Names
    values: tuple[int, ...]


class CircumstancePlaced(Consequence, tag="placed"):
    """Where a Circumstance die stands beside the Hierarchy, and what that is worth."""

    who: Seat
    kind: Kind
    severity: Severity
    value: int
    slot: Slot
    influence: str


class MajorCircumstanceRuled(Consequence, tag="major-ruled"):
    """What a Major Circumstance die that stands elsewhere than lowest may do."""

    who: Seat
    kind: Kind
    choice: Choice


class OutcomeDetermined(Consequence, tag="outcome"):
    """Success, failure or neither, and where in the Hierarchy it was decided."""

    who: Seat
    outcome: str
    decided_at: Stage
    grade: int


class RoundResolved(Consequence, tag="resolved"):
    """Who prevailed (or TABLE), and what that does to the track or the tallies.

    The track counts for side 0 and against side 1. *still* is the number of rounds
    without movement, this one included.
    """

    who: Seat
    before: int
    after: int
    tallies: tuple[int, ...]
    still: int


class HarmApplied(Consequence, tag="harm"):
    """A wound: a Hindrance die from the next round on (size 0: past the ladder)."""

    who: Seat
    by: Seat
    amount: int
    wound: int
    severity: str
    size: int


class TakenOut(Consequence, tag="taken-out"):
    """A character can do no more."""

    who: Seat
    by: Seat
    wound: int


CONSEQUENCES = defined(globals(), Consequence)
"""Everything the rules of this system derive."""
