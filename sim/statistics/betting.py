"""Confidence sequences for a mean, valid at every look, by betting.

Betting on scores from 0 to 1 against the true mean gains nothing on average, however
long one plays and whenever one stops: the fortune is a martingale. So a mean against
which bets have made a fortune of 40 is wrong, except one time in 40, even if somebody
looked after every block. Fortunes are the average over a few fixed stakes, so they
depend only on how often each score occurred, not on the order or the looks.

The method is that of Waudby-Smith and Ramdas, "Estimating means of bounded random
variables by betting" (2024), with a mixture of stakes.
"""

from collections import Counter
from collections.abc import Iterable
from math import inf, log

import numpy as np
import numpy.typing as npt

from sim.statistics.intervals import CONFIDENCE, EVEN, Interval, Scores

STAKES = (0.01, 0.02, 0.04, 0.07, 0.11, 0.17, 0.25, 0.36, 0.5, 0.68, 0.86, 0.97)
"""The share of its fortune that each bettor stakes on each block."""

_STAKES = np.array(STAKES)[:, None]
_STEPS = 30
_TINY = 1e-12
_DIGITS = 9

Numbers = npt.NDArray[np.float64]


def log_wealth(scores: Scores, mean: float) -> float:
    """Return the log-wealth of bets that the mean is above *mean*."""
    if not scores:
        return 0.0
    return _fortune(*_columns(scores), mean)


def log_evidence(scores: Scores, mean: float = EVEN) -> float:
    """Return the logarithm of the evidence that the mean is not *mean*.

    Evidence of 20 or more comes up, whenever and however often somebody looks, in at
    most one of 20 cases where the mean is *mean*.
    """
    mirrored = {1 - score: times for score, times in scores.items()}
    # Half the money bets on more and half on less, so the larger fortune counts half:
    # looking at both sides is no free second chance.
    return max(log_wealth(scores, mean), log_wealth(mirrored, 1 - mean)) - log(2)


def always_valid(scores: Scores, confidence: float = CONFIDENCE) -> Interval:
    """Return the mean of *scores*, with bounds that hold at every look at once."""
    if not scores:
        return Interval(EVEN, 0.0, 1.0)
    values, times = _columns(scores)
    # Each bound may be wrong in half of the cases that the confidence leaves.
    goal = log(2 / (1 - confidence))
    mean = float(values @ times / times.sum())
    # An upper bound is a lower bound of the scores seen from the other end.
    low = _least(values, times, mean, goal)
    high = 1 - _least(1 - values, times, 1 - mean, goal)
    return Interval(mean, min(low, mean), max(high, mean))


def always_valid_over(
    values: Iterable[float], confidence: float = CONFIDENCE
) -> Interval:
    """Return the same for one value per block; some may lie beyond 0 and 1.

    This is so for blocks that count more than others.
    """
    given = list(values)
    least, most = min([0.0, *given]), max([1.0, *given])
    width = most - least
    scaled = always_valid(
        Counter(round((value - least) / width, _DIGITS) for value in given), confidence
    )
    ends = (least + width * end for end in (scaled.value, scaled.low, scaled.high))
    return Interval(*ends)


def _columns(scores: Scores) -> tuple[Numbers, Numbers]:
    ordered = sorted(scores.items())
    values = np.array([score for score, _ in ordered])
    return values, np.array([float(times) for _, times in ordered])


def _least(values: Numbers, times: Numbers, mean: float, goal: float) -> float:
    """Return the least mean against which bets on more have not yet made *goal*."""
    # The fortune falls with the mean that is bet against, so bisect between a mean that
    # is refused and the observed mean, which is not. The result is refused or 0, so
    # that rounding can only make the interval wider.
    low, high = 0.0, mean
    if mean <= _TINY or _fortune(values, times, _TINY) < goal:
        return 0.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _fortune(values, times, max(middle, _TINY)) >= goal:
            low = middle
        else:
            high = middle
    return low


def _fortune(values: Numbers, times: Numbers, mean: float) -> float:
    if mean <= 0:
        return inf if float(values.max()) > 0 else 0.0
    # A stake s multiplies the fortune by 1 + s * (score / mean - 1): never below 1 - s,
    # and 1 on average where the mean is true. Only how often each score came counts.
    gains = np.log1p(_STAKES * (values[None, :] / mean - 1)) @ times
    # The average of the bettors' fortunes. They may be too large for a float, so the
    # largest is taken out before they are added.
    most = float(gains.max())
    return most + log(float(np.exp(gains - most).sum()) / len(STAKES))
