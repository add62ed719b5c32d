"""The ratio test gives the figures of fishtest's own module."""

from math import inf

import numpy as np
import pytest

from sim.statistics.gsprt import (
    Bounds,
    least_mean,
    mean_at,
    normalised_elo,
    pentanomial,
    ratio,
)

ORACLE = [
    ((39, 2226, 31451, 2412, 40), 2.936910, 2.847899),
    ((10789, 19328, 33806, 19402, 10543), -6.070429, -26.838449),
    ((13, 37, 50, 25, 3), -0.270447, -0.691546),
    ((379, 10170, 21828, 10640, 343), 2.945495, 1.977329),
    ((5, 20, 60, 30, 10), 0.169064, 0.407366),
    ((0, 3, 10, 7, 0), 0.045362, 0.110969),
    ((10, 0, 0, 0, 20), 0.080417, 0.197304),
]


def pairs(*counts: int) -> dict[float, float]:
    """Return so many pairs of 0, 1, 2, 3 and 4 quarters."""
    return {quarter / 4: times for quarter, times in enumerate(counts)}


@pytest.mark.parametrize(("counts", "two", "five"), ORACLE)
def test_ratio_is_that_of_fishtest(
    counts: tuple[int, ...], two: float, five: float
) -> None:
    """The ratio is that of fishtest, for pentanomial counts."""
    assert ratio(pairs(*counts), Bounds(0, 2)) == pytest.approx(two, abs=1e-5)
    assert ratio(pairs(*counts), Bounds(0, 5)) == pytest.approx(five, abs=1e-5)


def test_ratio_of_single_games_is_that_of_fishtest() -> None:
    """The ratio is that of fishtest, for single games."""
    scores = {0.0: 500, 0.5: 300, 1.0: 600}

    assert ratio(scores, Bounds(0, 5), games=1) == pytest.approx(1.478596, abs=1e-5)


def test_bounds_are_those_of_wald() -> None:
    """The bounds of the test are Wald's."""
    assert Bounds().lower == pytest.approx(-2.944439)
    assert Bounds().upper == pytest.approx(2.944439)


def test_scores_that_never_came_are_counted_as_rare() -> None:
    """Scores that never came are counted as rare."""
    assert pentanomial({0.5: 3, 1.0: 1}) == {0: 0, 0.25: 0, 0.5: 3, 0.75: 0, 1: 1}


def test_one_score_alone_decides_nothing() -> None:
    """Pairs that were all even decide nothing."""
    assert ratio({0.5: 50}, Bounds()) == 0.0
    assert ratio({}, Bounds()) == 0.0


@pytest.mark.parametrize(
    ("score", "elo"), [(0.0, -inf), (0.25, -inf), (0.5, 0.0), (1.0, inf)]
)
def test_scores_without_a_spread_are_as_far_as_can_be(score: float, elo: float) -> None:
    """Scores without a spread are as far from even as can be."""
    assert normalised_elo({score: 9}) == elo


def test_normalised_elo_and_the_mean_at_it_are_inverse() -> None:
    """Normalised Elo and the mean at it are inverse functions."""
    scores = pairs(5, 20, 60, 30, 10)

    assert mean_at(scores, normalised_elo(scores)) == pytest.approx(0.54)
    assert mean_at(scores, 0) == pytest.approx(0.5)
    assert normalised_elo({1.0: 3}) == float("inf")
    assert normalised_elo({0.5: 3}) == 0.0


@pytest.mark.parametrize("bounds", [Bounds(0, 20), Bounds(0, 60), Bounds(5, 30)])
def test_the_least_mean_says_what_the_test_says(bounds: Bounds) -> None:
    """If the test says better, the least mean exceeds its lower hypothesis."""
    random = np.random.default_rng(5)
    for extra in np.linspace(0, 0.3, 12).tolist():
        law = (0.2 - extra / 2, 0.1, 0.4, 0.1, 0.2 + extra / 2)
        scores = pairs(*random.multinomial(300, law).tolist())
        least, at_low = least_mean(scores, bounds), mean_at(scores, bounds.low)

        if ratio(scores, bounds) >= bounds.upper:
            assert at_low - 1e-9 <= least < mean_of(scores)
        else:
            assert least == pytest.approx(at_low)


def mean_of(scores: dict[float, float]) -> float:
    """Return the mean of *scores*."""
    return sum(score * times for score, times in scores.items()) / sum(scores.values())


def test_the_least_mean_of_equals_is_that_of_the_mirrored_test() -> None:
    """Where both tests accept their lower hypothesis neither mean is far from even."""
    bounds, scores = Bounds(0, 30), pairs(100, 300, 1000, 310, 100)
    back = {1 - score: times for score, times in scores.items()}
    assert max(ratio(scores, bounds), ratio(back, bounds)) <= bounds.lower

    least = least_mean(scores, bounds, equal=True)

    assert mean_at(scores, -bounds.high) <= least < 0.5
