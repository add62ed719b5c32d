"""The interval of a mean score for one look: empirical likelihood (Owen 1988).

The interval has the means of all laws under which the observed blocks are not much less
likely than under their own empirical law. So it is longer on the side of rare blocks,
where a symmetric interval would be too short. Scores that were never seen may still
occur, so for each bound half a block at that end of the scale is added. That also makes
up for few blocks, which do not show how much they vary. How often it holds the truth:
`python -m benchmarks.verdicts coverage`.
"""

from collections import Counter
from collections.abc import Iterable
from math import exp

import numpy as np

from sim.statistics.betting import Numbers
from sim.statistics.intervals import (
    CONFIDENCE,
    EVEN,
    Interval,
    Scores,
    normal_quantile,
)

_UNSEEN = 0.5
_FARTHEST = 40.0
_STEPS = 30
_DIGITS = 9


def one_look(scores: Scores, confidence: float = CONFIDENCE) -> Interval:
    """Return the mean of *scores* with the interval for a single look."""
    count = round(sum(scores.values()))
    if not count:
        return Interval(EVEN, 0.0, 1.0)
    mean = sum(score * times for score, times in scores.items()) / count
    quantile = normal_quantile(confidence)
    low = 1 - _most({1 - score: times for score, times in scores.items()}, quantile)
    high = _most(scores, quantile)
    return Interval(mean, min(low, mean), max(high, mean))


def one_look_over(values: Iterable[float]) -> Interval:
    """Return the same of one value a block; some may lie beyond 0 and 1.

    So do those of blocks that count more than others.
    """
    return one_look(Counter(round(value, _DIGITS) for value in values))


def _most(scores: Scores, quantile: float) -> float:
    """Return the largest mean that the interval of *scores* holds.

    Among the laws of one mean the likeliest divides the share of each score by a number
    that runs evenly from one end of the scale to the other. So these laws are a family
    with one parameter, and the result is the one whose log-likelihood is lower than
    that of the blocks themselves by half the square of the *quantile*.
    """
    least, most = min(0.0, *scores), max(1.0, *scores)
    # Half a block at the upper end, for what was never seen.
    seen = {**scores, most: scores.get(most, 0) + _UNSEEN}
    values = np.array(sorted(seen))
    times: Numbers = np.array([float(seen[value]) for value in values.tolist()])
    part: Numbers = (values - least) / (most - least)
    law = times
    near, far = 0.0, _FARTHEST
    for _ in range(_STEPS):
        middle = (near + far) / 2
        # The further *middle* is from 0, the less the highest scores are divided by,
        # and the higher the mean of the law. At 0 all divisors are one half: that is
        # the law of the blocks themselves.
        divisors = (1 - part) / (1 + exp(-middle)) + part / (1 + exp(middle))
        law = times / divisors
        # By how much less likely the blocks are under this law than under their own.
        # Twice this is distributed as the square of a normal deviate (Wilks).
        lost = float(times @ np.log(divisors * (law.sum() / times.sum())))
        if lost > quantile**2 / 2:
            far = middle
        else:
            near = middle
    return float(law @ values / law.sum())
