"""What each side can be sure of when both play as well as can be.

That is worth a share of the budget only where the conflict between its own agents was
solved at once: with every choice free, a larger one would not fit either. How much may
be followed depends on the number of conflicts alone, so that the same report comes
again; the time only ends what takes unusually long.
"""

from math import inf

from msgspec import Struct

from sim.errors import FracasError
from sim.graph.budget import Budget
from sim.graph.clock import Clock
from sim.graph.progress import no_progress
from sim.playtest.findings import LARGE
from sim.playtest.ground import Ground
from sim.statistics.words import between
from sim.study.graph_results import graph_results

_EACH, _MOST = 20, 100_000
"""How many states may be followed for each conflict about fairness, and at most."""
_SECONDS = 30.0
_NARROW = 0.1
"""Bounds that are farther apart say nothing to a designer."""


class SureOf(Struct, frozen=True):
    """What a *side* can be sure of, as a return from 0 to 1: between *low* and *high*.

    Both are equal where it is exact.
    """

    side: str
    low: float
    high: float


class BestPlay(Struct, frozen=True):
    """What the two sides can be sure of, whatever the other does.

    It is *exact* where everything that can matter was followed, in this many *states*.
    """

    exact: bool
    states: int
    sides: tuple[SureOf, ...]

    def __str__(self) -> str:
        """Return it as a part of a sentence."""
        one, other = self.sides
        return (
            f"{one.side} can be sure of a return of {_bounds_in_words(one)},"
            f" {other.side} of {_bounds_in_words(other)} ({self.certainty})"
        )

    @property
    def favours(self) -> tuple[str, str] | None:
        """Who can be sure of clearly more than who; None if nobody can."""
        one, other = sorted(self.sides, key=lambda side: side.low)
        return (other.side, one.side) if other.low - one.high >= LARGE else None

    @property
    def certainty(self) -> str:
        """How sure it is: exact, or bounds."""
        return "exact" if self.exact else "bounds"


def best_play(ground: Ground, games: int, left: float = inf) -> BestPlay | None:
    """Return what is known of best play for a share of a budget of *games*.

    None if there are not two sides of one seat each, where next to nothing is known,
    or where no seconds are *left*.
    """
    seconds = min(_SECONDS, left)
    if seconds <= 0:
        return None
    budget = Budget(min(_MOST, _EACH * games), seconds=seconds)
    clock = Clock(seconds)
    try:
        worked = graph_results(
            ground.loaded, ground.agents, (), budget, clock, no_progress
        )
        sure = worked.guaranteed()
    except FracasError:
        return None
    side_of = {seat: side for side, own in ground.members.items() for seat in own}
    names = [ground.side_name(side_of[seat]) for seat in worked.sides.both]
    if any(one.high - one.low > _NARROW for one in sure):
        return None
    sides = tuple(
        SureOf(name, one.low, one.high) for name, one in zip(names, sure, strict=True)
    )
    exact = all(one.low == one.high for one in sure)
    return BestPlay(exact, len(worked.graph.blocks), sides)


def sure_returns_in_words(best: BestPlay) -> str:
    """Return the returns of which the sides can be sure, in words, and how sure."""
    sides = ", ".join([f"{one.side} {_bounds_in_words(one, 5)}" for one in best.sides])
    return f"returns to be sure of by best play, {best.certainty}: {sides}"


def _bounds_in_words(one: SureOf, digits: int = 3) -> str:
    if one.low == one.high:
        return f"{one.low:.{digits}f}"
    return between(one.low, one.high, digits)
