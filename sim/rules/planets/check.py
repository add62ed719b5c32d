"""Step 4: success is looked for at the Dominant, then the Weak, then the Major.

At the Dominant and the Major a Favored Force means success; at the Weak it means
failure. Equal votes make a position neutral and the check goes on; when nothing
decides, the roll was unproductive. Major Circumstance dice vote where they stand.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from sim.rules.planets.circumstances import ABOVE_ALL
from sim.rules.planets.forces import EACH, Forces
from sim.rules.planets.hierarchy import DOMINANT, MAJOR, WEAK, Positions
from sim.rules.planets.rulings import Rulings

FAILURE, UNPRODUCTIVE, SUCCESS = -1, 0, 1
OUTCOMES = {FAILURE: "failure", UNPRODUCTIVE: "unproductive", SUCCESS: "success"}
SIGNS = {word: sign for sign, word in OUTCOMES.items()}

NOWHERE = "none"
STAGES = (
    "circumstance_above_all",
    "sg_ruling",
    "dominant",
    "circumstance_above_weak",
    "weak",
    "circumstance_above_major",
    "major",
)
"""Where an outcome can be decided, in the order of the check [PL-CHECK-08]."""

IGNORE, POSITIONAL, RULE_NOW = "ignore", "apply_positional", "rule_now"
CHOICES = (POSITIONAL, IGNORE, RULE_NOW)
"""What a Storyguide may say of a Major die that the text leaves to her."""


class Vote(Struct, frozen=True):
    """A Major Circumstance die: which way it pushes, where it stands, what it shows."""

    push: int
    slot: str
    value: int
    choice: str = POSITIONAL


def check(
    read: Positions, task: Forces, majors: Sequence[Vote], rulings: Rulings
) -> tuple[int, str]:
    """Return (outcome, where it was decided) [PL-CHECK-01 to 08]."""
    if majors:
        ruled = acting(vote for vote in majors if vote.slot == ABOVE_ALL)
        if ruled:
            return ruled, "circumstance_above_all"
        majors = _heard(majors, rulings)
        ruled = acting(vote for vote in majors if vote.choice == RULE_NOW)
        if ruled:
            return ruled, "sg_ruling"
    for position, stage in ((DOMINANT, "dominant"), (WEAK, "weak"), (MAJOR, "major")):
        if majors and position != DOMINANT:
            ruled = acting(vote for vote in majors if vote.slot == f"above_{stage}")
            if ruled:
                return ruled, f"circumstance_above_{stage}"
        planets = _planets(read, position, task)
        ruled = _position(planets, stage, majors, rulings) if majors else planets
        if ruled:
            return (SUCCESS if ruled > 0 else FAILURE), stage
    return UNPRODUCTIVE, NOWHERE


def acting(votes: Iterable[Vote]) -> int:
    """Return which way dice in one gap push: the lower acts, equals cancel.

    PL-RUL-10.
    """
    ruled, lowest = 0, 0
    for vote in votes:
        if not lowest or vote.value < lowest:
            ruled, lowest = vote.push, vote.value
        elif vote.value == lowest:
            ruled += vote.push
    return ruled


def _heard(majors: Sequence[Vote], rulings: Rulings) -> tuple[Vote, ...]:
    """Return the dice that may still decide under the policy in force [PL-RUL-07]."""
    if rulings.major_circumstance_policy == "lowest_only":
        return ()
    return tuple(
        vote
        for vote in majors
        if vote.choice != IGNORE
        and vote.slot != ABOVE_ALL
        and (
            rulings.above_weak_counts
            or vote.slot != "above_weak"
            or vote.choice == RULE_NOW
        )
    )


def _planets(read: Positions, position: int, task: Forces) -> int:
    """Return the votes of the Planets at *position* [PL-CHECK-05]."""
    votes = 0
    for force in EACH:
        if read[force] == position:
            votes += (task.favored >> force & 1) - (task.opposed >> force & 1)
    return -votes if position == WEAK else votes


def _position(
    planets: int, stage: str, majors: Sequence[Vote], rulings: Rulings
) -> int:
    """Return the votes at a position that Major dice may tie [PL-RUL-06].

    A tied die is never turned round at the Weak [PL-RUL-09].
    """
    tied = sum(vote.push for vote in majors if vote.slot == f"tied_{stage}")
    if rulings.circumstance_tie == "circumstance_first":
        return tied or planets
    if rulings.circumstance_tie == "planet_first":
        return planets or tied
    return planets + tied


def grade(outcome: int, decided_at: str, rulings: Rulings) -> int:
    """Return *outcome* as a number that compares as the rulings say [PL-RUL-18].

    By rank alone it is the outcome itself; else an earlier decision weighs more.
    """
    if not outcome or rulings.opposed_compare == "rank":
        return outcome
    return outcome * (len(STAGES) + 1 - STAGES.index(decided_at))


def outcome(mark: int) -> int:
    """Return the outcome of which *mark* is the grade."""
    return (mark > 0) - (mark < 0)
