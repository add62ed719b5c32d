"""Many conflicts in one sentence: who wins most, and whether that is sure."""

from collections.abc import Sequence

from sim.statistics.intervals import CONFIDENCE, wilson
from sim.statistics.records import Record
from sim.statistics.words import share

_NAMED = 3
"""The most sides whose shares are in the sentence."""


def headline(sides: Sequence[Record], what: str = "conflict") -> str:
    """Return the sentence about *sides*; each has its interval in it.

    "Most wins" is said where the side's interval lies above that of every other. With
    several others the intervals that are compared are wider (Bonferroni), so that the
    wrong side is named in at most 5 of 100 runs. Draws come first if there are more of
    them than of anybody's wins. With no games the sentence says that none is recorded.
    """
    games = sides[0].games
    if not games:
        return f"No {what} is recorded yet."
    played = f"{games} {what}" if games == 1 else f"{games} {what}s"
    drawn = sides[0].drawn
    if not any(side.won for side in sides):
        draws = f"; drawn: {drawn}" if drawn else ""
        return f"Nobody wins any of {played}{draws}."
    first, *others = sorted(sides, key=lambda side: -side.won)
    draws = share(wilson(drawn, games))
    of, before, after = f" of {played}", "", f"; drawn {draws}" * bool(drawn)
    if drawn > first.won:
        of, before, after = "", f"Drawn: {draws} of {played}. ", ""
    said = f"{_name(first)}, {share(first.win)}{of}"
    if not others:
        return f"{before}Wins: {said}{after}."
    rest = [f"{_name(side)} {share(side.win)}" for side in others[: _NAMED - 1]]
    more = len(others) - len(rest)
    rest += [f"{more} more less often"] * (more > 0)
    most = "Most wins" if _surely(first, others) else "Who wins most is open"
    return f"{before}{most}: {said}; {', '.join(rest)}{after}."


def _surely(first: Record, others: Sequence[Record]) -> bool:
    confidence = 1 - (1 - CONFIDENCE) / len(others)
    least = wilson(first.won, first.games, confidence).low
    return all(least > wilson(side.won, side.games, confidence).high for side in others)


def _name(side: Record) -> str:
    """Return the name of a side: that of its only seat, or its own."""
    return side.seats[0] if len(side.seats) == 1 else side.side
