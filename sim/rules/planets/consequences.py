"""What follows: from a round's opening through the four steps to wounds and endings.

*who* is the seat it happened to, *by* the seat that did it; TABLE where it is nobody
in particular. Forces, positions and outcomes are words.
"""

from sim.events import Consequence, Event
from sim.rules.planets.facts import Names


class RoundOpened(Consequence, frozen=True, array_like=True, gc=False, tag="round"):
    """A round begins; *still* rounds have gone by without movement."""

    number: int
    still: int = 0


class StepOpened(Consequence, frozen=True, array_like=True, gc=False, tag="step"):
    """The next step of the procedure begins."""

    step: str


class IntentDeclared(Consequence, frozen=True, array_like=True, gc=False, tag="intent"):
    """What a side wants, and how it goes about it, is shown."""

    who: int
    approach: str
    target: int
    aim: str
    harms: bool


class IntentChanged(
    Consequence, frozen=True, array_like=True, gc=False, tag="intent-changed"
):
    """A side goes about it another way from now on; *was* is its last approach."""

    who: int
    approach: str
    target: int
    aim: str
    harms: bool
    was: str


class Withdrew(Consequence, frozen=True, array_like=True, gc=False, tag="withdrew"):
    """One who conceded is out, and the others go on."""

    who: int


class OutcomeDecreed(
    Consequence, frozen=True, array_like=True, gc=False, tag="decreed"
):
    """What becomes of an intent is declared, and not rolled for."""

    who: int
    outcome: str
    reason: str
    grade: int


class RollCalled(Consequence, frozen=True, array_like=True, gc=False, tag="called"):
    """Dice will decide: a basic, opposed or coordinating roll, and why."""

    who: int
    kind: str
    reason: str


class DifficultySet(
    Consequence, frozen=True, array_like=True, gc=False, tag="difficulty"
):
    """How hard the task is."""

    who: int
    level: str


class ForcesProposed(
    Consequence, frozen=True, array_like=True, gc=False, tag="forces-proposed"
):
    """Which Forces the Storyguide means to go by."""

    who: int
    favored: Names
    opposed: Names


class ForcesSettled(
    Consequence, frozen=True, array_like=True, gc=False, tag="forces-settled"
):
    """Which Forces the roll is judged by; final."""

    who: int
    favored: Names
    opposed: Names
    amended: bool = False


class CircumstanceAssigned(
    Consequence, frozen=True, array_like=True, gc=False, tag="circumstance"
):
    """A Circumstance die joins a roll."""

    who: int
    kind: str
    severity: str
    size: int
    cause: str


class OmegaShown(Consequence, frozen=True, array_like=True, gc=False, tag="omega"):
    """A committed Omega die is shown; no Force and value 0 mean that there is none."""

    who: int
    force: str
    value: int
    limit: int


class PlanetDiceChosen(
    Consequence, frozen=True, array_like=True, gc=False, tag="dice-chosen"
):
    """Which die partners roll for each Force: its size, 0 for none."""

    who: int
    sizes: tuple[int, ...]


class HierarchyRead(
    Consequence, frozen=True, array_like=True, gc=False, tag="hierarchy"
):
    """Where each Force stands for one reader, and what the dice showed.

    *values* are in the order of the Forces, 0 for no die; what was set aside is not
    among them.
    """

    who: int
    dominant: Names
    major: Names
    minor: Names
    weak: Names
    set_aside: Names
    values: tuple[int, ...]


class CircumstancePlaced(
    Consequence, frozen=True, array_like=True, gc=False, tag="placed"
):
    """Where a Circumstance die stands beside the Hierarchy, and what that is worth."""

    who: int
    kind: str
    severity: str
    value: int
    slot: str
    influence: str


class MajorCircumstanceRuled(
    Consequence, frozen=True, array_like=True, gc=False, tag="major-ruled"
):
    """What a Major Circumstance die that stands elsewhere than lowest may do."""

    who: int
    kind: str
    choice: str


class OutcomeDetermined(
    Consequence, frozen=True, array_like=True, gc=False, tag="outcome"
):
    """Success, failure or neither, and where in the Hierarchy it was decided."""

    who: int
    outcome: str
    decided_at: str
    grade: int


class RoundResolved(
    Consequence, frozen=True, array_like=True, gc=False, tag="resolved"
):
    """Who prevailed (or TABLE), and what that does to the track or the tallies.

    The track counts for side 0 and against side 1. *still* is the number of rounds
    without movement, this one included.
    """

    who: int
    before: int
    after: int
    tallies: tuple[int, ...]
    still: int


class HarmApplied(Consequence, frozen=True, array_like=True, gc=False, tag="harm"):
    """A wound: a Hindrance die from the next round on (size 0: past the ladder)."""

    who: int
    by: int
    amount: int
    wound: int
    severity: str
    size: int


class TakenOut(Consequence, frozen=True, array_like=True, gc=False, tag="taken-out"):
    """A character can do no more."""

    who: int
    by: int
    wound: int


CONSEQUENCES: tuple[type[Event], ...] = (
    RoundOpened,
    StepOpened,
    IntentDeclared,
    IntentChanged,
    Withdrew,
    OutcomeDecreed,
    RollCalled,
    DifficultySet,
    ForcesProposed,
    ForcesSettled,
    CircumstanceAssigned,
    OmegaShown,
    PlanetDiceChosen,
    HierarchyRead,
    CircumstancePlaced,
    MajorCircumstanceRuled,
    OutcomeDetermined,
    RoundResolved,
    HarmApplied,
    TakenOut,
)
"""Everything the rules of this system derive."""
