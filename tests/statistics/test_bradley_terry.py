"""Strengths, held against choix; sides and ties, against what made them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.statistics.betting import Numbers
from sim.statistics.bradley_terry import PRIOR, Met, Model


def test_strengths_are_those_of_choix() -> None:
    """Strengths are those of choix; sides and ties are fitted too."""
    cells = [Met(*pair, 0, -1, -1) for pair in ((0, 1), (1, 2), (0, 2), (0, 3), (2, 3))]
    counts = [[30, 0, 20], [25, 0, 25], [28, 0, 12], [9, 0, 1], [15, 0, 5]]
    strengths = Model(4, cells).fit(np.array(counts, dtype=float), prior=1e-9)

    assert strengths[:4] == pytest.approx(
        [0.7784583286, 0.2280383654, 0.0908917204, -1.0973884145], abs=1e-6
    )


def test_a_side_that_wins_is_no_strength() -> None:
    """An advantage of a side is fitted as the side's, not as strength."""
    cells = [Met(0, 1, 0, 0, 1), Met(0, 1, 0, 1, 0)]
    counts = np.array([[75.0, 0, 25], [25, 0, 75]])
    strengths = Model(2, cells).fit(counts, prior=1e-9)

    assert strengths[:2] == pytest.approx([0, 0], abs=1e-9)
    assert strengths[2] - strengths[3] == pytest.approx(np.log(3), abs=1e-5)


def test_ties_have_a_rate_of_their_own() -> None:
    """Ties are fitted with a rate of their own."""
    model = Model(2, [Met(0, 1, 0, -1, -1)])
    terms = model.fit(np.array([[25.0, 50, 25]]), prior=1e-9)
    win, tie, loss = model.chances(terms)

    assert (win[0], tie[0], loss[0]) == pytest.approx((0.25, 0.5, 0.25), abs=1e-6)


def test_who_always_won_has_a_finite_strength() -> None:
    """An agent that always won has a finite strength."""
    strengths = Model(2, [Met(0, 1, 0, -1, -1)]).fit(np.array([[40.0, 0, 0]]))

    assert 2 < strengths[0] < 20


def test_every_side_that_anybody_took_has_a_term() -> None:
    """Every side that was taken has a term."""
    cells = [Met(0, 1, 0, 2, 0), Met(1, 0, 0, -1, -1), Met(0, 1, 3, 1, -1)]
    assert Model(2, cells).sides == ((0, 0), (0, 2), (3, 1))


CELLS = [
    *(Met(0, 1, 0, 0, 1), Met(1, 0, 0, 0, 1), Met(0, 2, 0, 1, 0)),
    *(Met(1, 2, 1, 0, 1), Met(2, 0, 1, 1, 0), Met(2, 1, 2, -1, -1)),
]
RESULTS = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 9), st.integers(0, 30)),
    min_size=len(CELLS),
    max_size=len(CELLS),
)


def likelihood(model: Model, counts: Numbers, terms: Numbers) -> float:
    """Return how likely *counts* are under *terms*, logarithms with the prior's."""
    chances = np.stack(model.chances(terms[None]), axis=2)[0]
    return float((counts * np.log(chances)).sum() - PRIOR / 2 * terms @ terms)


@settings(max_examples=40)
@given(RESULTS)
def test_no_other_terms_are_likelier(results: list[tuple[int, int, int]]) -> None:
    """No change of a fitted term is likelier."""
    model, counts = Model(3, CELLS), np.array(results, dtype=float)
    terms = model.fit(counts)
    best = likelihood(model, counts, terms)
    for place in range(len(terms)):
        for step in (-0.02, 0.02):
            other = terms.copy()
            other[place] += step
            assert likelihood(model, counts, other) <= best + 1e-9


@given(st.lists(st.floats(-40, 40), min_size=10, max_size=10))
def test_chances_are_those_of_davidson(given_: list[float]) -> None:
    """Chances of win, tie and loss are Davidson's."""
    model, terms = Model(3, CELLS), np.array(given_)
    size = 3 + len(model.sides) + len(model.places)
    win, tie, loss = model.chances(np.resize(terms, size)[None])
    assert np.allclose(win + tie + loss, 1)
    values = np.resize(terms, size)
    for row, met in enumerate(model.cells):
        lead = values[met.first] - values[met.second]
        for side, sign in ((met.side, 1), (met.other, -1)):
            if side >= 0:
                lead += sign * values[3 + model.sides.index((met.place, side))]
        rate = values[3 + len(model.sides) + model.places.index(met.place)]
        odds = np.exp(np.array([lead / 2, rate, -lead / 2]))
        chances = np.array([win[0, row], tie[0, row], loss[0, row]])
        assert np.allclose(chances, odds / odds.sum())
