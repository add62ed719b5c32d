"""The headline of a run: who wins most, and whether that is sure."""

import pytest

from sim.statistics.headline import headline
from sim.statistics.intervals import Interval
from sim.statistics.records import Record


def sides(games: int, *won: int, drawn: int = 0) -> list[Record]:
    """Return sides called Ann, Bo and so on that won so often."""
    names = ("Ann", "Bo", "Cy", "Di")
    return [
        Record("", name, (name,), games, wins, drawn, 0, Interval(0, 0, 0))
        for name, wins in zip(names, won, strict=False)
    ]


@pytest.mark.parametrize(
    ("records", "said"),
    [
        (
            sides(200, 26, 174),
            (
                "Most wins: Bo, 87.0 % [81.6, 91.0] of 200 conflicts; Ann 13.0 % [9.0,"
                " 18.4]."
            ),
        ),
        (
            sides(100, 52, 48),
            (
                "Who wins most is open: Ann, 52.0 % [42.3, 61.5] of 100 conflicts; Bo"
                " 48.0 % [38.5, 57.7]."
            ),
        ),
        (sides(1, 1), "Wins: Ann, 100.0 % [20.7, 100.0] of 1 conflict."),
        (sides(7, 0, 0, drawn=7), "Nobody wins any of 7 conflicts; drawn: 7."),
        (sides(7, 0), "Nobody wins any of 7 conflicts."),
        (
            sides(100, 60, 30, drawn=10),
            (
                "Most wins: Ann, 60.0 % [50.2, 69.1] of 100 conflicts; Bo 30.0 %"
                " [21.9, 39.6]; drawn 10.0 % [5.5, 17.4]."
            ),
        ),
        (
            sides(100, 25, 5, drawn=70),
            (
                "Drawn: 70.0 % [60.4, 78.1] of 100 conflicts. Most wins: Ann, 25.0 %"
                " [17.5, 34.3]; Bo 5.0 % [2.2, 11.2]."
            ),
        ),
        (
            sides(10, 4, drawn=5),
            (
                "Drawn: 50.0 % [23.7, 76.3] of 10 conflicts. Wins: Ann, 40.0 % [16.8,"
                " 68.7]."
            ),
        ),
    ],
)
def test_a_run_in_one_sentence(records: list[Record], said: str) -> None:
    """The headline of a run gives each share its interval, and says what is open."""
    assert headline(records) == said


def test_of_many_sides_three_are_named() -> None:
    """Of many sides three are named, and the others counted."""
    said = headline(sides(1000, 700, 100, 90, 80))
    assert said.startswith("Most wins: Ann, 70.0 %")
    assert said.endswith("; 1 more less often.".replace(";", ","))


def test_more_sides_need_more_to_be_sure() -> None:
    """With more sides more is needed to call one sure: 5 of 100 runs are wrong."""
    assert headline(sides(100, 60, 40)).startswith("Most wins")
    assert headline(sides(100, 42, 23, 0)).startswith("Who wins most is open")
    assert headline(sides(100, 42, 23)).startswith("Most wins")


def test_a_side_of_several_is_called_by_its_own_name() -> None:
    """A side of several seats is called by its own name."""
    team = Record("", "thieves", ("Ann", "Bo"), 10, 9, 0, 1, Interval(0, 0, 0))
    assert headline([team]).startswith("Wins: thieves, 90.0 %")
