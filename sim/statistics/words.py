"""Figures in words: a share as a percentage, a mean to three digits or so."""

from math import isfinite

from sim.statistics.intervals import Interval

_TENS = 10


def figure(interval: Interval) -> str:
    """Return a mean with its interval, to three digits or so."""
    decimals = 2 if abs(interval.value) < _TENS else 1
    if abs(interval.value) >= _TENS * _TENS:
        decimals = 0
    text = f"{interval.value:.{decimals}f}"
    if not isfinite(interval.low) or not isfinite(interval.high):
        return text
    return text + f" [{interval.low:.{decimals}f}, {interval.high:.{decimals}f}]"


def share(interval: Interval) -> str:
    """Return a share with its interval, as percentages."""
    ends = f"[{100 * interval.low:.1f}, {100 * interval.high:.1f}]"
    return f"{100 * interval.value:.1f} % {ends}"
