"""Figures in words: a share as a percentage, a mean to three digits or so.

Where the ends of an interval would read alike there are more digits.
"""

from math import isfinite

from sim.statistics.intervals import Interval

_TENS = 10
_MOST = 6
"""No figure has more decimals."""


def figure(interval: Interval) -> str:
    """Return a mean with its interval, to three digits or so."""
    decimals = 2 if abs(interval.value) < _TENS else 1
    if abs(interval.value) >= _TENS * _TENS:
        decimals = 0
    low, high = interval.low, interval.high
    if not isfinite(low) or not isfinite(high):
        return f"{interval.value:.{decimals}f}"
    decimals = _told_apart(low, high, decimals)
    ends = f"[{low:.{decimals}f}, {high:.{decimals}f}]"
    return f"{interval.value:.{decimals}f} {ends}"


def share(interval: Interval) -> str:
    """Return a share with its interval, as percentages."""
    low, high = 100 * interval.low, 100 * interval.high
    decimals = _told_apart(low, high, 1)
    ends = f"[{low:.{decimals}f}, {high:.{decimals}f}]"
    return f"{100 * interval.value:.{decimals}f} % {ends}"


def _told_apart(low: float, high: float, least: int) -> int:
    """Return how many decimals, at *least* so many, tell *low* from *high*."""
    for decimals in range(least, _MOST + 1):
        if f"{low:.{decimals}f}" != f"{high:.{decimals}f}":
            return decimals
    return least
