"""The meaning of a skill's rank to people, at large and within a culture."""

from enum import StrEnum
from itertools import pairwise

from sim.rules.skill_roll.skills.dice import TEN


class Expertise(StrEnum):
    """How good a rank is, in a society that is the average of all [SK-CULT-01]."""

    UNSKILLED = "unskilled"
    BEGINNER = "beginner"
    AMATEUR = "amateur"
    PROFESSIONAL = "professional"
    EXPERT = "expert"
    MASTER = "master"
    GENIUS = "genius"


ANCHORS = (
    (20, Expertise.BEGINNER),
    (22, Expertise.AMATEUR),
    (25, Expertise.PROFESSIONAL),
    (28, Expertise.EXPERT),
    (35, Expertise.MASTER),
    (38, Expertise.GENIUS),
)
"""Difficulty that is challenging -> for whom: even odds at the anchor's rank.

[SK-QLU-04]
"""
BELOW = {"even_odds": 11, "plus_ten": 10}
"""How far below the challenge the anchor lies [SK-RUL-01]."""


def expertise(rank: int, bands: str = "even_odds") -> Expertise:
    """Return how good *rank* is: bands end midway between the anchors.

    SK-EXP-01: the same on both scales. SK-RUL-01: the table itself is missing. A rank
    exactly midway belongs to the lower band.
    """
    ranks = [difficulty - BELOW[bands] for difficulty, _ in ANCHORS]
    # The lowest band is as wide below its anchor as above it, its ends included.
    if 2 * rank < 3 * ranks[0] - ranks[1]:
        return Expertise.UNSKILLED
    name = Expertise.BEGINNER
    for (low, high), (_, level) in zip(pairwise(ranks), ANCHORS[1:], strict=True):
        if 2 * rank > low + high:
            name = level
    return name


def relative(rank: int, shift: int) -> int:
    """Return the worth of *rank* in a culture whose members have *shift* more ranks.

    SK-CULT-03: by a fixed amount, and only there. SK-CULT-04: elsewhere it means what
    it always did.
    """
    return rank - shift


def is_routine(skill: int, difficulty: int, margin: int) -> bool:
    """Whether expertise clearly covers it: 10 and the skill suffice.

    SK-ROUT-02, SK-RUL-40: *margin* is how much must be left over.
    """
    return TEN + skill >= difficulty + margin
