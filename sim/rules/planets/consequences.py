"""The consequences of answers, from the beginning of a round through the four steps.

*who* is the seat it happened to, *by* the seat that did it; TABLE means nobody in
particular. Forces, positions and outcomes are words.
"""

from sim.rules.planets.dice.check import Stage
from sim.rules.planets.dice.circumstances import Slot
from sim.rules.planets.forces.rolls import Kind, Severity
from sim.rules.planets.forces.task import FORCES, Names, sets_as_said
from sim.rules.planets.phases import Aim, Choice, Step
from sim.seam.events import NOBODY, TABLE, Consequence, Description, Seat, by_part
from sim.spine.tables import defined

_STEPS = {
    Step.CALLING: "First, what needs a roll.",
    Step.FORCES: "Step 1: Difficulty and Forces.",
    Step.CIRCUMSTANCES: "Step 2: Circumstance dice.",
    Step.OMEGA: "Step 1a: Omega dice.",
    Step.COORDINATION: "The partners choose their dice.",
    Step.DICE: "Step 3: the dice.",
}

_WHY = {
    "descriptors_undecided": "the Descriptors alone do not decide it",
    "too_close_to_call": "it is too close to call",
    "no_relevant_descriptor": "no Descriptor helps, but it is not impossible",
    "automatic": "it is a matter of course",
    "impossible": "it cannot be done",
    "nobody_has_dice": "nobody here has dice",
}

_WHERE = {
    Stage.ABOVE_ALL: "by the Circumstance die above all Planets",
    Stage.RULING: "by the Storyguide's ruling on the Circumstance die",
    Stage.DOMINANT: "at the Dominant",
    Stage.ABOVE_WEAK: "by the Circumstance die just above the Weak",
    Stage.WEAK: "at the Weak",
    Stage.ABOVE_MAJOR: "by the Circumstance die just above the Major",
    Stage.MAJOR: "at the Major",
    Stage.NOWHERE: "no position decides",
}

_FORCES = "PL-FORCE-06 PL-RUL-17 PL-FORCE-01"
_ORDER = "PL-RUL-01 PL-RUL-02 PL-HIER-12 PL-HIER-14"


class RoundOpened(Consequence, tag="round"):
    """A round begins; nothing has moved for *still* rounds."""

    number: int
    still: int = 0
    story = "Round {number} begins."


class StepOpened(Consequence, tag="step"):
    """The next step of the procedure begins."""

    step: Step
    decided_by = "PL-STEP-01 PL-STEP-02 PL-STEP-03 PL-STEP-04 PL-COMB-07 PL-CONF-03"
    in_brief = False

    def tell(self, words: Description) -> str:
        return _STEPS[self.step]


class IntentDeclared(Consequence, tag="intent"):
    """An intent is revealed: what a side wants, and by which approach."""

    who: Seat
    approach: str
    target: Seat
    aim: Aim
    harms: bool
    decided_by = "PL-DP-02"

    def tell(self, words: Description) -> str:
        return f"{words['who']}{_intent(self, words)}."


class IntentChanged(Consequence, tag="intent-changed"):
    """A side changes its intent; *was* is its last approach."""

    who: Seat
    approach: str
    target: Seat
    aim: Aim
    harms: bool
    was: str
    decided_by = "PL-RUL-35"

    def tell(self, words: Description) -> str:
        return f"{words['who']} changes{_intent(self, words)}."


def _intent(event: IntentDeclared | IntentChanged, words: Description) -> str:
    """Return an intent in words: its target, its approach and its aim."""
    against = "" if event.target == NOBODY else f", against {words['target']}"
    aim = "to win" if event.aim == Aim.WIN else "only to resist"
    harm = ", and to wound" if event.harms else ""
    # An approach may be a noun or a verb, so nothing is said but its name.
    return f"{against}: {event.approach} ({aim}{harm})"


