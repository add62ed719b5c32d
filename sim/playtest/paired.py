"""Intervals for what a conflict returns, and for differences under the same dice."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean

from sim.statistics.intervals import CONFIDENCE, Interval, student_quantile

_UNSEEN = 2.0
"""The squared deviation added for unseen games: that of two that differ wholly."""


def mean_with_interval(
    values: Sequence[float], confidence: float = CONFIDENCE
) -> Interval:
    """Return the mean of *values*, each between -1 and 1, with Student's interval.

    The variance of unseen games is added to that of the sample: after *n* equal games,
    up to about 3 in *n* may still differ (the rule of three). With fewer than two
    values the interval is the whole range.
    """
    count = len(values)
    if count < 2:  # noqa: PLR2004 - one value has no spread
        return Interval(fmean(values) if values else 0.0, -1.0, 1.0)
    value, error = mean_and_variance(values)
    half = student_quantile(confidence, count - 1) * sqrt(error)
    return Interval(value, value - half, value + half).within(-1.0, 1.0)


def mean_and_variance(
    values: Sequence[float], unseen: float = _UNSEEN
) -> tuple[float, float]:
    """Return the mean of *values*, two or more, and its variance.

    *unseen* is the squared deviation that is added for unseen games.
    """
    count, value = len(values), fmean(values)
    spread = sum((number - value) ** 2 for number in values) + unseen
    return value, spread / count / (count - 1)


def paired_differences(changed: Sequence[float], plain: Sequence[float]) -> list[float]:
    """Return the difference between *changed* and *plain*, game by game."""
    return [after - before for after, before in zip(changed, plain, strict=True)]


def corrected_confidence(asked: float) -> float:
    """Return the confidence of one interval so that all *asked* together hold at 95 %.

    Bonferroni's correction: it holds however the questions depend on each other. Those
    of two looks may share the misses unevenly: *asked* is then divided by their share.
    """
    return 1.0 - (1.0 - CONFIDENCE) / max(1, asked)
