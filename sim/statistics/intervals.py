"""Confidence intervals for shares, for means and for mirrored pairs.

Student's quantiles are scipy's, imported when the first is asked for, since most
commands never ask. Every interval here covers the truth in 95 of 100 uses unless told
otherwise, and none of them is ever empty or outside what is possible.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from math import isfinite, sqrt
from statistics import NormalDist

from msgspec import Struct

CONFIDENCE = 0.95
EVEN = 0.5

Scores = Mapping[float, float]
"""A block's score from 0 to 1 -> how many blocks had it."""

_FEW = 2
"""This many blocks are too few to show their own spread."""


class Interval(Struct, frozen=True):
    """An estimate with its confidence bounds."""

    value: float
    low: float
    high: float

    def __neg__(self) -> "Interval":
        return Interval(-self.value, -self.high, -self.low)

    @property
    def half_width(self) -> float:
        """Half the distance of the bounds."""
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        """Whether *value* lies outside the bounds."""
        return value < self.low or value > self.high

    def within(self, least: float, most: float) -> "Interval":
        """Return the interval with its bounds clipped to the possible range."""
        return Interval(self.value, max(least, self.low), min(most, self.high))

    def to_dict(self) -> dict[str, float | None]:
        """Return the three numbers by name, to 6 decimals; an unknown bound is None."""
        return {
            "value": round(self.value, 6),
            "low": round(self.low, 6) if isfinite(self.low) else None,
            "high": round(self.high, 6) if isfinite(self.high) else None,
        }


@cache
def normal_quantile(confidence: float) -> float:
    """Return the two-sided normal quantile of *confidence*."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


@cache
def student_quantile(confidence: float, freedom: int) -> float:
    """Return the same for Student's distribution with *freedom* degrees of freedom."""
    return float(import_module("scipy.special").stdtrit(freedom, (1 + confidence) / 2))


def wilson(won: float, games: float, confidence: float = CONFIDENCE) -> Interval:
    """Return Wilson's score interval for the share *won* of *games*.

    It may also be used for games with scores from 0 to 1, since the variance of these
    is never larger than that of wins and losses of the same mean.
    """
    if games <= 0:
        return Interval(0.5, 0.0, 1.0)
    return _wilson(won / games, games, normal_quantile(confidence))


def _wilson(share: float, games: float, quantile: float) -> Interval:
    share = min(1.0, max(0.0, share))
    square = quantile * quantile
    scale = 1 + square / games
    centre = (share + square / (2 * games)) / scale
    variance = share * (1 - share) / games + square / (4 * games * games)
    half = quantile * sqrt(variance) / scale
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return Interval(share, min(low, share), max(high, share))


def spread_over(
    share: float, spread: float, count: int, confidence: float = CONFIDENCE
) -> Interval:
    """Return the interval of a mean *share* over this many blocks.

    *spread* is the sum of squares by which the blocks differ from their mean. It is
    Wilson's interval with the number of independent games that would vary as these
    blocks do, and Student's quantile from three blocks on. To their spread that of one
    game more is added, so that blocks which happen to be all alike do not claim
    certainty. Where few blocks differ from the rest it is too short, and `one_look` of
    `sim.statistics.likelihood` is not.
    """
    # The mean of n blocks varies as spread / (n * (n + 1)), the mean of m games as game
    # / m. So these blocks are worth that many games, and never fewer than there are
    # blocks.
    game = share * (1 - share)
    effective = float(count)
    if game > 0:
        effective = max(effective, game * count * (count + 1) / (spread + game))
    if count <= _FEW:
        return _wilson(share, effective, normal_quantile(confidence))
    return _wilson(share, effective, student_quantile(confidence, count - 1))
