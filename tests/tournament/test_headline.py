"""The headline of a tournament says what its verdicts say."""

from typing import Any

import pytest

from sim.library.scenario import load
from sim.statistics.intervals import Interval
from sim.tournament.contest import Terms, make_contest
from sim.tournament.headline import headline_sentence
from sim.tournament.places import PlaceScore
from sim.tournament.ratings import Ratings
from sim.tournament.result import Result, result_of
from sim.tournament.standings import Pairing, StandingsRow
from sim.tournament.verdicts import Says, Verdict
from tests.tournament.cups import cup, played

EVEN = Interval(0.5, 0.4, 0.6)
ALL: dict[str, Says] = {"ab": "better", "ac": "better", "bc": "better"}
LEVEL: dict[str, Says] = {"ab": "equal", "ac": "better"}


def shown(says: dict[str, Says], order: str = "abc", **more: Any) -> Result:  # noqa: ANN401 - fields of Result
    """Return the result in which "ab" (and so on) has the verdict *says*."""
    level = order.isupper()
    rows = tuple(
        StandingsRow(
            letter.lower(), 10, 5, 0, 5, 0, EVEN if level else Interval(at, 0, 1)
        )
        for letter, at in zip(order, (0.6, 0.5, 0.4, 0.3), strict=False)
    )
    pairs = tuple(
        Pairing(
            ab[0], ab[1], None, (), 0.5, EVEN, EVEN, Verdict(verdict, 10, EVEN, 0.05)
        )
        for ab, verdict in says.items()
    )
    contest = cup()
    plain = Result(contest, 0, 0, True, rows, pairs, (), None, (), (), (), b"")  # noqa: FBT003
    return Result(**{name: getattr(plain, name) for name in _FIELDS} | more)


_FIELDS = Result.__struct_fields__


@pytest.mark.parametrize(
    ("says", "sentence"),
    [
        (ALL, "a is best, sure; b second, sure."),
        ({"ab": "better", "ac": "better", "bc": "open"}, "a is best, sure; b second."),
        ({"ab": "open", "ac": "better"}, "a leads, but not surely: open against b."),
        ({"ba": "better", "ac": "better"}, "a scores most, but b beats it."),
        (LEVEL, "a and b are level, and ahead of the rest, sure."),
        ({"ab": "alike", "ac": "equal"}, "a, b and c are level, sure."),
        ({"ab": "better"}, "a scores most, and has not met c; b second."),
        ({"ba": "worse", "ca": "worse"}, "a is best, sure; b second."),
        ({}, ""),
    ],
)  # fmt: skip
def test_the_sentence_is_what_the_verdicts_say(
    says: dict[str, Says], sentence: str
) -> None:
    """The headline calls sure only what is settled, and names pairs that never met."""
    assert headline_sentence(shown(says)) == sentence


@pytest.mark.parametrize(
    ("says", "sentence"),
    [
        ({"ab": "open", "ac": "better"}, "a and b lead level; who is better is open."),
        (
            {"ab": "open", "ac": "open", "bc": "open"},
            "a, b and c lead level; who is better is open.",
        ),
    ],
)
def test_equal_scores_are_level(says: dict[str, Says], sentence: str) -> None:
    """Agents with equal scores are called level."""
    assert headline_sentence(shown(says, "ABC")) == sentence


RING: dict[str, Says] = {"bc": "better", "cd": "better", "bd": "worse"}


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("better", "a is best, sure; among the rest"),
        ("open", "Nobody is surely best"),
        ("worse", "Nobody is best"),
    ],
)
def test_who_is_above_a_ring_is_said(first: Says, said: str) -> None:
    """An agent above a cycle is named as above it."""
    says: dict[str, Says] = {**RING, "ab": first, "ac": first, "ad": first}
    ring = Ratings((), (), 0.95, (), (), (), (("b", "c", "d"),), ())
    sentence = headline_sentence(shown(says, "abcd", ratings=ring))
    assert sentence == f"{said}: b beats c beats d beats b."


def test_nobody_loses_where_only_one_side_is_open() -> None:
    """With one open side nobody is said to lose on a scenario."""
    terms = Terms(blocks=40, null=2, fixed={"the garrison": "first"})
    where, agents = [load("skill_gate")], ("uniform", "never")
    held = played(make_contest(where, agents, terms, seed="cup"))
    low = [place for place in result_of(held).places if place.score.high < 0.5]
    assert low
    assert not any(side.loses for side in low)


def test_a_weak_side_is_named() -> None:
    """The side on which an agent surely loses worst is named."""
    places = tuple(
        PlaceScore("a", "alley", side, 10, Interval(value, 0, 0.4), (), loses)
        for side, value, loses in (("A", 0.3, True), ("Bo", 0.2, True), ("C", 0, False))
    )
    says: dict[str, Says] = {"ab": "better"}
    sentence = headline_sentence(shown(says, "ab", places=places))
    assert sentence == "a is best, sure, and loses on alley as Bo."


def test_a_tournament_that_was_played_has_one() -> None:
    """A played tournament of two has a headline without a second place."""
    assert headline_sentence(
        result_of(played(cup("steady", "uniform", blocks=40)))
    ) == ("steady is best, sure.")
