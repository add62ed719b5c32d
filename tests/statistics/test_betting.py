"""Intervals that hold at every look: bounds, mirror images and false alarms."""

from math import exp, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.statistics.betting import (
    STAKES,
    always_valid,
    always_valid_over,
    log_evidence,
    log_wealth,
)

SCORES = st.dictionaries(
    st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]),
    st.integers(1, 60),
    min_size=1,
)


def test_fortune_is_the_mean_of_the_bettors() -> None:
    """Fortune is the mean over stakes: a block won multiplies each by 1 + stake."""
    assert exp(log_wealth({1.0: 1}, 0.5)) == pytest.approx(
        sum(1 + stake for stake in STAKES) / len(STAKES)
    )


def test_fortune_does_not_grow_on_average_against_the_true_mean() -> None:
    """Against the true mean, fortune does not grow on average."""
    before = exp(log_wealth({0.0: 3, 1.0: 2}, 0.4))
    won = exp(log_wealth({0.0: 3, 1.0: 3}, 0.4))
    lost = exp(log_wealth({0.0: 4, 1.0: 2}, 0.4))

    assert 0.4 * won + 0.6 * lost == pytest.approx(before)


@given(SCORES)
def test_interval_holds_the_mean_and_is_possible(scores: dict[float, int]) -> None:
    """The interval contains the mean and lies within 0 and 1."""
    interval = always_valid(scores)

    assert 0 <= interval.low <= interval.value <= interval.high <= 1


@given(SCORES)
def test_interval_of_the_other_is_the_mirror_image(scores: dict[float, int]) -> None:
    """The interval of the other side is the mirror image."""
    there = always_valid(scores)
    back = always_valid({1 - score: times for score, times in scores.items()})

    assert (1 - back.low, 1 - back.high) == pytest.approx((there.high, there.low))


@given(SCORES)
def test_interval_excludes_one_half_where_the_evidence_says_so(
    scores: dict[float, int],
) -> None:
    """The interval excludes one half just if the verdict is settled."""
    against = log_evidence(scores)
    if abs(against - log(20)) > 1e-6:
        assert always_valid(scores).excludes(0.5) == (against > log(20))


def test_interval_of_nothing_is_everything() -> None:
    """Without blocks the interval is from 0 to 1."""
    interval = always_valid({})

    assert (interval.low, interval.high) == (0.0, 1.0)


def test_more_of_the_same_settles_more() -> None:
    """More blocks of the same result settle more."""
    lows = [always_valid({1.0: count}).low for count in range(1, 12)]

    assert lows == sorted(lows)
    assert lows[-1] > 0.5 > lows[5]


def test_looking_after_every_block_raises_few_false_alarms() -> None:
    """Of even matches looked at after every block at most one in twenty is settled."""
    random = Random(5)
    alarms = 0
    for _ in range(300):
        scores = dict.fromkeys((0.0, 0.25, 0.5, 0.75, 1.0), 0)
        for _ in range(150):
            scores[random.choice((0.0, 0.25, 0.5, 0.5, 0.75, 1.0))] += 1
            if sum(scores.values()) % 5 == 0 and log_evidence(scores) >= log(20):
                alarms += 1
                break
    assert alarms <= 15


def test_values_of_blocks_may_lie_beyond_the_scale() -> None:
    """Values beyond 0 to 1 are scaled; values within are left as they are."""
    values = [0.0, 0.5, 0.5, 1.0] * 6
    wide = always_valid_over([*values, 1.5])
    plain, given = always_valid_over(values), always_valid({0.0: 6, 0.5: 12, 1.0: 6})

    assert plain.low == pytest.approx(given.low)
    assert plain.high == pytest.approx(given.high)
    assert wide.value == pytest.approx(0.54)
    assert wide.low < wide.value < wide.high
