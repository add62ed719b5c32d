"""Margins of pairings, and scores of sides where play stopped early."""

from math import inf

import pytest

from sim.conflict.stream import Line
from sim.statistics.intervals import Interval
from sim.store.contests import BlocksRecorded
from sim.tournament.formats import Course
from sim.tournament.ledger import Ledger
from sim.tournament.phrases import margin_in_words as words
from sim.tournament.places import place_scores
from sim.tournament.standings import all_pairings, mean_margin
from tests.tournament.cups import cup

Returns = list[tuple[float, float]]


def course(returns: Returns, until: str = "") -> Course:
    """Return a tournament of two in which the sides got so much, block by block."""
    ledger = Ledger(cup("steady", "bold", null=0, blocks=1000, until=until))
    lines = tuple(
        Line(number, "broken", got, 1, 1, 1, {}, b"")
        for number, (mine, theirs) in enumerate(returns)
        for got in ((mine, theirs), (theirs, mine))
    )
    ledger.add(BlocksRecorded(0, 0, 1, 0, lines, ((0.0, 0.0),) * len(lines)))
    return Course(ledger)


@pytest.mark.parametrize("until", ["", "settled"])
def test_margins_that_only_say_who_won_are_those_of_the_score(until: str) -> None:
    """Margins that only say who won have the interval of the score."""
    games = [(1.0, 0.0)] * 25 + [(0.0, 1.0)] * 4 + [(0.5, 0.5)]
    (pairing,) = all_pairings(course(games, until=until))

    assert pairing.verdict.says == "better"
    for of_score, of_margin in (
        (pairing.score.value, pairing.margin.value),
        (pairing.score.low, pairing.margin.low),
        (pairing.score.high, pairing.margin.high),
    ):
        assert of_margin == pytest.approx(2 * of_score - 1)


def test_other_margins_have_an_interval_of_their_own() -> None:
    """Other margins have an interval of their own, by bets on the returns."""
    (pairing,) = all_pairings(course([(0.6, 0.5)] * 60))

    assert pairing.score.low > 0.5
    assert pairing.margin.value == pytest.approx(0.1)
    assert pairing.margin.low < 0.1 < pairing.margin.high
    assert pairing.margin.low != pytest.approx(2 * pairing.score.low - 1)


def test_margins_beyond_what_returns_allow_have_no_bounds() -> None:
    """Margins beyond what returns allow have no bounds."""
    assert mean_margin([3.0, 1.0]) == Interval(2.0, -inf, inf)
    assert mean_margin([3.0, 1.0]).to_dict() == {
        "value": 2.0,
        "low": None,
        "high": None,
    }
    assert words(mean_margin([3.0, 1.0])) == "+2.00"
    assert words(Interval(-1e-9, -0.25, 0.25)) == "+0.00 [-0.25, +0.25]"
    assert mean_margin([]) == Interval(0.0, -1.0, 1.0)


def test_sides_have_an_interval_for_every_look_where_play_stops_by_the_score() -> None:
    """If play stops by the score, sides have the wider interval for every look."""
    games = [(1.0, 0.0), (0.0, 1.0)] * 20
    once, always = (
        place_scores(course(games, until=until)) for until in ("", "settled")
    )

    for at_once, at_every_look in zip(once, always, strict=True):
        assert at_every_look.score.low < at_once.score.low
        assert at_every_look.score.high > at_once.score.high
