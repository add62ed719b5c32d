"""What a choice is held against, where games were played."""

from sim.analysis.judging import MISTAKE, Z
from sim.analysis.measuring import decided, surest


def test_a_choice_is_held_against_who_is_surely_better() -> None:
    """Not only against the rival that a few games ranked first."""
    assert surest([(0.01, 0.01), (0.20, 0.02)]) == 1
    assert surest([(0.30, 0.02), (0.20, 0.02)]) == 0


def test_a_larger_gap_that_is_not_sure_changes_nothing() -> None:
    """To choose the largest of several would inflate what a choice costs."""
    assert surest([(0.01, 0.01), (0.20, 0.09)]) == 0


def test_a_mark_is_settled_when_no_threshold_is_within_the_interval() -> None:
    """That of a mistake, and that of a blunder."""
    assert decided(0.0, 0.9 * MISTAKE / Z)
    assert decided(0.1, 0.01)
    assert not decided(0.06, 0.01)
    assert not decided(0.20, 0.03)
