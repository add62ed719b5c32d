"""Counts over many conflicts (rounds, harm, points spent): their distribution and mean.

Every value is kept with its exact count, so that quantiles and histograms
can be asked for later and summaries can be merged in any order.
"""

from bisect import bisect_left
from collections.abc import Mapping
from importlib import import_module
from itertools import accumulate
from math import ceil, fsum, inf, sqrt
from typing import Any

from msgspec import Struct, field

from sim.statistics.intervals import CONFIDENCE, Interval, student_quantile

QUARTILES = (0.25, 0.5, 0.75)
_FAR = 2
"""The imagined game is this many times as far from the mean as the farthest value."""


class Counts(Struct):
    """The number of times that each value occurred."""

    times: dict[int, int] = field(default_factory=dict[int, int])

    def add(self, value: int, times: int = 1) -> None:
        """Count *value*, *times* over."""
        self.times[value] = self.times.get(value, 0) + times

    def merge(self, other: "Counts") -> None:
        """Count what *other* counted."""
        for value, times in other.times.items():
            self.add(value, times)

    @property
    def games(self) -> int:
        """The number of conflicts in which it was counted."""
        return sum(self.times.values())

    @property
    def total(self) -> int:
        """The sum of all values."""
        return sum(value * times for value, times in self.times.items())

    @property
    def least(self) -> int | None:
        """The least value, None if there is none."""
        return min(self.times, default=None)

    @property
    def most(self) -> int | None:
        """The greatest value, None if there is none."""
        return max(self.times, default=None)

    def quantile(self, share: float) -> int | None:
        """Return the least value that at least *share* of the conflicts stay within."""
        if not self.times:
            return None
        ordered = sorted(self.times)
        within = list(accumulate(self.times[value] for value in ordered))
        return ordered[bisect_left(within, max(1, ceil(share * within[-1])))]

    def mean(self) -> Interval:
        """Return the mean; its interval stays within the possible range.

        Values that are never negative have no bound below 0; if they are all 0 or 1,
        the mean is a share, and has no bound above 1.
        """
        least = -inf if self.least is None or self.least < 0 else 0.0
        most = 1.0 if set(self.times) == {0, 1} else inf
        return mean(self.times).within(least, most)

    def to_dict(self) -> dict[str, Any]:
        """Return the mean with its interval, the quartiles, the ends, every value.

        Where nothing was counted all but the total and the values are None.
        """
        low, median, high = (self.quantile(share) for share in QUARTILES)
        return {
            "mean": self.mean().to_dict() if self.times else None,
            "least": self.least,
            "quartile": low,
            "median": median,
            "upper_quartile": high,
            "most": self.most,
            "total": self.total,
            "values": [[value, self.times[value]] for value in sorted(self.times)],
        }


def mean(
    times: Mapping[int, int] | Mapping[float, int],
    *,
    step: float = 1.0,
) -> Interval:
    """Return the mean of values that occurred this many *times*, with its interval.

    Few or rare values do not show their own spread, so the interval is Student's with
    one imagined game, twice as far from the mean as the farthest value, and at least
    two *steps*. If nothing is negative, it also reaches as high as that of a Poisson
    law with the dispersion of these values and one game as far as the farthest. A
    single game gives no bounds, and values that are all 0 no upper one. How often such
    intervals hold the truth: `python -m benchmarks means`.
    """
    games = sum(times.values())
    if not games:
        return Interval(0.0, -inf, inf)
    value = fsum(amount * count for amount, count in times.items()) / games
    if games == 1:
        return Interval(value, -inf, inf)
    if set(times) == {0}:
        return Interval(0.0, 0.0, inf)
    farthest = max(step, *(abs(amount - value) for amount in times))
    spread = fsum(count * (amount - value) ** 2 for amount, count in times.items())
    variance = (spread + (_FAR * farthest) ** 2) / games
    half = student_quantile(CONFIDENCE, games - 1) * sqrt(variance / games)
    low, high = value - half, value + half
    if value > 0 and min(times) >= 0:
        # Only the upper end can be the wider one: a Poisson law leans that way.
        unit = (spread + farthest**2) / games / value
        high = max(high, _poisson(value * games / unit) * unit / games)
    return Interval(value, low, high)


def _poisson(events: float) -> float:
    """Return the exact upper bound of a Poisson law's mean after this many *events*."""
    inverse = import_module("scipy.special").gammaincinv
    return float(inverse(events + 1, (1 + CONFIDENCE) / 2))
