"""Matrix games have known values, and optimal mixes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from sim.optimal.matrix import optimal_mixes, value_of_mixes

EXACT = 1e-12

GAMES = [
    ([[0.0, 1.0], [1.0, 0.0]], 0.5),
    ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0.0),
    ([[0, -1, 2], [1, 0, -1], [-2, 1, 0]], 0.0),
    ([[3, 1], [0, 2]], 1.5),
    ([[4, 2, 1], [0, 1, 0.5]], 1.0),
    ([[1.0]], 1.0),
    ([[2, 2, 2]], 2.0),
    ([[1, 2], [1, 2]], 1.0),
]


@pytest.mark.parametrize(("matrix", "value"), GAMES)
def test_known_games(matrix: list[list[float]], value: float) -> None:
    """Known matrix games have their known values and proper mixes."""
    solution = optimal_mixes(np.array(matrix, dtype=float))
    assert solution.low == pytest.approx(value, abs=EXACT)
    assert solution.gap < EXACT
    assert solution.rows.sum() == pytest.approx(1.0)
    assert solution.columns.sum() == pytest.approx(1.0)


@given(
    arrays(
        np.float64,
        array_shapes(min_dims=2, max_dims=2, max_side=5),
        elements=st.integers(-8, 8).map(lambda one: one / 8),
    )
)
def test_nobody_gains_by_leaving_a_mix(matrix: np.ndarray) -> None:
    """Optimal mixes have no negative share, and nobody gains by leaving them."""
    solution = optimal_mixes(matrix)
    assert solution.rows.min() >= 0.0
    assert solution.columns.min() >= 0.0
    assert solution.gap >= -EXACT
    assert solution.gap < EXACT


def test_the_worth_of_mixes_is_what_the_other_side_leaves_of_them() -> None:
    """A pure answer to matching pennies secures nothing."""
    pure = np.array([1.0, 0.0])
    solution = value_of_mixes(np.array([[0.0, 1.0], [1.0, 0.0]]), pure, pure)
    assert (solution.low, solution.high) == (0.0, 1.0)
