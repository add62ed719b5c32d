"""Estimates after stopping early are nearer the truth than the mean at the stop."""

from itertools import pairwise
from statistics import median

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.statistics.betting import Numbers, always_valid
from sim.statistics.gsprt import Bounds, ratio
from sim.statistics.stopped import (
    _onward,
    _solve,
    _stopped,
    median_unbiased_mean,
    settles_by_bets,
    settles_by_ratio,
)

VALUES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
LAW = np.array([0.03, 0.15, 0.45, 0.27, 0.10])
LOOKS = [10, 20, 30, 40, 50, 62, 77, 96, 120, 150, 187, 233]


@pytest.mark.slow
def test_estimate_is_nearer_the_truth_than_where_it_stopped() -> None:
    """The corrected estimate is nearer the truth than the mean at the stop."""
    random = np.random.default_rng(3)
    rule = settles_by_bets(0.95, 0.05)
    truth = float(VALUES @ LAW)
    means: list[float] = []
    estimates: list[float] = []
    for _ in range(300):
        times = np.zeros((1, 5))
        before = 0
        seen: list[int] = []
        for look in LOOKS:
            times += random.multinomial(look - before, LAW)
            before = look
            seen.append(look)
            if rule(VALUES, times)[0]:
                break
        scores = dict(zip(VALUES.tolist(), times[0].tolist(), strict=True))
        means.append(float(times[0] @ VALUES / times.sum()))
        estimates.append(median_unbiased_mean(scores, seen, rule))

    assert abs(median(estimates) - truth) < abs(median(means) - truth)


@pytest.mark.parametrize(
    "scores", [{0.75: 20}, {0.5: 20, 0.75: 20}, {0.0: 10, 1.0: 10}, {0.25: 16, 0.75: 4}]
)
def test_whoever_never_stops_early_is_estimated_by_the_mean(
    scores: dict[float, int],
) -> None:
    """Without an early stop the estimate is the mean."""
    blocks = sum(scores.values())
    mean = sum(value * times for value, times in scores.items()) / blocks
    estimate = median_unbiased_mean(
        scores, [blocks], lambda _, times: np.zeros(len(times))
    )
    assert estimate == pytest.approx(mean, abs=0.01)


def test_ratio_rule_settles_what_is_far_apart() -> None:
    """The ratio rule settles pairs that are clearly better, and no mixed few."""
    rule = settles_by_ratio(Bounds(0, 20), 2)
    settled = rule(VALUES, np.array([[0.0, 5, 20, 60, 30], [1.0, 2, 4, 2, 1]]))

    assert settled.tolist() == [1.0, 0.0]


def test_what_is_tested_unless_another_is_asked_for() -> None:
    """By default a test asks for 20 normalised Elo against 0, at 5 % each way."""
    assert Bounds() == Bounds(0.0, 20.0, 0.05, 0.05)


def test_bets_rule_knows_equal_from_open() -> None:
    """The rule of bets tells equal from open."""
    rule = settles_by_bets(0.95, 0.05)
    settled = rule(VALUES, np.array([[0.0, 0, 200, 0, 0], [0.0, 0, 10, 0, 0]]))

    assert settled.tolist() == [1.0, 0.0]


TIMES = st.lists(st.integers(0, 90), min_size=5, max_size=5).filter(any)


@settings(max_examples=60)
@given(TIMES, st.sampled_from([0.02, 0.05, 0.2]), st.sampled_from([0.9, 0.95]))
def test_bets_settle_when_their_interval_says_better_worse_or_equal(
    times: list[int], within: float, confidence: float
) -> None:
    """Bets settle when their printed interval says better, worse or equal."""
    scores = {
        score: count
        for score, count in zip(VALUES.tolist(), times, strict=True)
        if count
    }
    interval = always_valid(scores, confidence)
    edges = (0.5 - within, 0.5, 0.5 + within)
    if any(
        abs(end - edge) < 1e-6
        for end in (interval.low, interval.high)
        for edge in edges
    ):
        return
    equal = 0.5 - within <= interval.low and interval.high <= 0.5 + within
    rule = settles_by_bets(confidence, within)
    settled = bool(rule(VALUES, np.array([times], dtype=float))[0])
    assert settled == (interval.low > 0.5 or interval.high < 0.5 or equal)


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize("bounds", [Bounds(0, 20), Bounds(0, 60, 0.01, 0.1)])
def test_the_ratio_rule_settles_when_one_of_both_tests_does(
    bounds: Bounds, games: int
) -> None:
    """The ratio rule settles when one of its two tests does."""
    random, clear = np.random.default_rng(7), [0, 0]
    for edge in np.linspace(-0.3, 0.3, 40).tolist():
        law = np.array((0.2 - edge / 2, 0.1, 0.4, 0.1, 0.2 + edge / 2))
        for many in (60, 600, 4000):
            times = random.multinomial(many, law).astype(float)
            scores = dict(zip(VALUES.tolist(), times.tolist(), strict=True))
            back = {1 - score: count for score, count in scores.items()}
            most = max(ratio(counts, bounds, games) for counts in (scores, back))
            share = most / (bounds.upper if most > 0 else bounds.lower)
            if 0.8 < share < 1.25:
                continue
            settled = settles_by_ratio(bounds, games)(VALUES, times[None])[0]
            assert settled == (share > 1)
            clear[share > 1] += 1
    assert min(clear) >= 10


