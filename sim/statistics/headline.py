"""Many conflicts in one sentence: who wins most, and whether that is sure."""

from collections.abc import Sequence

from sim.statistics.intervals import CONFIDENCE, wilson
from sim.statistics.records import Record
from sim.statistics.words import share

_NAMED = 3
"""So many sides have their share in the sentence."""


def headline(sides: Sequence[Record], what: str = "conflict") -> str:
    """Return the sentence about *sides*; each has its interval in it.

    "Most wins" is said where the side's interval lies above that of every other. With
    several others the intervals that are compared are wider (Bonferroni), so that the
    wrong side is named in at most 5 of 100 runs.
    """
    games = sides[0].games
    played = f"{games} {what}" if games == 1 else f"{games} {what}s"
    if not any(one.won for one in sides):
        drawn = f"; drawn: {sides[0].drawn}" if sides[0].drawn else ""
        return f"Nobody wins any of {played}{drawn}."
    first, *others = sorted(sides, key=lambda one: -one.won)
    said = f"{_name(first)}, {share(first.win)} of {played}"
    if not others:
        return f"Wins: {said}."
    rest = [f"{_name(one)} {share(one.win)}" for one in others[: _NAMED - 1]]
    more = len(others) - len(rest)
    rest += [f"{more} more less often"] * (more > 0)
    most = "Most wins" if _surely(first, others) else "Who wins most is open"
    return f"{most}: {said}; {', '.join(rest)}."


def _surely(first: Record, others: Sequence[Record]) -> bool:
    confidence = 1 - (1 - CONFIDENCE) / len(others)
    least = wilson(first.won, first.games, confidence).low
    return all(least > wilson(one.won, one.games, confidence).high for one in others)


def _name(side: Record) -> str:
    """Return what a side is called: by its one seat, or by its own name."""
    return side.seats[0] if len(side.seats) == 1 else side.side
