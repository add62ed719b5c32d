"""Step 4: the outcome is checked at the Dominant, then the Weak, then the Major.

At the Dominant and the Major a Favored Force means success; at the Weak it means
failure. Equal votes make a position neutral and the check goes on; if nothing decides,
the roll is unproductive. Major Circumstance dice vote where they stand.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum, StrEnum
from functools import lru_cache

from msgspec import Struct

from sim.rules.planets.dice.circumstances import ABOVE, TIED, Slot
from sim.rules.planets.dice.hierarchy import (
    DOMINANT,
    MAJOR,
    WEAK,
    Position,
    Positions,
)
from sim.rules.planets.forces.task import EACH, Forces
from sim.rules.planets.phases import IGNORE, POSITIONAL, RULE_NOW, Choice
from sim.rules.planets.scenario.rulings import Rulings


class Sign(IntEnum):
    """The result of a check, as a number to grade, compare and record."""

    FAILURE = -1
    UNPRODUCTIVE = 0
    SUCCESS = 1


FAILURE, UNPRODUCTIVE, SUCCESS = Sign
OUTCOMES: Mapping[int, str] = {sign: sign.name.lower() for sign in Sign}
SIGNS: Mapping[str, Sign] = {OUTCOMES[sign]: sign for sign in Sign}


class Stage(StrEnum):
    """Where an outcome can be decided, in the order of the check [PL-CHECK-08]."""

    ABOVE_ALL = "circumstance_above_all"
    RULING = "sg_ruling"
    DOMINANT = "dominant"
    ABOVE_WEAK = "circumstance_above_weak"
    WEAK = "weak"
    ABOVE_MAJOR = "circumstance_above_major"
    MAJOR = "major"
    NOWHERE = "none"


ABOVE_ALL, RULING, NOWHERE = Stage.ABOVE_ALL, Stage.RULING, Stage.NOWHERE
STAGES = tuple(stage for stage in Stage if stage != NOWHERE)
"""The stages at which an outcome can be decided."""

_LOOKS = (
    (DOMINANT, Stage.DOMINANT, None),
    (WEAK, Stage.WEAK, Stage.ABOVE_WEAK),
    (MAJOR, Stage.MAJOR, Stage.ABOVE_MAJOR),
)
"""The positions that are checked, and the stage of a Major die just above each."""


class Vote(Struct, frozen=True, gc=False):
    """A Major Circumstance die: its direction, its slot and its value."""

    push: int
    slot: Slot
    value: int
    choice: Choice = POSITIONAL


def check(
    read: Positions, task: Forces, majors: Sequence[Vote], rulings: Rulings
) -> tuple[Sign, Stage]:
    """Return (outcome, where it was decided) [PL-CHECK-01 to 08]."""
    if majors:
        ruled = acting(vote for vote in majors if vote.slot == Slot.ABOVE_ALL)
        if ruled:
            return _sign(ruled), ABOVE_ALL
        majors = _admitted(majors, rulings)
        ruled = acting(vote for vote in majors if vote.choice == RULE_NOW)
        if ruled:
            return _sign(ruled), RULING
    votes = _votes(read, task)
    for planets, (position, stage, just_above) in zip(votes, _LOOKS, strict=True):
        if majors and just_above is not None:
            ruled = acting(vote for vote in majors if vote.slot == ABOVE[position])
            if ruled:
                return _sign(ruled), just_above
        ruled = _position(planets, position, majors, rulings) if majors else planets
        if ruled:
            return _sign(ruled), stage
    return UNPRODUCTIVE, NOWHERE


def _sign(votes: int) -> Sign:
    """Return the sign of a surplus or a deficit of votes for success."""
    return SUCCESS if votes > 0 else FAILURE


def acting(votes: Iterable[Vote]) -> int:
    """Return the direction of dice in one gap: the lowest acts, equal ones cancel.

    PL-RUL-10.
    """
    ruled, lowest = 0, 0
    for vote in votes:
        if not lowest or vote.value < lowest:
            ruled, lowest = vote.push, vote.value
        elif vote.value == lowest:
            ruled += vote.push
    return ruled


def _admitted(majors: Sequence[Vote], rulings: Rulings) -> tuple[Vote, ...]:
    """Return the dice that may still decide under the policy in force [PL-RUL-07]."""
    if rulings.major_circumstance_policy == "lowest_only":
        return ()
    return tuple(
        vote
        for vote in majors
        if vote.choice != IGNORE
        and vote.slot != Slot.ABOVE_ALL
        and (
            rulings.above_weak_counts
            or vote.slot != Slot.ABOVE_WEAK
            or vote.choice == RULE_NOW
        )
    )


@lru_cache(maxsize=1 << 14)
def _votes(read: Positions, task: Forces) -> tuple[int, ...]:
    """Return the votes of the Planets at each position that is checked."""
    # Few Hierarchies and few tasks are in play, and every throw asks for them.
    return tuple(_planets(read, position, task) for position, _, _ in _LOOKS)


def _planets(read: Positions, position: Position, task: Forces) -> int:
    """Return the votes of the Planets at *position* [PL-CHECK-05]."""
    votes = 0
    for force in EACH:
        if read[force] == position:
            votes += (task.favored >> force & 1) - (task.opposed >> force & 1)
    return -votes if position == WEAK else votes


def _position(
    planets: int, position: Position, majors: Sequence[Vote], rulings: Rulings
) -> int:
    """Return the votes at a position that Major dice may tie [PL-RUL-06].

    A tied die is never inverted at the Weak [PL-RUL-09].
    """
    tied = sum(vote.push for vote in majors if vote.slot == TIED[position])
    if rulings.circumstance_tie == "circumstance_first":
        return tied or planets
    if rulings.circumstance_tie == "planet_first":
        return planets or tied
    return planets + tied


def grade(outcome: Sign, decided_at: Stage, rulings: Rulings) -> int:
    """Return *outcome* as a number to compare by the rulings [PL-RUL-18].

    By rank alone it is the outcome itself; otherwise an earlier decision counts more.
    """
    if not outcome or rulings.opposed_compare == "rank":
        return int(outcome)
    return outcome * (len(STAGES) + 1 - STAGES.index(decided_at))


def outcome(mark: int) -> Sign:
    """Return the outcome that has the grade *mark*."""
    return _sign(mark) if mark else UNPRODUCTIVE