class Withdrew(Consequence, tag="withdrew"):
    """Somebody who conceded is out, and the others go on."""

    who: Seat
    decided_by = "PL-CONF-07"
    story = "{who} is out of it."


class OutcomeDecreed(Consequence, tag="decreed"):
    """The outcome of an intent is declared rather than rolled for."""

    who: Seat
    outcome: str
    reason: str
    grade: int
    decided_by = "PL-SCOPE-04 PL-RUL-29"

    def tell(self, words: Description) -> str:
        why = _WHY[self.reason]
        return f"{words['who']}: {self.outcome} without a roll; {why}."


class RollCalled(Consequence, tag="called"):
    """A basic, opposed or coordinating roll is called, and why."""

    who: Seat
    kind: str
    reason: str
    decided_by = by_part("PL-SCOPE-02 PL-SCOPE-01", kind="PL-COMB-01")

    def tell(self, words: Description) -> str:
        why = _WHY[self.reason]
        if self.who == TABLE:
            return f"An opposed roll decides, read by both sides; {why}."
        return f"{words['who']} makes a {self.kind} roll; {why}."


class DifficultySet(Consequence, tag="difficulty"):
    """The Difficulty of a task is set."""

    who: Seat
    level: str
    decided_by = "PL-DIFF-01 PL-FORCE-04"
    story = "What {who} tries is {level}."


class ForcesProposed(Consequence, tag="forces-proposed"):
    """The Storyguide proposes the Forces of a task."""

    who: Seat
    favored: Names
    opposed: Names
    decided_by = by_part("PL-FORCE-05", favored=_FORCES, opposed=_FORCES)
    in_brief = False

    def tell(self, words: Description) -> str:
        proposed = sets_as_said(self.favored, self.opposed)
        return f"Proposed for {words['who']}: {proposed}."


class ForcesSettled(Consequence, tag="forces-settled"):
    """The Forces by which the roll is judged are final."""

    who: Seat
    favored: Names
    opposed: Names
    amended: bool = False
    decided_by = by_part(
        "PL-FORCE-05", amended="PL-FORCE-06", favored=_FORCES, opposed=_FORCES
    )

    def tell(self, words: Description) -> str:
        settled = sets_as_said(self.favored, self.opposed)
        how = " (amended)" if self.amended else ""
        return f"For {words['who']}: {settled}{how}."


class CircumstanceAssigned(Consequence, tag="circumstance"):
    """A Circumstance die joins a roll."""

    who: Seat
    kind: Kind
    severity: Severity
    size: int
    cause: str
    decided_by = by_part(
        "PL-CIRC-03 PL-CIRC-01 PL-CIRC-14",
        severity="PL-RUL-33 PL-CIRC-13",
        size="PL-RUL-33 PL-CIRC-02 PL-RUL-29",
    )

    def tell(self, words: Description) -> str:
        cause = f" for {self.cause}" if self.cause else ""
        what = f"a {self.severity} {self.kind} d{self.size}"
        return f"{words['who']} has {what}{cause}."


class OmegaShown(Consequence, tag="omega"):
    """A committed Omega die is revealed.

    No Force and value 0 mean that there is none.
    """

    who: Seat
    force: str
    value: int
    limit: int
    decided_by = by_part("PL-RUL-25", value="PL-OMEGA-02")

    def tell(self, words: Description) -> str:
        if not self.value:
            return f"{words['who']} has no Omega die."
        placed = f"{self.force} {self.value} (of at most {self.limit})"
        return f"{words['who']} shows the Omega die: {placed}."


class PlanetDiceChosen(Consequence, tag="dice-chosen"):
    """The die that partners roll for each Force: its size, 0 for none."""

    who: Seat
    sizes: tuple[int, ...]
    decided_by = "PL-COMB-07"

    def tell(self, words: Description) -> str:
        dice = ", ".join(
            f"{force} d{size}"
            for force, size in zip(FORCES, self.sizes, strict=True)
            if size
        )
        return f"The side of {words['who']} rolls {dice}."


