"""Nash averaging and alpha-rank, held against OpenSpiel."""

import numpy as np
import pytest

from sim.statistics.equilibrium import alpha_rank, nash_average

MIXED = (
    (0.0, 0.3, -0.2, 0.1),
    (-0.3, 0.0, 0.25, 0.1),
    (0.2, -0.25, 0.0, 0.1),
    (-0.1, -0.1, -0.1, 0.0),
)
ROCK = ((0, 1, -1, 0), (-1, 0, 1, -1), (1, -1, 0, 1), (0, 1, -1, 0))


@pytest.mark.parametrize(
    ("alpha", "shares"),
    [
        (1, (0.3893136061, 0.2844697796, 0.3261981308, 0.0000184835)),
        (10, (0.3364208323, 0.3310797344, 0.3324994334, 0.0)),
        (100, (1 / 3, 1 / 3, 1 / 3, 0.0)),
    ],
)
def test_alpha_rank_is_that_of_openspiel(
    alpha: float, shares: tuple[float, ...]
) -> None:
    """A population of 50, four agents of whom three make a cycle."""
    assert alpha_rank(MIXED, alpha=alpha) == pytest.approx(shares, abs=1e-8)


def test_nash_average_is_that_of_openspiel() -> None:
    """The last agent loses to all, and weighs nothing."""
    weights, got = nash_average(MIXED)

    assert weights == pytest.approx((1 / 3, 4 / 15, 2 / 5, 0), abs=1e-6)
    assert got == pytest.approx((0, 0, 0, -0.1), abs=1e-6)


def test_nash_average_is_not_moved_by_copies() -> None:
    """Rock twice: both rocks share what one would have."""
    weights, _ = nash_average(ROCK)

    assert weights == pytest.approx((1 / 6, 1 / 3, 1 / 3, 1 / 6), abs=1e-5)


def test_alpha_rank_of_who_beats_everybody_is_all() -> None:
    """The better spreads."""
    shares = alpha_rank(((0, 0.4), (-0.4, 0)), alpha=100)

    assert np.asarray(shares) == pytest.approx((1, 0), abs=1e-9)
