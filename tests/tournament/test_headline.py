"""The sentence that a tournament begins with says what its verdicts say."""

from typing import Any

import pytest

from sim.statistics.intervals import Interval
from sim.tournament.headline import headline
from sim.tournament.places import PlaceScore
from sim.tournament.result import Result, result
from sim.tournament.standings import Pairing, StandingsRow
from sim.tournament.verdicts import Says, Verdict
from tests.tournament.cups import cup, played

EVEN = Interval(0.5, 0.4, 0.6)
ALL: dict[str, Says] = {"ab": "better", "ac": "better", "bc": "better"}
LEVEL: dict[str, Says] = {"ab": "equal", "ac": "better"}


def shown(says: dict[str, Says], order: str = "abc", **more: Any) -> Result:  # noqa: ANN401 - fields of Result
    """Return the result in which "ab" (and so on) has the verdict *says*."""
    rows = tuple(StandingsRow(one, 10, 5, 0, 5, 0, EVEN) for one in order)
    pairs = tuple(
        Pairing(ab[0], ab[1], None, (), 0.5, EVEN, EVEN, Verdict(one, 10, EVEN, 0.05))
        for ab, one in says.items()
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
        ({"ab": "open", "ac": "better"}, "a leads, not surely: open against b."),
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
    """Sure is only what is settled; who never met is said."""
    assert headline(shown(says)) == sentence


def test_a_weak_side_is_named() -> None:
    """Where the interval of a side is below one half; the weakest of them."""
    places = tuple(
        PlaceScore("a", "alley", side, 10, Interval(value, value - 0.1, high), ())
        for side, value, high in (("Ann", 0.3, 0.4), ("Bo", 0.2, 0.3), ("Cy", 0.1, 0.6))
    )
    says: dict[str, Says] = {"ab": "better"}
    found = headline(shown(says, "ab", places=places))
    assert found == "a is best, sure, and loses on alley as Bo."


def test_a_tournament_that_was_played_has_one() -> None:
    """With two agents nothing is said of who comes second."""
    assert headline(result(played(cup("steady", "uniform", blocks=40)))) == (
        "steady is best, sure."
    )
