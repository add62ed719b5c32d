"""Exact quantiles, and means with intervals that are wide enough."""

from collections import Counter
from math import inf, sqrt
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from benchmarks.bench_means import measure
from sim.statistics.counts import Counts, mean

values = st.lists(st.integers(0, 60), min_size=1, max_size=40)


def counted(values: list[int]) -> Counts:
    """Return *found*, counted."""
    return Counts(dict(Counter(values)))


@given(values, st.floats(0, 1))
def test_a_quantile_is_the_least_that_enough_stay_within(
    values: list[int], share: float
) -> None:
    """A quantile is the least value that enough values stay within."""
    quantile = counted(values).quantile(share)
    assert quantile in values
    assert sum(v <= quantile for v in values) >= share * len(values)
    assert share == 0 or sum(v < quantile for v in values) < share * len(values)


@given(values, values)
def test_merging_is_counting_on(some: list[int], more: list[int]) -> None:
    """Merged counts are the counts of all values, in any order."""
    both = counted(some)
    both.merge(counted(more))
    assert both == counted(more + some)
    assert both.total == sum(some + more)


@given(st.lists(st.integers(0, 60), min_size=2, max_size=40))
def test_a_mean_is_never_certain_nor_narrower_than_students(values: list[int]) -> None:
    """The interval of a mean is no point, and no narrower than Student's."""
    interval = mean(Counter(values))
    assert interval.low < interval.value < interval.high or not any(values)
    if any(values):
        games = len(values)
        spread = stdev(values) * stats.t.ppf(0.975, games - 1) / sqrt(games)
        assert interval.low < fmean(values) - spread + 1e-9
        assert interval.high > fmean(values) + spread - 1e-9


def test_of_rare_things_the_bound_is_as_poissons() -> None:
    """The upper bound of a rare event is slightly above Poisson's."""
    interval = mean({0: 98, 1: 2})
    exact = stats.chi2.ppf(0.975, 2 * (2 + 1)) / 2 / 100
    assert exact == pytest.approx(0.0722, abs=1e-4)
    assert exact < interval.high < 1.3 * exact


def test_of_what_never_happened_nobody_knows_how_much_it_is() -> None:
    """The mean of what never happened has no upper bound, also in JSON."""
    assert mean({0: 100}).high == inf
    assert counted([0] * 9).to_dict()["mean"] == {"value": 0, "low": 0, "high": None}


@pytest.mark.parametrize("least", [0, 1, 2])
def test_a_mean_has_no_bound_below_what_was_never_less_than_nothing(least: int) -> None:
    """The mean of what is never negative has no bound below 0."""
    times = {least: 3, 60: 1}
    assert mean(times).low < 0
    assert Counts(times).mean().low == 0
    below = {-1: 3, 60: 1}
    assert Counts(below).mean() == mean(below)
    assert Counts().mean() == mean({})


def test_of_no_game_nothing_is_known() -> None:
    """Without games the mean may be anything."""
    interval = mean({})
    assert (interval.low, interval.high) == (-inf, inf)


def test_of_one_game_nothing_is_known_but_itself() -> None:
    """With one game the mean has no bounds, null in JSON."""
    assert mean({4: 1}).to_dict() == {"value": 4.0, "low": None, "high": None}


def test_intervals_of_known_laws_hold_the_truth() -> None:
    """Intervals of known laws hold the truth 95 times of 100."""
    (section,) = measure(runs=300)
    assert min(figure.value for figure in section.figures) > 0.9


def test_a_count_of_0_or_1_is_a_share() -> None:
    """The mean of what is 0 or 1 has no bound above 1."""
    assert Counts({0: 2, 1: 48}).mean().high == 1.0
    assert Counts({0: 2, 1: 47, 2: 1}).mean().high > 1.0


@pytest.mark.parametrize("unit", [0.5, 3.0, 40.0])
@pytest.mark.parametrize(
    "times", [{0: 97, 1: 3}, {0: 5, 2: 1}, {1: 4, 7: 2}, {-2: 3, 0: 20, 5: 1}]
)
def test_an_interval_is_in_the_unit_of_its_values(
    times: dict[int, int], unit: float
) -> None:
    """An interval is multiplied with the unit of its values."""
    interval = mean(times)
    other = mean({unit * value: many for value, many in times.items()}, step=unit)
    ends = [interval.value * unit, interval.low * unit, interval.high * unit]
    assert [other.value, other.low, other.high] == pytest.approx(ends)
