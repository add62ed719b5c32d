"""What a rank of a skill means to people, at large and within a culture."""

from enum import StrEnum

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
"""What is challenging for whom: even odds at the anchor's rank [SK-QLU-04]."""
BELOW = {"even_odds": 11, "plus_ten": 10}
"""How far below the challenge the anchor lies [SK-RUL-01]."""


def expertise(rank: int, bands: str = "even_odds") -> Expertise:
    """Return how good *rank* is: bands lie midway between the anchors.

    SK-EXP-01: the same on both scales. SK-RUL-01: the table itself is missing.
    """
    ranks = [difficulty - BELOW[bands] for difficulty, _ in ANCHORS]
    name = Expertise.UNSKILLED
    for place, (_, level) in enumerate(ANCHORS):
        # The lowest band is as wide below its anchor as above it.
        before = ranks[place - 1] if place else 2 * ranks[0] - ranks[1]
        if 2 * rank >= before + ranks[place]:
            name = level
    return name


def relative(rank: int, shift: int) -> int:
    """Return what *rank* is worth in a culture whose members have *shift* more.

    SK-CULT-03: by a fixed amount, and only there. SK-CULT-04: elsewhere it means what
    it always did.
    """
    return rank - shift


def is_routine(skill: int, difficulty: int, margin: int) -> bool:
    """Whether expertise clearly covers it: 10 and the skill suffice.

    SK-ROUT-02, SK-RUL-40: *margin* is how much there must be to spare.
    """
    return TEN + skill >= difficulty + margin
