"""Two settings under the same dice: how much they differ, and where they begin to."""

import pytest
from msgspec import structs

from sim.errors import ScenarioError
from sim.graph.budget import Budget
from sim.library.scenario import Loaded
from sim.library.settings import parse, with_settings
from sim.vary.compare import Comparison
from sim.vary.figures import Figure, Gain, verdict_on_difference
from sim.vary.headline import comparison_headline
from sim.vary.points import SOLVING, Effort, Point
from tests.vary.noon import LIMIT, ann, noon


def _compared(first: Loaded, *settings: str, games: int = 100) -> Comparison:
    second = with_settings(first, map(parse, settings))
    comparison = Comparison(first, second)
    comparison.run(Effort("s", games, 1e6))
    return comparison


def _wins(comparison: Comparison) -> dict[str, Gain]:
    gains = comparison.gains()
    return {gain.measure.seat: gain for gain in gains if gain.measure.kind == "wins"}


def test_a_difference_is_exact_where_both_are_solved() -> None:
    """The difference of two solved scenarios is exact, and what changed is named."""
    comparison = _compared(noon(round_limit=1), f"{LIMIT}=3")
    assert comparison.changed == [(LIMIT, 1, 3)]
    gain = _wins(comparison)["Ann"]
    assert gain.gap.exact
    assert gain.gap.value == pytest.approx(ann(3) - ann(1))
    assert gain.says == "more"
    assert [row["seat"] for row in comparison.rows()] == ["Ann", "Bo"]


def test_a_solved_difference_is_told_as_precisely_as_in_the_table() -> None:
    """Its number is not rounded more than where it stands in a column below."""
    comparison = _compared(noon(round_limit=1), f"{LIMIT}=3")
    gap = 100 * (ann(3) - ann(1))
    assert comparison_headline(comparison).endswith(
        f" wins {gap:.3f} of 100 conflicts more."
    )


def test_games_tell_the_same_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interval of a played difference holds the exact one."""

    def never(*_: object) -> bool:
        return False

    monkeypatch.setattr(Point, "solve", never)
    comparison = _compared(noon(round_limit=1), f"{LIMIT}=4", games=300)
    gap = _wins(comparison)["Ann"].gap
    assert not gap.exact
    assert gap.low <= ann(4) - ann(1) <= gap.high
    assert gap.games == comparison.first.games == comparison.second.games


def test_where_one_is_solved_the_games_are_those_of_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If one scenario is solved, games are those of the other, and it says exact."""
    solve = Point.solve

    def shortest(point: Point, budget: Budget = SOLVING) -> bool:
        return point.loaded.to_dict()["rulings"]["round_limit"] == 1 and solve(
            point, budget
        )

    monkeypatch.setattr(Point, "solve", shortest)
    comparison = _compared(noon(round_limit=1), f"{LIMIT}=4")
    assert (comparison.first.games, comparison.games) == (0, comparison.second.games)
    for row in comparison.rows():
        assert row["games"] == comparison.games > 0
        assert not row["exact"]
        assert (row["first_exact"], row["second_exact"]) == (True, False)


def test_play_is_followed_to_the_first_other_decision() -> None:
    """Games are compared up to the first decision that differs."""
    comparison = _compared(noon(round_limit=1), f"{LIMIT}=2")
    assert 0 < len(comparison.parted) < len(comparison.partings) == 50
    for parting in comparison.parted:
        assert (parting.decision, parting.does) == (3, "")
        assert parting.other == "Ann presses"
    example = comparison.example()
    assert example is not None
    assert example.gap == max((parting.gap for parting in comparison.parted), key=abs)


def test_what_changes_nothing_is_alike() -> None:
    """Two scenarios that differ in their title alone are called alike."""
    comparison = _compared(noon(), "title=Two at dusk")
    assert not comparison.parted
    assert comparison.example() is None
    assert {gain.says for gain in comparison.gains()} == {"equal"}


def test_what_may_differ_by_more_is_not_called_the_same() -> None:
    """A difference is called equal only if its interval is within the tolerance."""
    wide = Figure(-0.03, -0.055, 0.001, exact=False, games=400)
    near = Figure(-0.01, -0.029, 0.001, exact=False, games=900)
    assert verdict_on_difference(wide, 0.03) == "open"
    assert verdict_on_difference(near, 0.03) == "equal"


def test_two_lineups_are_compared() -> None:
    """Agents that differ are listed among what changed."""
    comparison = Comparison(noon(), noon(), ("steady", "steady"), ("first", "steady"))
    comparison.run(Effort("s", 60, 1e6))
    assert comparison.changed == [("agent of Ann", "steady", "first")]
    assert all(parting.decision == 1 for parting in comparison.parted)
    assert comparison.to_dict()["differ"] == len(comparison.partings)


def test_what_cannot_be_compared_is_said() -> None:
    """A scenario beside itself, and two without a common seat, are refused."""
    with pytest.raises(ScenarioError, match="the two are the same"):
        Comparison(noon(), structs.replace(noon(), name="again"))
    other = with_settings(
        noon(), [parse("seats[0].name=Cy"), parse("seats[1].name=Di")]
    )
    with pytest.raises(ScenarioError, match="no participant in common"):
        Comparison(noon(), other)
