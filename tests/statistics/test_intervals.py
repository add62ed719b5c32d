"""Wilson's intervals are scipy's, and hold as often as they say."""

import pytest
from scipy import stats

from sim.statistics.intervals import wilson


@pytest.mark.parametrize(("won", "games"), [(0, 1), (8, 10), (10, 10), (263, 1000)])
@pytest.mark.parametrize("confidence", [0.95, 0.99])
def test_wilson_is_scipys(won: int, games: int, confidence: float) -> None:
    """Wilson's interval is scipy's."""
    interval = wilson(won, games, confidence)
    wanted = stats.binomtest(won, games).proportion_ci(confidence, "wilson")

    assert (interval.low, interval.high) == pytest.approx((wanted.low, wanted.high))


def test_wilson_of_eight_in_ten() -> None:
    """Wilson's interval of eight in ten is the textbook's, 0.490 to 0.943."""
    interval = wilson(8, 10)

    assert (interval.low, interval.high) == pytest.approx(
        (0.4901625, 0.9433178), abs=1e-7
    )


def test_wilson_of_nothing_says_nothing() -> None:
    """Without games Wilson's interval is from 0 to 1."""
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
