"""The return that each side can be sure of when both play as well as possible.

This gets a share of the budget only if the conflict between its own agents was solved
at once: with every choice free, a larger one would not fit either. The number of states
to follow depends on the number of conflicts alone, so that the same report comes again;
the time only ends what takes unusually long.
"""

from math import inf

from msgspec import Struct

from sim.errors import FracasError
from sim.graph.budget import Budget
from sim.graph.clock import Clock
from sim.graph.progress import no_progress
from sim.playtest.arena import Arena
from sim.playtest.findings import LARGE
from sim.statistics.words import between
from sim.study.value_search import graph_results

_EACH, _MOST = 20, 100_000
"""The states that may be followed for each conflict about fairness, and at most."""
_SECONDS = 30.0
_NARROW = 0.1
"""Bounds that are farther apart than this say nothing to a designer."""


class SureOf(Struct, frozen=True):
    """The return, from 0 to 1, that a *side* can be sure of: between *low* and *high*.

    Both are equal where it is exact.
    """

    side: str
    low: float
    high: float


class BestPlay(Struct, frozen=True):
    """The returns that the two sides can be sure of, whatever the other does.

    It is *exact* where everything that can matter was followed, in this many *states*.
    """

    exact: bool
    states: int
    sides: tuple[SureOf, ...]

    def __str__(self) -> str:
        """Return it as a part of a sentence."""
        first, second = self.sides
        return (
            f"{first.side} can be sure of a return of {_bounds_in_words(first)},"
            f" {second.side} of {_bounds_in_words(second)} ({self.certainty})"
        )

    @property
    def favours(self) -> tuple[str, str] | None:
        """The side that can be sure of clearly more, and the other; or None."""
        weaker, stronger = sorted(self.sides, key=lambda side: side.low)
        return (
            (stronger.side, weaker.side)
            if stronger.low - weaker.high >= LARGE
            else None
        )

    @property
    def certainty(self) -> str:
        """How sure it is: exact, or bounds."""
        return "exact" if self.exact else "bounds"


def best_play(arena: Arena, games: int, left: float = inf) -> BestPlay | None:
    """Return what is known of best play for a share of a budget of *games*.

    None if there are not two sides of one seat each, if next to nothing is known, or if
    no seconds are *left*.
    """
    seconds = min(_SECONDS, left)
    if seconds <= 0:
        return None
    budget = Budget(min(_MOST, _EACH * games), seconds=seconds)
    clock = Clock(seconds)
    try:
        solved = graph_results(
            arena.loaded, arena.agents, (), budget, clock, no_progress
        )
        returns = solved.sure_returns()
    except FracasError:
        return None
    side_of = {seat: side for side, own in arena.members.items() for seat in own}
    names = [arena.side_name(side_of[seat]) for seat in solved.sides.both]
    if any(interval.high - interval.low > _NARROW for interval in returns):
        return None
    sides = tuple(
        SureOf(name, interval.low, interval.high)
        for name, interval in zip(names, returns, strict=True)
    )
    exact = all(interval.low == interval.high for interval in returns)
    return BestPlay(exact, len(solved.graph.blocks), sides)


def sure_returns_in_words(best: BestPlay) -> str:
    """Return the returns of which the sides can be sure, in words, and how sure."""
    sides = ", ".join(
        [f"{side.side} {_bounds_in_words(side, 5)}" for side in best.sides]
    )
    return f"each side can be sure of a return, {best.certainty}: {sides}"


def _bounds_in_words(side: SureOf, digits: int = 3) -> str:
    if side.low == side.high:
        return f"{side.low:.{digits}f}"
    return between(side.low, side.high, digits)
