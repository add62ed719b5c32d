"""Luck is taken out of a score without bias, and only where that narrows it."""

from itertools import product
from statistics import NormalDist, fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.statistics.adjustment import Adjustment, Numbers, adjustment, without_luck
from sim.statistics.intervals import Interval
from sim.statistics.likelihood import one_look


def drawn(seed: int, count: int, rate: float, weight: float) -> tuple[Numbers, Numbers]:
    """Return *count* blocks won at about *rate*, as luck of this *weight* decides."""
    random = np.random.default_rng(seed)
    luck = random.normal(size=count)
    rest = random.normal(size=count) * np.sqrt(1 - weight**2)
    return (weight * luck + rest < NormalDist().inv_cdf(rate)).astype(float), luck[
        :, None
    ]


def adjusted(values: Numbers, luck: Numbers, *, stopped: bool = False) -> Adjustment:
    """Return the adjustment of arrays."""
    return adjustment(values.tolist(), luck.tolist(), stopped=stopped)


def width(interval: Interval | None) -> float:
    """Return how wide an interval is that has to be there."""
    assert interval is not None
    return interval.high - interval.low


def test_what_goes_with_luck_is_taken_away() -> None:
    """If half of a score is luck, the adjusted interval is far narrower."""
    random = np.random.default_rng(1)
    luck = random.normal(size=400)
    scores = np.clip(0.6 + 0.1 * luck + random.normal(0, 0.02, size=400), 0, 1)
    adjustment = adjusted(scores, luck[:, None])

    assert adjustment.status == "adjusted"
    assert adjustment.adjusted is not None
    assert adjustment.adjusted.low < 0.6 < adjustment.adjusted.high
    assert adjustment.saved is not None
    assert adjustment.saved.low > 0.9
    assert width(adjustment.adjusted) < 0.02


def test_luck_that_fell_to_one_is_given_back() -> None:
    """The lucky half of an even match is adjusted to even."""
    luck = np.arange(1.0, 51.0)
    adjustment = adjusted(0.4 + luck / 100, luck[:, None])

    assert adjustment.adjusted is not None
    assert adjustment.adjusted.value == pytest.approx(0.4)


def test_the_mean_is_unbiased_exactly() -> None:
    """Over every luck of eight blocks the adjusted means average to the true one."""
    means = [
        without_luck(np.where(luck > 0, 1.0, 0.2), luck[:, None]).mean()
        for luck in map(np.array, product((-1.0, 1.0), repeat=8))
    ]

    assert fmean(means) == pytest.approx(0.6)


@given(
    st.lists(st.sampled_from((0.0, 0.25, 0.5, 0.75, 1.0)), min_size=12, max_size=40),
    st.integers(0, 11),
    st.floats(0, 1),
)
def test_no_block_decides_its_own_adjustment(
    scores: list[float], which: int, other: float
) -> None:
    """A block's own score has no part in its adjustment."""
    before = np.array(scores)
    luck = np.random.default_rng(2).normal(size=(len(scores), 2))
    after = before.copy()
    after[which] = other
    taken = (before - without_luck(before, luck))[which]

    assert taken == pytest.approx((after - without_luck(after, luck))[which])


@pytest.mark.parametrize("count", [2, 20, 200])
@pytest.mark.parametrize("won", [1.0, 1 - 1e-16, 0.0, 0.5])
def test_blocks_that_are_all_alike_tell_nothing_of_luck(count: int, won: float) -> None:
    """Blocks that are all alike have no adjusted interval."""
    luck = np.random.default_rng(3).normal(size=(count, 1))
    adjustment = adjusted(np.full(count, won), luck)

    assert adjustment == Adjustment("too_few", count, 0, 20)


@pytest.mark.parametrize("lost", [1, 5, 19])
def test_near_certainty_few_blocks_tell(lost: int) -> None:
    """Near certainty an adjustment needs twenty blocks that differ, and ten a place."""
    scores = np.array([0.0] * lost + [1.0] * 2000)
    luck = np.random.default_rng(4).normal(size=(len(scores), 2))

    assert adjusted(scores, luck[:, :1]).status == "too_few"
    assert adjusted(scores, luck).needed == 30
    assert adjusted(1 - scores, luck[:, :1]).status == "too_few"


