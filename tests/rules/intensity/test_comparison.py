"""Comparing two rolls: ties, the upper hand, discards and missing dice."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.dice.pool import Faces
from sim.rules.intensity.comparison.comparing import (
    Comparison,
    compared,
    descending,
    kept_without,
    padded,
)
from sim.rules.intensity.comparison.readings import Settled, Side

POOLS = st.lists(st.integers(1, 12), max_size=8).map(lambda f: descending(tuple(f)))


def told(a: Faces, b: Faces) -> tuple[list[tuple[int, int, str]], Comparison]:
    """Return the pairs of a comparison with their winners, and its result."""
    pairs = [
        (x, y, "a" if x > y else "b" if y > x else "tie")
        for x, y in zip(*padded(a, b), strict=True)
    ]
    return pairs, compared(a, b)


def test_in_compare_02_highest_meet_first() -> None:
    """IN-COMPARE-02: The highest dice meet first; a tie lower down is dropped.

    Worked example: IN-EX-04.
    """
    pairs, result = told((8, 5, 2), (6, 5, 1))
    assert pairs == [(8, 6, "a"), (5, 5, "tie"), (2, 1, "a")]
    assert result == Comparison(2, 0, "a", 2, 0)


def test_in_compare_03_ties_do_nothing() -> None:
    """IN-COMPARE-03: A tie gives neither side a success."""
    assert compared((5,), (5,)) == Comparison(0, 0, "none", 0, 0)


def test_in_compare_04_first_success_has_the_upper_hand() -> None:
    """IN-COMPARE-04, IN-R-14: The first pair that is no tie gives the upper hand.

    Worked example: IN-EX-05.
    """
    pairs, result = told((6, 3, 3), (6, 5, 2))
    assert pairs == [(6, 6, "tie"), (3, 5, "b"), (3, 2, "a")]
    assert result == Comparison(1, 1, "b", 1, 1)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((8, 2, 2, 1), (7, 6, 5, 4), Comparison(1, 3, "a", 1, 2)),  # IN-EX-06
        ((9, 1, 1, 1, 1), (8, 7, 6, 5, 4), Comparison(1, 4, "a", 1, 2)),  # IN-EX-07
        ((5, 4, 4, 2), (4, 4, 4, 3), Comparison(1, 1, "a", 1, 1)),  # IN-EX-12
    ],
)
def test_in_compare_05_every_other_success_is_lost(
    a: Faces, b: Faces, expected: Comparison
) -> None:
    """IN-COMPARE-05: Without the upper hand every second success is lost.

    Also tested: IN-EX-06, IN-EX-07 and IN-EX-12.
    """
    assert compared(a, b) == expected


def test_in_compare_05_kept_of_any_number() -> None:
    """IN-COMPARE-05, IN-EX-30, IN-R-17: Half the raw successes are kept, rounded up."""
    assert [kept_without(raw) for raw in range(9)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]


@pytest.mark.parametrize(
    ("a", "b", "pairs"),
    [
        ((4, 3, 2, 1), (4, 1), "tie a a tie"),  # IN-EX-08
        ((5, 2, 1), (), "a a tie"),  # IN-EX-09
        ((3, 1), (3,), "tie tie"),  # IN-EX-11
    ],
)
def test_in_compare_06_missing_dice_are_ones(a: Faces, b: Faces, pairs: str) -> None:
    """IN-COMPARE-06: A missing die counts as 1: a 2 beats it, and a 1 ties.

    Also tested: IN-EX-08, IN-EX-09 and IN-EX-11.
    """
    pairs_, result = told(a, b)
    assert " ".join(winner for _, _, winner in pairs_) == pairs
    assert result.raw_a == pairs.count("a")
    assert result.raw_b == 0


def test_in_r_15_when_all_tie_nobody_has_anything() -> None:
    """IN-R-15, IN-EX-10: If all pairs tie, nobody has the upper hand or a success."""
    assert compared((6, 4, 1), (6, 4, 1)) == Comparison(0, 0, "none", 0, 0)


def test_in_r_16_nothing_is_compared_with_nothing() -> None:
    """IN-R-16: There are as many pairs as the longer pool has dice."""
    assert padded((4, 2), (3,)) == ((4, 2), (3, 1))
    assert padded((), ()) == ((), ())


def test_in_r_13_one_roll_stands_against_several() -> None:
    """IN-R-13, IN-EX-13: One roll is compared with each attacker by itself."""
    target = (7, 4, 2)
    assert compared(target, (6, 5, 3)) == Comparison(1, 2, "a", 1, 1)
    assert compared(target, (8, 1)) == Comparison(2, 1, "b", 1, 1)


def test_in_ex_18_20_21_help_situation_and_penalty() -> None:
    """IN-EX-18, IN-EX-20, IN-EX-21: Help, situations and penalty dice compare alike."""
    assert compared((6, 4, 2), (7, 3, 1)) == Comparison(2, 1, "b", 1, 1)
    assert compared((8, 6, 3), (7, 2, 2)) == Comparison(3, 0, "a", 3, 0)
    assert compared((5, 3), (4, 2)) == Comparison(2, 0, "a", 2, 0)
    assert compared((5, 3), (6, 4, 2)) == Comparison(0, 3, "b", 0, 3)


@given(POOLS, POOLS)
@settings(max_examples=200, deadline=None)
def test_invariants_4_and_5_of_every_comparison(a: Faces, b: Faces) -> None:
    """Successes and ties add up to the pairs, and kept follows from the upper hand."""
    pairs, result = told(a, b)
    left, right = padded(a, b)
    assert left == descending(left)
    assert right == descending(right)
    ties = sum(winner == "tie" for _, _, winner in pairs)
    assert len(pairs) == max(len(a), len(b))
    assert result.raw_a + result.raw_b + ties == len(pairs)
    first = next((winner for _, _, winner in pairs if winner != "tie"), "none")
    assert result.hand == first
    for raw, kept, side in (
        (result.raw_a, result.kept_a, "a"),
        (result.raw_b, result.kept_b, "b"),
    ):
        assert kept == (raw if first == side else (raw + 1) // 2)


@given(POOLS, POOLS)
@settings(max_examples=100, deadline=None)
def test_swapping_sides_swaps_the_result(a: Faces, b: Faces) -> None:
    """Exchanging the sides exchanges the result."""
    ahead, swapped = compared(a, b), compared(b, a)
    assert (ahead.kept_a, ahead.kept_b) == (swapped.kept_b, swapped.kept_a)
    assert ahead.hand == {"a": "b", "b": "a", "none": "none"}[swapped.hand]


@given(POOLS, POOLS, st.integers(1, 12))
@settings(max_examples=300, deadline=None)
def test_invariant_12_another_die_never_hurts(a: Faces, b: Faces, face: int) -> None:
    """Adding a die never lowers the own kept successes nor raises the opponent's."""
    before = compared(a, b)
    after = compared(descending((*a, face)), b)
    assert after.kept_a >= before.kept_a
    assert after.kept_b <= before.kept_b


def test_in_r_30_a_reading_holds_raw_successes_only_where_they_count() -> None:
    """IN-R-30: A reading holds raw successes only if failures are counted raw."""
    sides = ((Side(known=(6, 1, 1)), Side(places=(0, 1, 2))),)
    narrow, wide = (3, 2, 1), (3, 3, 3)
    assert Settled(sides)(narrow)[1] == Settled(sides)(wide)[1] == (1, 1, 1)
    assert Settled(sides, raw=True)(narrow)[1] == (1, 1, 1, 1, 1)
    assert Settled(sides, raw=True)(wide)[1] == (1, 1, 1, 1, 2)
