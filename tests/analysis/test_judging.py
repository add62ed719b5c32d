"""What a choice is compared with, where games are played, and how sure that is."""

from collections.abc import Mapping
from math import comb

import pytest

from sim.analysis.judging import MISTAKE, SURE
from sim.analysis.measuring import is_mark_certain, mean_gap, rival_to_compare
from sim.statistics.intervals import Interval


def _about(value: float, reach: float) -> Interval:
    return Interval(value, value - reach, value + reach)


def test_a_choice_is_held_against_who_is_surely_better() -> None:
    """A choice is compared with the rival that is most surely better."""
    assert rival_to_compare([_about(0.01, 0.02), _about(0.20, 0.05)]) == 1
    assert rival_to_compare([_about(0.30, 0.05), _about(0.20, 0.05)]) == 0


def test_a_larger_gap_that_is_not_sure_changes_nothing() -> None:
    """A larger gap that is not sure does not change what a choice costs."""
    assert rival_to_compare([_about(0.01, 0.02), _about(0.20, 0.2)]) == 0


def test_a_mark_is_settled_when_no_threshold_is_within_the_interval() -> None:
    """A mark is settled once no threshold lies within the interval."""
    assert is_mark_certain(_about(0.0, 0.9 * MISTAKE))
    assert is_mark_certain(_about(0.1, 0.04))
    assert not is_mark_certain(_about(0.06, 0.02))
    assert not is_mark_certain(_about(0.20, 0.06))


def _lost(times: int, games: int, loss: float) -> Interval:
    return mean_gap([loss] * times + [0.0] * (games - times))


LOOKS = (64, 128, 256)


def _settled_wrongly(loss: float, chance: float) -> float:
    """Return how likely a verdict on a rare loss is settled and wrong, exactly.

    A choice costs *loss* with this *chance*, else nothing. Games are doubled until the
    verdict is settled.
    """
    truth, wrong, before = loss * chance, 0.0, 0
    open_: Mapping[int, float] = {0: 1.0}
    for games in LOOKS:
        more = games - before
        law = [
            comb(more, k) * chance**k * (1 - chance) ** (more - k)
            for k in range(more + 1)
        ]
        after: dict[int, float] = {}
        for times, share in open_.items():
            for k, likely in enumerate(law):
                if likely > 1e-9:
                    after[times + k] = after.get(times + k, 0.0) + share * likely
        left: dict[int, float] = {}
        for times, share in after.items():
            interval = _lost(times, games, loss)
            if not is_mark_certain(interval):
                left[times] = share
            elif not interval.low <= truth <= interval.high:
                wrong += share
        open_, before = left, games
    return wrong


@pytest.mark.parametrize(
    ("loss", "chance"), [(1.0, 0.055), (1.0, 0.07), (0.5, 0.14), (1.0, 0.16)]
)
def test_rare_large_losses_are_not_settled_too_early(
    loss: float, chance: float
) -> None:
    """Rare large losses are not settled too early, however often one looks.

    With normal intervals of 2.5 standard errors, a choice that loses everything in 5.5
    of 100 games would be settled as no mistake five times in 100.
    """
    assert _settled_wrongly(loss, chance) <= 1 - SURE


def test_games_that_do_not_differ_settle_a_verdict() -> None:
    """Games that do not differ settle a mark once they rule out a rare loss."""
    assert not is_mark_certain(_lost(0, 64, 1.0))
    assert is_mark_certain(_lost(0, 256, 1.0))
    assert _lost(0, 256, 1.0).value == 0.0


def test_an_interval_holds_what_was_found() -> None:
    """The interval of a loss contains the mean, stays possible, and narrows."""
    few, many = _lost(4, 16, -0.5), _lost(64, 256, -0.5)
    assert few.value == many.value == pytest.approx(-0.125)
    assert -1.0 <= few.low < many.low < many.value < many.high < few.high <= 1.0
