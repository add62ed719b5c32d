"""Step 1: how hard a task is, and which Forces speak for it and against it.

The recommended way sets a Difficulty and takes as many Forces as the chart says; any
other legal pair of sets is allowed too, and then the Difficulty falls where it may.
"""

from collections.abc import Sequence
from functools import lru_cache

from sim.rules.planets.forces import EACH, Forces
from sim.rules.planets.rulings import DIFFICULTIES, Rulings, chart

FAVORED, OPPOSED, NEUTRAL = "favored", "opposed", "neutral"
LEANS = (FAVORED, OPPOSED, NEUTRAL)
"""What a Force can be to a task [PL-FORCE-01, PL-FORCE-02]."""

UNSAID = ("",) * len(EACH)
"""Nothing said about any Force yet."""

UNNAMED = "unnamed"
"""The Difficulty of a pair of sets that the chart does not know [PL-FORCE-04]."""

OVERLAP = "force_both_favored_and_opposed"
NO_NEUTRAL = "no_neutral_force"
EMPTY = "no_force_favored_or_opposed"
OFF_CHART = "not_as_many_as_the_difficulty_asks"


def counts(task: Forces) -> tuple[int, int]:
    """Return how many Forces of *task* are Favored and Opposed."""
    return task.favored.bit_count(), task.opposed.bit_count()


def illegal(task: Forces, rulings: Rulings, level: str = "") -> str:
    """Return why *task* may not be settled, or "" when it may [PL-RUL-14]."""
    if task.favored & task.opposed:
        return OVERLAP
    picked = task.both.bit_count()
    if picked == 0:
        return EMPTY
    if picked > len(EACH) - rulings.min_neutral:
        return NO_NEUTRAL
    if rulings.enforce_chart and level in DIFFICULTIES:
        return "" if counts(task) == chart(level, rulings) else OFF_CHART
    return ""


def natural(task: Forces, rulings: Rulings) -> str:
    """Return the Difficulty that *task* falls into of itself [PL-FORCE-04]."""
    for level in DIFFICULTIES:
        if chart(level, rulings) == counts(task):
            return level
    return UNNAMED


@lru_cache(maxsize=1024)
def prefix(
    favored: tuple[int, ...], opposed: tuple[int, ...], level: str, rulings: Rulings
) -> Forces:
    """Return the aptest Forces, as many of each list as *level* asks for.

    The lists are ordered by how apt a Force is. An unnamed level takes them whole.
    """
    if level in DIFFICULTIES:
        some, others = chart(level, rulings)
        favored, opposed = favored[:some], opposed[:others]
    return Forces(sum(1 << f for f in favored), sum(1 << f for f in opposed))


def gathered(leans: Sequence[str]) -> Forces:
    """Return the task that *leans*, one for each Force in order, describe."""
    favored = sum(1 << f for f, lean in enumerate(leans) if lean == FAVORED)
    opposed = sum(1 << f for f, lean in enumerate(leans) if lean == OPPOSED)
    return Forces(favored, opposed)


def lean(task: Forces, force: int) -> str:
    """Return what *force* is to *task*."""
    if task.favored >> force & 1:
        return FAVORED
    return OPPOSED if task.opposed >> force & 1 else NEUTRAL


def open_leans(
    leans: Sequence[str], first: str, level: str, rulings: Rulings
) -> tuple[str, ...]:
    """Return what the next Force may be, so that a legal pair can still be reached.

    *first* comes first when it may be chosen: it is what silence means.
    """
    wanted = (first, *(other for other in LEANS if other != first))
    return tuple(one for one in wanted if _reachable((*leans, one), level, rulings))


def picked(
    given: Sequence[str], usual: Forces, level: str, rulings: Rulings
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return (what the Forces are so far, what the next one may be).

    *given* has one word for each Force, "" where it is not yet said. Where one word
    only is left, nobody is asked; nothing is open when all are said.
    """
    so_far: tuple[str, ...] = ()
    for force, one in enumerate(given):
        word = one
        if not word:
            word, *others = open_leans(so_far, lean(usual, force), level, rulings)
            if others:
                return so_far, (word, *others)
        so_far = (*so_far, word)
    return so_far, ()


def _reachable(leans: tuple[str, ...], level: str, rulings: Rulings) -> bool:
    task = gathered(leans)
    left = len(EACH) - len(leans)
    if not left:
        return not illegal(task, rulings, level)
    if task.both.bit_count() > len(EACH) - rulings.min_neutral:
        return False
    if not (rulings.enforce_chart and level in DIFFICULTIES):
        return True
    some, others = counts(task)
    favored, opposed = chart(level, rulings)
    short = (favored - some, opposed - others)
    return min(short) >= 0 and sum(short) <= left
