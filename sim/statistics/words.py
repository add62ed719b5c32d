"""Figures in words: a share as a percentage, a mean to three digits or so.

Where the ends of an interval would read alike there are more digits.
"""

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from math import isfinite
from typing import Literal

from sim.statistics.intervals import Interval

_TENS = 10
_MOST = 6
"""No figure has more decimals."""
_MOST_OF_BOUNDS = 11
"""No bound has more decimals: sums over a conflict are hardly more accurate."""
_LEAST = 1e-6
"""Chances nearer to 0 or 1 than this are not printed as figures."""
_ROUNDED = 1e-12
"""A chance nearer to 0 or 1 than this differs from it only by rounding."""


def figure(interval: Interval) -> str:
    """Return a mean with its interval, to three digits or so."""
    decimals = 2 if abs(interval.value) < _TENS else 1
    if abs(interval.value) >= _TENS * _TENS:
        decimals = 0
    low, high = interval.low, interval.high
    if not isfinite(low) or not isfinite(high):
        return f"{interval.value:.{decimals}f}"
    decimals = told_apart(low, high, decimals)
    ends = f"[{low:.{decimals}f}, {high:.{decimals}f}]"
    return f"{interval.value:.{decimals}f} {ends}"


def share(interval: Interval, *, exact: bool = False) -> str:
    """Return a share as a percentage, with its interval if it is not *exact*."""
    if exact:
        return f"{exactly(100 * interval.value)} %"
    low, high = 100 * interval.low, 100 * interval.high
    decimals = told_apart(low, high, 1)
    ends = f"[{low:.{decimals}f}, {high:.{decimals}f}]"
    return f"{100 * interval.value:.{decimals}f} % {ends}"


def exactly(value: float) -> str:
    """Return an exact number, to at most four decimals."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def chance(value: float) -> str:
    """Return an exact chance as a percentage; only 0 and 1 become 0 and 100 %."""
    if _ROUNDED < value < _LEAST:
        return f"under {100 * _LEAST:.4f} %"
    if _ROUNDED < 1.0 - value < _LEAST:
        return f"over {100 - 100 * _LEAST:.4f} %"
    return f"{exactly(100 * value)} %"


def between(low: float, high: float, least: int) -> str:
    """Return two bounds, with at least this many decimals, and more if they are close.

    The lower one is rounded down and the upper one up, so that what lies between the
    bounds lies between those that are printed.
    """
    digits = told_apart(low, high, least, _MOST_OF_BOUNDS)
    return f"{bound(low, -1, digits)} to {bound(high, 1, digits)}"


def bound(value: float, way: Literal[-1, 1], digits: int) -> str:
    """Return a bound with this many decimals, rounded down (-1) or up (1)."""
    unit = Decimal(1).scaleb(-digits)
    rounding = ROUND_CEILING if way > 0 else ROUND_FLOOR
    # Adding 0 turns -0 into 0.
    return f"{Decimal(repr(value)).quantize(unit, rounding) + 0:f}"


def told_apart(low: float, high: float, least: int, most: int = _MOST) -> int:
    """Return how many decimals, at *least* this many, tell *low* from *high*.

    If not even *most* do, return *least*.
    """
    for decimals in range(least, most + 1):
        if f"{low:.{decimals}f}" != f"{high:.{decimals}f}":
            return decimals
    return least
