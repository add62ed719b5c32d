"""Shares, gains and counts as the sentences of a playtest have them."""

from sim.statistics.counts import Counts
from sim.statistics.intervals import Interval
from sim.statistics.words import exactly, told_apart


def share_in_words(share: Interval) -> str:
    """Return a share as a number of 100, with its interval."""
    value, low, high = (100 * number for number in (share.value, share.low, share.high))
    digits = told_apart(low, high, 0)
    return f"{value:.{digits}f} of 100 ({low:.{digits}f} to {high:.{digits}f})"


def gain_in_words(gain: Interval) -> str:
    """Return a difference of returns with its interval, or an exact one."""
    if gain.low == gain.high:
        return f"{exactly(gain.value)}, exact"
    digits = told_apart(gain.low, gain.high, 2)
    return f"{gain.value:.{digits}f} ({gain.low:.{digits}f} to {gain.high:.{digits}f})"


def spread_in_words(counts: Counts, thing: str) -> str:
    """Return the median of what was counted, and the range of its middle half."""
    low, middle, high = (counts.quantile(share) for share in (0.25, 0.5, 0.75))
    plural = thing if middle == 1 else f"{thing}s"
    if low == high:
        return f"{middle} {plural}"
    return f"{middle} {plural} ({low} to {high})"