class HierarchyRead(Consequence, tag="hierarchy"):
    """The position of each Force for one reader, and what the dice showed.

    *values* are in the order of the Forces, 0 for no die; dice set aside are not
    included.
    """

    who: Seat
    dominant: Names
    major: Names
    minor: Names
    weak: Names
    set_aside: Names
    values: tuple[int, ...]
    decided_by = by_part(
        "PL-HIER-14",
        values="PL-COMB-03 PL-OMEGA-04 PL-HIER-01",
        set_aside="PL-COMB-05",
        dominant=_ORDER,
        major=_ORDER,
        minor=_ORDER,
        weak=_ORDER,
    )


class CircumstancePlaced(Consequence, tag="placed"):
    """The place of a Circumstance die beside the Hierarchy, and its influence."""

    who: Seat
    kind: Kind
    severity: Severity
    value: int
    slot: Slot
    influence: str
    decided_by = by_part(
        "PL-STEP-05",
        slot="PL-CIRC-05 PL-CIRC-06 PL-CIRC-07 PL-CIRC-08",
        influence="PL-CIRC-16",
        severity="PL-CIRC-09 PL-CIRC-11",
    )

    def tell(self, words: Description) -> str:
        what = f"{self.severity} {self.kind} {self.value}"
        where = self.slot.replace("_", " ")
        return (
            f"Beside the column of {words['who']}: {what}, {where}"
            f" (influence: {self.influence})."
        )


class MajorCircumstanceRuled(Consequence, tag="major-ruled"):
    """A ruling on a Major Circumstance die that is not the lowest."""

    who: Seat
    kind: Kind
    choice: Choice
    decided_by = by_part("PL-CIRC-11", choice="PL-RUL-38 PL-CIRC-11")

    def tell(self, words: Description) -> str:
        says = self.choice.replace("_", " ")
        return f"The Major {self.kind} of {words['who']}: {says}."


class OutcomeDetermined(Consequence, tag="outcome"):
    """The outcome of a roll, and where in the Hierarchy it was decided."""

    who: Seat
    outcome: str
    decided_at: Stage
    grade: int
    decided_by = (
        "PL-CIRC-10 PL-CIRC-11 PL-CHECK-01"
        " PL-CHECK-02 PL-CHECK-03 PL-CHECK-04 PL-RUL-29"
    )

    def tell(self, words: Description) -> str:
        return f"{words['who']}: {self.outcome}, {_WHERE[self.decided_at]}."


class RoundResolved(Consequence, tag="resolved"):
    """The result of a round: who prevailed (or TABLE), and the new track or tallies.

    The track is positive for side 0 and negative for side 1. *still* is the number of
    rounds without movement, this one included.
    """

    who: Seat
    before: int
    after: int
    tallies: tuple[int, ...]
    still: int
    decided_by = by_part("PL-CONF-02", who="PL-RUL-18 PL-CONF-02")


class HarmApplied(Consequence, tag="harm"):
    """A wound: a Hindrance die from the next round on (size 0: beyond the ladder)."""

    who: Seat
    by: Seat
    amount: int
    wound: int
    severity: str
    size: int
    decided_by = by_part("PL-CONF-05", severity="PL-RUL-33", size="PL-RUL-33")

    def tell(self, words: Description) -> str:
        # No verb after a name: "the spiders" are several.
        wounded = f"Wound {self.wound} of {words['who']}, by {words['by']}"
        if not self.size:
            return f"{wounded}: more than can be borne."
        return f"{wounded}: a {self.severity} hindrance d{self.size} from now on."


class TakenOut(Consequence, tag="taken-out"):
    """A character is taken out."""

    who: Seat
    by: Seat
    wound: int
    decided_by = "PL-CONF-05"
    story = "{who} is taken out."


CONSEQUENCES = defined(globals(), Consequence)
"""Every class of consequence in this system."""
