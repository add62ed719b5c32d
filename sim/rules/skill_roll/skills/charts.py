"""The charts of the text, as data: difficulties, circumstances, bands of knowledge."""

from collections.abc import Mapping
from enum import StrEnum

NORMAL = 20
"""The difficulty of a measured use without a power [SK-QNU-05]."""


class Row(StrEnum):
    """A row of the chart of difficulties, from the easiest on [SK-QLU-03]."""

    UNSKILLED_RISK = "unskilled_risk"
    BEGINNER_POSSIBLE_FAILURE = "beginner_possible_failure"
    BEGINNER_CHALLENGING = "beginner_challenging"
    AMATEUR_CHALLENGING = "amateur_challenging"
    PROFESSIONAL_CHALLENGING = "professional_challenging"
    PROFESSIONAL_DAUNTING = "professional_daunting"
    EXPERT_CHALLENGING = "expert_challenging"
    EXPERT_DAUNTING = "expert_daunting"
    EXPERT_NIGH_IMPOSSIBLE = "expert_nigh_impossible"
    MASTER_CHALLENGING = "master_challenging"
    MASTER_DAUNTING = "master_daunting"
    GENIUS_CHALLENGING = "genius_challenging"
    MASTER_NIGH_IMPOSSIBLE = "master_nigh_impossible"
    GENIUS_DAUNTING = "genius_daunting"
    LEGENDARY = "legendary"
    SUPERHUMAN = "superhuman"


CHART: Mapping[Row, int] = {
    Row.UNSKILLED_RISK: 15,
    Row.BEGINNER_POSSIBLE_FAILURE: 18,
    Row.BEGINNER_CHALLENGING: 20,
    Row.AMATEUR_CHALLENGING: 22,
    Row.PROFESSIONAL_CHALLENGING: 25,
    Row.PROFESSIONAL_DAUNTING: 28,
    Row.EXPERT_CHALLENGING: 28,
    Row.EXPERT_DAUNTING: 32,
    Row.EXPERT_NIGH_IMPOSSIBLE: 35,
    Row.MASTER_CHALLENGING: 35,
    Row.MASTER_DAUNTING: 38,
    Row.GENIUS_CHALLENGING: 38,
    Row.MASTER_NIGH_IMPOSSIBLE: 40,
    Row.GENIUS_DAUNTING: 40,
    Row.LEGENDARY: 45,
    Row.SUPERHUMAN: 48,
}
"""The difficulty of each row [SK-QLU-03]."""


DEFAULT_ROW = Row.PROFESSIONAL_CHALLENGING
"""The difficulty of a use if nothing is said about it."""


class Circumstance(StrEnum):
    """How the circumstances favour or hinder the one who acts [SK-QLO-04]."""

    OVERWHELMINGLY_FAVOR = "overwhelmingly_favor"
    GREATLY_FAVOR = "greatly_favor"
    SUBSTANTIALLY_FAVOR = "substantially_favor"
    MODERATELY_FAVOR = "moderately_favor"
    NEUTRAL = "neutral"
    MODERATELY_HINDER = "moderately_hinder"
    SUBSTANTIALLY_HINDER = "substantially_hinder"
    GREATLY_HINDER = "greatly_hinder"
    OVERWHELMINGLY_HINDER = "overwhelmingly_hinder"


CIRCUMSTANCES: Mapping[Circumstance, int] = {
    Circumstance.OVERWHELMINGLY_FAVOR: -12,
    Circumstance.GREATLY_FAVOR: -8,
    Circumstance.SUBSTANTIALLY_FAVOR: -4,
    Circumstance.MODERATELY_FAVOR: -2,
    Circumstance.NEUTRAL: 0,
    Circumstance.MODERATELY_HINDER: 2,
    Circumstance.SUBSTANTIALLY_HINDER: 4,
    Circumstance.GREATLY_HINDER: 8,
    Circumstance.OVERWHELMINGLY_HINDER: 12,
}
"""The number each row adds to the difficulty [SK-QLO-04]."""


class Relation(StrEnum):
    """How close a subject is to the skill that is asked about it [SK-KNOW-03]."""

    ESSENTIAL = "essential"
    CENTRAL = "central"
    TYPICAL_ADVANCED = "typical_advanced"
    ELECTIVE = "elective"
    UNUSUAL = "unusual"
    ESOTERIC = "esoteric"
    TANGENTIAL = "tangential"


RELATIONS: Mapping[Relation, int] = {
    Relation.ESSENTIAL: 15,
    Relation.CENTRAL: 18,
    Relation.TYPICAL_ADVANCED: 20,
    Relation.ELECTIVE: 24,
    Relation.UNUSUAL: 28,
    Relation.ESOTERIC: 32,
    Relation.TANGENTIAL: 36,
}
"""The difficulty of knowing about such a subject [SK-KNOW-03]."""


class Recall(StrEnum):
    """How much is known of a subject [SK-KNOW-04 to 09]."""

    UNFAMILIAR = "unfamiliar"
    FAULTY = "faulty"
    YES_NO = "yes_no"
    SHORT_ANSWERS = "short_answers"
    BACKGROUND = "background"
    EXTENSIVE = "extensive"


class Inheritance(StrEnum):
    """How much of a skill a specialised one inherits [SK-RUL-27]."""

    PARTIAL = "partial"
    FULL = "full"


RECALL: tuple[tuple[int, Recall, str], ...] = (
    (8, Recall.EXTENSIVE, "SK-KNOW-09"),
    (4, Recall.BACKGROUND, "SK-KNOW-08"),
    (1, Recall.SHORT_ANSWERS, "SK-KNOW-07"),
    (0, Recall.YES_NO, "SK-KNOW-06"),
    (-3, Recall.FAULTY, "SK-KNOW-05"),
)
"""The least level of each band, the best first; below them all: unfamiliar."""


BACKGROUND, FULL = 4, 8
"""From these levels on a specialised skill may be recorded: in part, and in full."""


def recall(level: int | None) -> tuple[Recall, str]:
    """Return the band of a *level* of knowledge, and the rule for it.

    SK-KNOW-04: with four failure levels or more, or no chance at all, it is unfamiliar.
    """
    for least, band, rule in RECALL:
        if level is not None and level >= least:
            return band, rule
    return Recall.UNFAMILIAR, "SK-KNOW-04"
