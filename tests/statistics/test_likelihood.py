"""Intervals for one look: how they are defined, and how often they hold, exactly."""

from collections.abc import Callable
from importlib import import_module
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.statistics.betting import always_valid
from sim.statistics.intervals import Interval, normal_quantile
from sim.statistics.likelihood import one_look, one_look_over

root: Callable[..., float] = import_module("scipy.optimize").brentq
SCORES = st.dictionaries(
    st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), st.integers(1, 50), min_size=1
)


@settings(max_examples=60)
@given(SCORES)
def test_it_stays_within_what_is_possible(counted: dict[float, int]) -> None:
    """The estimate lies between its bounds, and they within 0 and 1."""
    interval = one_look(counted)

    assert 0 <= interval.low <= interval.value <= interval.high <= 1
    assert interval.low < interval.high


@settings(max_examples=60)
@given(SCORES)
def test_it_is_fair_to_both_sides(counted: dict[float, int]) -> None:
    """The interval of the other side is the mirror image."""
    interval = one_look(counted)
    mirror = one_look({1 - score: times for score, times in counted.items()})

    assert (mirror.low, mirror.high) == pytest.approx(
        (1 - interval.high, 1 - interval.low)
    )


@pytest.mark.parametrize(
    "counted",
    [{0.0: 3, 0.25: 1, 0.5: 20, 1.0: 9}, {0.5: 196, 1.0: 4}, {0.25: 2, 0.75: 30}],
)
def test_its_upper_bound_is_that_of_empirical_likelihood(
    counted: dict[float, int],
) -> None:
    """The upper bound is that of empirical likelihood, with half a block added."""
    seen = {**counted, 1.0: counted.get(1.0, 0) + 0.5}
    values = np.array(list(seen))
    times = np.array(list(seen.values()), dtype=float)
    mean = one_look(counted).high
    away = values - mean

    def slope(multiplier: float) -> float:
        return float((times * away / (1 + multiplier * away)).sum())

    edge = 1e-9
    tilt = root(
        slope, -1 / away.max() + edge, -1 / min(away.min(), mean - 1 - edge) - edge
    )
    ratio = 2 * float(times @ np.log1p(tilt * away))

    assert ratio == pytest.approx(normal_quantile(0.95) ** 2, rel=1e-4)


def test_nothing_seen_says_nothing() -> None:
    """Without blocks nothing is known, and more of the same narrows the interval."""
    assert one_look({}) == Interval(0.5, 0.0, 1.0)
    lows = [one_look({1.0: count}).low for count in range(1, 30)]
    assert lows == sorted(lows)


def test_it_is_shorter_than_what_holds_at_every_look() -> None:
    """For one look the interval is shorter than for every look."""
    counted = {0.0: 5, 0.5: 90, 1.0: 25}
    once, always = one_look(counted), always_valid(counted)

    assert always.low < once.low < once.high < always.high


def test_values_beyond_the_scale_keep_their_weight() -> None:
    """Values beyond 0 to 1 keep their weight."""
    wide = one_look_over([0.2, 0.4, 1.4, 0.4, 0.6] * 6)
    cut = one_look_over([0.2, 0.4, 1.0, 0.4, 0.6] * 6)

    assert wide.value == pytest.approx(0.6)
    assert wide.high > cut.high


def covers(
    scores: tuple[float, float], count: int, share: float, intervals: list[Interval]
) -> float:
    """Return how often an interval holds the mean: *share* is that of the second.

    *found* are the intervals by how often the second score came of *count* blocks.
    """
    mean = scores[0] + (scores[1] - scores[0]) * share
    return sum(
        comb(count, times) * share**times * (1 - share) ** (count - times)
        for times, interval in enumerate(intervals)
        if interval.low - 1e-12 <= mean <= interval.high + 1e-12
    )


def each(
    scores: tuple[float, float], count: int, interval: Callable[..., Interval]
) -> list[Interval]:
    """Return the interval for every number of times that the second score came."""
    first, second = scores
    return [
        interval({score: many for score, many in made.items() if many})
        for times in range(count + 1)
        for made in [{first: count - times, second: times}]
    ]


@pytest.mark.parametrize("scores", [(0.5, 1.0), (0.5, 0.75), (1.0, 0.5), (0.0, 1.0)])
@pytest.mark.parametrize("count", [5, 20, 60])
def test_it_holds_the_truth_as_often_as_it_says(
    scores: tuple[float, float], count: int
) -> None:
    """The interval holds the truth in at least 93 of 100 cases, 95 on average."""
    intervals = each(scores, count, one_look)
    shares = np.concatenate([np.geomspace(0.002, 0.05, 12), np.linspace(0.1, 0.9, 9)])
    held = [covers(scores, count, share, intervals) for share in shares.tolist()]

    assert min(held) > 0.93
    assert sum(held) / len(held) > 0.95


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.005, 0.01, 0.015, 0.02, 0.03])
def test_rare_effects_on_one_side_are_covered_at_200_blocks(share: float) -> None:
    """Rare effects on one side are covered at 200 blocks."""
    intervals = each((0.5, 1.0), 200, one_look)

    assert covers((0.5, 1.0), 200, share, intervals) > 0.945
    # No longer than it has to be: about that of a normal law, where it holds well.
    usual = 2 * normal_quantile(0.95) * (0.25 * 0.25 / 200) ** 0.5
    assert intervals[100].high - intervals[100].low < 1.1 * usual
    assert intervals[2].high - intervals[2].value > 1.2 * (
        intervals[2].value - intervals[2].low
    )
