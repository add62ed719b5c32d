"""Ratio estimates over many conflicts: cost per choice, shares of luck, and others."""

from collections.abc import Sequence
from math import sqrt

from sim.statistics.intervals import CONFIDENCE, Interval, student_quantile

_PRIOR = 0.5


def ratio(
    tops: Sequence[float], bottoms: Sequence[float], *, prior: float = _PRIOR
) -> Interval:
    """Return the sum of *tops* over the sum of *bottoms*, with an interval of 95 %.

    This is the ratio estimator for clusters (Cochran, Sampling Techniques, 1977, 6.3):
    each conflict is one pair, so that its choices count as one draw. A few conflicts
    that all agree prove little, so the variance is at least that of one that differs by
    *prior*.
    """
    count, total = len(tops), sum(bottoms)
    if not total:
        return Interval(0.0, float("-inf"), float("inf"))
    value = sum(tops) / total
    if count < _FEWEST:
        return Interval(value, float("-inf"), float("inf"))
    residuals = [top - value * down for top, down in zip(tops, bottoms, strict=True)]
    spread = sum(residual * residual for residual in residuals) + prior * prior
    error = sqrt(spread * count / (count - 1)) / total
    half = student_quantile(CONFIDENCE, count - 1) * error
    return Interval(value, value - half, value + half)


_FEWEST = 2


def shares(
    parts: Sequence[Sequence[tuple[float, ...]]], whole: Sequence[Sequence[float]]
) -> list[Interval]:
    """Return the share of the variance of the *whole* that each part explains.

    *whole* has a row for each conflict with an amount for each seat, *parts* the same
    with a tuple of parts that add up to it. Each share is the covariance of the part
    with the whole, over the variance of the whole, so the shares add up to 1; one below
    0 means that the part worked against the whole. [] if the whole does not vary.
    """
    means = [_mean([row[seat] for row in whole]) for seat in range(len(whole[0]))]
    deviations = [
        [amount - middle for amount, middle in zip(row, means, strict=True)]
        for row in whole
    ]
    squares = [sum(amount * amount for amount in row) for row in deviations]
    if sum(squares) <= _NOTHING:
        return []
    intervals: list[Interval] = []
    for part in range(len(parts[0][0])):
        part_means = [
            _mean([row[seat][part] for row in parts]) for seat in range(len(means))
        ]
        products = [
            sum(
                (amounts[part] - middle) * deviation
                for amounts, middle, deviation in zip(
                    row, part_means, whole_row, strict=True
                )
            )
            for row, whole_row in zip(parts, deviations, strict=True)
        ]
        intervals.append(ratio(products, squares, prior=0.0))
    return intervals


_NOTHING = 1e-12


def _mean(amounts: Sequence[float]) -> float:
    return sum(amounts) / len(amounts)
