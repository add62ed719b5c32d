"""Ranks, cycles and Holm's correction."""

import pytest

from sim.statistics.ranks import cycles, holm, rank_bounds


def test_holm_is_as_in_the_textbook() -> None:
    """Four p-values, as statsmodels and R adjust them."""
    found = holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005})

    assert found == pytest.approx({"a": 0.03, "b": 0.06, "c": 0.06, "d": 0.02})


def test_ranks_are_bounded_by_who_is_surely_above() -> None:
    """Two that nobody can tell apart, and one below both."""
    assert rank_bounds(3, [(0, 2), (1, 2)]) == [(1, 2), (1, 2), (3, 3)]
    assert rank_bounds(2, []) == [(1, 2), (1, 2)]


def test_cycles_are_named_once() -> None:
    """Rock, paper, scissors, and one that all beat."""
    beats = [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]

    assert cycles(beats) == [(0, 1, 2)]
    assert cycles([(0, 1), (1, 2), (0, 2)]) == []
