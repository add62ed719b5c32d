"""The Difficulty of a task, and the legal pairs of Favored and Opposed Forces.

The recommended way is to set a Difficulty and take as many Forces as the chart says;
any other legal pair of sets is allowed too, and then the Difficulty follows from it.
"""

from functools import lru_cache
from typing import Literal

from sim.rules.planets.forces.task import EACH, Forces
from sim.rules.planets.scenario.rulings import Rulings

Difficulty = Literal["automatic", "simple", "moderate", "hard", "impossible"]
DIFFICULTIES: tuple[Difficulty, ...] = (
    "automatic",
    "simple",
    "moderate",
    "hard",
    "impossible",
)
"""The named levels, easiest first [PL-DIFF-01]."""

UNNAMED = "unnamed"
"""The Difficulty of a pair of sets that is not in the chart [PL-FORCE-04]."""

OVERLAP = "force_both_favored_and_opposed"
NO_NEUTRAL = "no_neutral_force"
EMPTY = "no_force_favored_or_opposed"
OFF_CHART = "not_as_many_as_the_difficulty_asks"


def chart(level: str, rulings: Rulings) -> tuple[int, int]:
    """Return how many Forces are Favored and Opposed at *level* [PL-RUL-13]."""
    counted: str = getattr(rulings, f"{level}_forces")
    favored, opposed = counted.split("/")
    return int(favored), int(opposed)


def is_bound(level: str | None, rulings: Rulings) -> bool:
    """Whether a task of *level* must have as many Forces as the chart says."""
    return rulings.enforce_chart and level in DIFFICULTIES


def counts(task: Forces) -> tuple[int, int]:
    """Return how many Forces of *task* are Favored and Opposed."""
    return task.favored.bit_count(), task.opposed.bit_count()


def illegal(task: Forces, rulings: Rulings, level: str | None = None) -> str:
    """Return why *task* is not legal, "" if it is [PL-RUL-14]."""
    if task.favored & task.opposed:
        return OVERLAP
    picked = task.both.bit_count()
    if picked == 0:
        return EMPTY
    if picked > len(EACH) - rulings.min_neutral:
        return NO_NEUTRAL
    if level is not None and is_bound(level, rulings):
        return "" if counts(task) == chart(level, rulings) else OFF_CHART
    return ""


def natural(task: Forces, rulings: Rulings) -> str:
    """Return the Difficulty that follows from *task* [PL-FORCE-04]."""
    for level in DIFFICULTIES:
        if chart(level, rulings) == counts(task):
            return level
    return UNNAMED


@lru_cache(maxsize=1024)
def prefix(
    favored: tuple[int, ...],
    opposed: tuple[int, ...],
    level: str | None,
    rulings: Rulings,
) -> Forces:
    """Return the most apt Forces, as many of each list as *level* asks for.

    The lists are ordered, most apt first. Without a named level all of them are taken.
    """
    if level in DIFFICULTIES:
        some, others = chart(level, rulings)
        favored, opposed = favored[:some], opposed[:others]
    return Forces(sum(1 << f for f in favored), sum(1 << f for f in opposed))