def test_luck_of_no_consequence_is_not_taken_out() -> None:
    """Luck that does not change the scores is not taken out."""
    adjustments = [adjusted(*drawn(seed, 100, 0.5, 0.0)) for seed in range(100)]

    assert sum(adjustment.adjusted is not None for adjustment in adjustments) <= 2
    assert (
        fmean(adjustment.saved.value for adjustment in adjustments if adjustment.saved)
        < 0
    )


def test_the_saving_that_is_said_is_there_in_other_blocks() -> None:
    """The saving that is estimated is there over many tournaments."""
    many = [drawn(seed, 100, 0.5, 0.8) for seed in range(400)]
    adjustments = [adjusted(*blocks) for blocks in many]
    before = np.var([scores.mean() for scores, _ in many])
    after = np.var([without_luck(*blocks).mean() for blocks in many])
    said = fmean(
        adjustment.saved.value for adjustment in adjustments if adjustment.saved
    )

    assert said == pytest.approx(1 - after / before, abs=0.08)


@pytest.mark.slow
@pytest.mark.parametrize(("rate", "count"), [(0.5, 100), (0.8, 300), (0.95, 900)])
def test_the_interval_holds_the_truth(rate: float, count: int) -> None:
    """The adjusted interval holds the truth as often as it says."""
    adjustments = [adjusted(*drawn(seed, count, rate, 0.8)) for seed in range(300)]
    shown = [
        adjustment.adjusted
        for adjustment in adjustments
        if adjustment.adjusted is not None
    ]
    wrong = sum(interval.excludes(rate) for interval in shown)

    assert len(shown) > 290
    assert 3 <= wrong <= 28


@pytest.mark.parametrize("weight", [0.4, 0.6, 0.9])
@pytest.mark.parametrize("rate", [0.5, 0.9])
def test_it_is_narrower_by_what_is_saved_alone(rate: float, weight: float) -> None:
    """The adjusted interval is narrower by the square root of what is left."""
    scores, luck = drawn(5, 1000, rate, weight)
    adjustment = adjusted(scores, luck)
    plain = one_look({0.0: int((scores == 0).sum()), 1.0: int((scores == 1).sum())})

    assert adjustment.score == plain
    assert adjustment.saved is not None
    left = np.sqrt(1 - adjustment.saved.value)
    assert width(adjustment.adjusted) == pytest.approx(left * width(plain), rel=0.02)


def test_who_stops_by_the_score_has_no_interval_for_one_look() -> None:
    """A match that stopped by its score has no adjusted interval."""
    adjustment = adjusted(*drawn(6, 200, 0.5, 0.8), stopped=True)

    assert (adjustment.status, adjustment.score, adjustment.adjusted) == (
        "stopped",
        None,
        None,
    )


def test_without_luck_there_is_none_to_take_out() -> None:
    """Without luck, or without blocks, there is nothing to adjust."""
    assert adjustment([0.0, 1.0] * 20, [[1.0], [1.0]] * 20).status == "no_luck"
    assert adjustment([], []).status == "no_luck"


def test_it_is_json_by_name() -> None:
    """An adjustment is JSON by name; what was not estimated is null."""
    words = adjusted(*drawn(7, 200, 0.5, 0.8)).to_dict()
    none = adjustment([1.0] * 3, [[0.1], [0.2], [0.3]]).to_dict()

    assert words["status"] == "adjusted"
    assert [set(words[key]) for key in ("score", "saved", "adjusted")] == [
        {"value", "low", "high"}
    ] * 3
    assert none == {
        "status": "too_few",
        "blocks": 3,
        "differing": 0,
        "needed": 20,
        "score": None,
        "saved": None,
        "adjusted": None,
    }
