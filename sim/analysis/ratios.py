"""Estimates over many conflicts: costs a choice, advantages a round, shares of luck."""

from collections.abc import Sequence
from math import sqrt

from sim.statistics.intervals import CONFIDENCE, Interval, student_quantile

_PRIOR = 0.5


def ratio(
    tops: Sequence[float], bottoms: Sequence[float], *, prior: float = _PRIOR
) -> Interval:
    """Return the sum of *tops* for each of *bottoms*, with an interval of 95 %.

    There is a pair a conflict, so that choices of one conflict count as one draw. Few
    conflicts that all agree are no proof: the variance is never below that of one of
    them that differs by *prior*. Cochran, Sampling Techniques (1977), 6.3.
    """
    count, whole = len(tops), sum(bottoms)
    if not whole:
        return Interval(0.0, float("-inf"), float("inf"))
    value = sum(tops) / whole
    if count < _FEWEST:
        return Interval(value, float("-inf"), float("inf"))
    rests = [top - value * down for top, down in zip(tops, bottoms, strict=True)]
    spread = sum(one * one for one in rests) + prior * prior
    error = sqrt(spread * count / (count - 1)) / whole
    half = student_quantile(CONFIDENCE, count - 1) * error
    return Interval(value, value - half, value + half)


_FEWEST = 2


def shares(
    parts: Sequence[Sequence[tuple[float, ...]]], whole: Sequence[Sequence[float]]
) -> list[Interval]:
    """Return the share of the variance of the *whole* that each part explains.

    *whole* has a row a conflict with an amount a seat, *parts* the same with a tuple of
    parts, which add up to it. The shares add up to 1: each is the covariance of the
    part with the whole over the variance of the whole. A share below 0 says that the
    part worked against the whole. [] where the whole does not vary.
    """
    means = [_mean([row[seat] for row in whole]) for seat in range(len(whole[0]))]
    away = [
        [one - middle for one, middle in zip(row, means, strict=True)] for row in whole
    ]
    squares = [sum(one * one for one in row) for row in away]
    if sum(squares) <= _NOTHING:
        return []
    found: list[Interval] = []
    for part in range(len(parts[0][0])):
        with_it = [
            _mean([row[seat][part] for row in parts]) for seat in range(len(means))
        ]
        products = [
            sum(
                (one[part] - middle) * off
                for one, middle, off in zip(row, with_it, line, strict=True)
            )
            for row, line in zip(parts, away, strict=True)
        ]
        found.append(ratio(products, squares, prior=0.0))
    return found


_NOTHING = 1e-12


def _mean(amounts: Sequence[float]) -> float:
    return sum(amounts) / len(amounts)