def test_each_play_goes_on_until_it_is_settled_and_no_longer() -> None:
    """Each simulated play goes on until its rule settles, and no longer."""
    looks, values, law = [3, 7, 8, 20], np.array([0.0, 1.0]), np.array([0.8, 0.2])

    def won_twice(_: Numbers, times: Numbers) -> Numbers:
        return np.asarray(times[:, 1] >= 2, dtype=float)

    times = _stopped(values, law, looks, won_twice, 400)
    blocks = times.sum(axis=1)
    assert set(blocks) == set(looks)
    assert (times[blocks < looks[-1], 1] >= 2).all()
    for before, after in pairwise(looks):
        # Of two wins among the blocks of an earlier look nobody played on.
        assert (times[blocks == after, 1] - (after - before) < 2).all()
    assert (times[:, 1] < 2).any()
    every = _stopped(values, law, looks, lambda _, there: there.sum(axis=1) >= 7, 9)
    assert set(every.sum(axis=1)) == {7}


@pytest.mark.parametrize("won", [{0.5: 6, 1.0: 14}, {0.25: 2, 0.75: 8, 1.0: 20}])
def test_who_stopped_early_is_estimated_nearer_to_even(won: dict[float, int]) -> None:
    """A match that stopped early is estimated nearer to even."""
    blocks, rule = sum(won.values()), settles_by_bets(0.95, 0.05)
    mean = sum(value * times for value, times in won.items()) / blocks
    looks = list(range(5, blocks + 1, 5))
    estimate = median_unbiased_mean(won, looks, rule)
    assert 0.5 < estimate < mean
    lost = {1 - value: times for value, times in won.items()}
    assert median_unbiased_mean(lost, looks, rule) == pytest.approx(
        1 - estimate, abs=0.02
    )


@given(st.lists(st.integers(1, 900), min_size=1, max_size=8, unique=True).map(sorted))
def test_plays_look_on_until_twice_the_blocks(looks: list[int]) -> None:
    """Simulated plays look as a tournament does, up to twice the blocks."""
    onward = _onward(looks)
    assert onward[: len(looks)] == looks
    assert onward[-1] >= 2 * looks[-1]
    for before, after in pairwise(onward[len(looks) - 1 :]):
        assert before < 2 * looks[-1]
        assert after - before == max(1, before // 4)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_under_the_tilted_law_half_of_the_plays_stop_higher(share: float) -> None:
    """Under the tilted law half of the plays stop higher."""
    random = np.random.default_rng(5)
    blocks = random.integers(20, 40, size=500).astype(float)
    away = VALUES - float(VALUES @ LAW)
    times = np.array([random.multinomial(int(many), LAW) for many in blocks])
    sums = times @ away
    above = (sums > np.quantile(sums, 1 - share)).astype(float)
    tilt = _solve(away, LAW, sums, blocks, above)
    likely = np.exp(tilt * sums) / (LAW @ np.exp(tilt * away)) ** blocks
    assert float(likely @ above / likely.sum()) == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize("blocks", [25.0, 100.0, 900.0])
@pytest.mark.parametrize("side", [0.0, 1.0])
def test_nothing_is_sought_beyond_one_and_a_half_standard_errors(
    blocks: float, side: float
) -> None:
    """The search moves the mean by one and a half standard errors at most."""
    away = VALUES - float(VALUES @ LAW)
    error = float(np.sqrt(LAW @ away**2 / blocks))
    plays = np.ones(50)
    tilt = _solve(away, LAW, 0 * plays, blocks * plays, side * plays)
    # A small tilt moves the mean by as much times the variance of a block.
    assert tilt * float(LAW @ away**2) == pytest.approx((1 - 2 * side) * 1.5 * error)
