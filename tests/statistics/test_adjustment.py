"""Luck taken out: the mean stays, its spread goes."""

import numpy as np
import pytest

from sim.statistics.adjustment import adjusted


def test_what_goes_with_luck_is_taken_away() -> None:
    """Scores that are half skill, half luck: a quarter of the width is left."""
    random = np.random.default_rng(1)
    luck = random.normal(size=400)
    scores = np.clip(0.6 + 0.1 * luck + random.normal(0, 0.02, size=400), 0, 1)
    found = adjusted(scores.tolist(), [[one] for one in luck.tolist()])

    assert found is not None
    assert found.score.low < 0.6 < found.score.high
    assert found.saved > 0.9
    assert found.score.high - found.score.low < 0.02


def test_luck_that_fell_to_one_is_given_back() -> None:
    """The lucky half of an even match is even."""
    luck = [float(one) for one in range(1, 31)]
    scores = [0.5 + one / 100 for one in luck]
    found = adjusted(scores, [[one] for one in luck])

    assert found is not None
    assert found.score.value == pytest.approx(0.5)


def test_luck_of_no_consequence_saves_nothing() -> None:
    """And few blocks do not tell at all."""
    found = adjusted([0.0, 1.0] * 20, [[1.0], [1.0]] * 20)

    assert found is not None
    assert found.score.value == pytest.approx(0.5)
    assert found.saved == pytest.approx(0)
    assert adjusted([0.5] * 19, [[0.0]] * 19) is None
