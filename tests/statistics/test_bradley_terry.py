"""Strengths, held against choix; sides and ties, against what made them."""

import numpy as np
import pytest

from sim.statistics.bradley_terry import Met, Model


def test_strengths_are_those_of_choix() -> None:
    """choix.opt_pairwise without a prior, on 180 games among four."""
    cells = [Met(*pair, 0, -1, -1) for pair in ((0, 1), (1, 2), (0, 2), (0, 3), (2, 3))]
    counts = [[30, 0, 20], [25, 0, 25], [28, 0, 12], [9, 0, 1], [15, 0, 5]]
    found = Model(4, cells).fit(np.array(counts, dtype=float), prior=1e-9)

    assert found[:4] == pytest.approx(
        [0.7784583286, 0.2280383654, 0.0908917204, -1.0973884145], abs=1e-6
    )


def test_a_side_that_wins_is_no_strength() -> None:
    """Equals of whom the one on side 0 always has the odds at 3 to 1."""
    cells = [Met(0, 1, 0, 0, 1), Met(0, 1, 0, 1, 0)]
    counts = np.array([[75.0, 0, 25], [25, 0, 75]])
    found = Model(2, cells).fit(counts, prior=1e-9)

    assert found[:2] == pytest.approx([0, 0], abs=1e-9)
    assert found[2] - found[3] == pytest.approx(np.log(3), abs=1e-5)


def test_ties_have_a_rate_of_their_own() -> None:
    """Among equals as many ties as wins and losses together."""
    model = Model(2, [Met(0, 1, 0, -1, -1)])
    found = model.fit(np.array([[25.0, 50, 25]]), prior=1e-9)
    win, tie, loss = model.chances(found)

    assert (win[0], tie[0], loss[0]) == pytest.approx((0.25, 0.5, 0.25), abs=1e-6)


def test_who_always_won_has_a_finite_strength() -> None:
    """The prior keeps it within bounds."""
    found = Model(2, [Met(0, 1, 0, -1, -1)]).fit(np.array([[40.0, 0, 0]]))

    assert 2 < found[0] < 20


def test_every_side_that_anybody_took_has_a_term() -> None:
    """Whether it was the one's or the other's; below 0 stands no side at all."""
    cells = [Met(0, 1, 0, 2, 0), Met(1, 0, 0, -1, -1), Met(0, 1, 3, 1, -1)]
    assert Model(2, cells).sides == ((0, 0), (0, 2), (3, 1))
