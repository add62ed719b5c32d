"""Choosing Forces one by one, so that a legal pair of sets is reached.

The Storyguide picks Forces like this, and a player argues for others.
"""

from collections.abc import Sequence

from sim.rules.planets.forces.task import EACH, Forces, Lean, gathered, lean_of
from sim.rules.planets.phases import Leans
from sim.rules.planets.scenario.difficulty import chart, counts, illegal, is_bound
from sim.rules.planets.scenario.rulings import Rulings


def picked(
    given: Leans, usual: Forces, level: str | None, rulings: Rulings
) -> tuple[tuple[Lean, ...], tuple[Lean, ...]]:
    """Return (the Forces so far, the possible meanings of the next one).

    A Force with only one possibility is not asked; nothing is open when all are chosen.
    """
    so_far: tuple[Lean, ...] = ()
    for force, lean in enumerate(given):
        word = lean
        if word is None:
            word, *others = open_leans(so_far, lean_of(usual, force), level, rulings)
            if others:
                return so_far, (word, *others)
        so_far = (*so_far, word)
    return so_far, ()


def open_leans(
    leans: Sequence[Lean], first: Lean, level: str | None, rulings: Rulings
) -> tuple[Lean, ...]:
    """Return the meanings of the next Force with which a legal pair can be reached.

    *first* comes first if it may be chosen: it is the default.
    """
    wanted = (first, *(other for other in Lean if other != first))
    return tuple(lean for lean in wanted if _reachable((*leans, lean), level, rulings))


def _reachable(leans: tuple[Lean, ...], level: str | None, rulings: Rulings) -> bool:
    task = gathered(leans)
    left = len(EACH) - len(leans)
    if not left:
        return not illegal(task, rulings, level)
    if task.both.bit_count() > len(EACH) - rulings.min_neutral:
        return False
    if level is None or not is_bound(level, rulings):
        return True
    some, others = counts(task)
    favored, opposed = chart(level, rulings)
    short = (favored - some, opposed - others)
    return min(short) >= 0 and sum(short) <= left
