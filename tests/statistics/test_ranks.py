"""Ranks, cycles and Holm's correction."""

from graphlib import CycleError, TopologicalSorter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.statistics.ranks import cycles, holm, rank_bounds


def test_holm_is_as_in_the_textbook() -> None:
    """Holm's adjustment is that of statsmodels and R."""
    adjusted_ = holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005})

    assert adjusted_ == pytest.approx({"a": 0.03, "b": 0.06, "c": 0.06, "d": 0.02})


def test_ranks_are_bounded_by_who_is_surely_above() -> None:
    """The ranks of an agent are bounded by those surely above and below it."""
    assert rank_bounds(3, [(0, 2), (1, 2)]) == [(1, 2), (1, 2), (3, 3)]
    assert rank_bounds(2, []) == [(1, 2), (1, 2)]


def test_cycles_are_named_once() -> None:
    """Each cycle is named once."""
    beats = [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]

    assert cycles(beats) == [(0, 1, 2)]
    assert cycles([(0, 1), (1, 2), (0, 2)]) == []


def test_a_longer_cycle_is_found_where_no_three_are_one() -> None:
    """A cycle of four is found if no three of them are one."""
    ring = [(2, 3), (3, 0), (0, 1), (1, 2)]
    assert cycles(ring) == [(0, 1, 2, 3)]
    assert cycles([*ring, (4, 0), (4, 1)]) == [(0, 1, 2, 3)]
    assert cycles([*ring, (1, 3)]) == [(0, 1, 3), (0, 1, 2, 3)]


SOME = st.integers(0, 6)
EDGES = st.tuples(SOME, SOME).filter(lambda edge: edge[0] != edge[1])


@given(st.sets(EDGES))
def test_cycles_are_cycles_and_none_is_missed(edges: set[tuple[int, int]]) -> None:
    """Cycles consist of sure verdicts, and without any there is an order."""
    rings = cycles(sorted(edges))
    for ring in rings:
        assert len(set(ring)) == len(ring)
        assert set(zip(ring, (*ring[1:], ring[0]), strict=True)) <= edges
    below = {above: {b for a, b in edges if a == above} for above in range(7)}
    order = TopologicalSorter(below)
    if rings:
        with pytest.raises(CycleError):
            list(order.static_order())
    else:
        assert len(list(order.static_order())) == 7
