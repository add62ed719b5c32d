"""`fracas solve` on the command line."""

import pytest

from sim.graph.rollout import Estimate
from sim.graph.solve import Bounds
from sim.study.values import chance_in_words, says_nothing
from tests.cli.conftest import Fracas

ARMS, BRAWL = "planets_arm_wrestle", "intensity_brawl"
TWO = ("--agents", "steady,steady")


def test_solve_tells_endings_and_returns(fracas: Fracas) -> None:
    """`solve` prints endings, returns, rounds and the size of the graph."""
    said = fracas("solve", ARMS)
    assert said.status == 0
    assert "standoff" in said.out
    assert "21.091 %" in said.out
    assert "exact; 11.77 rounds on average; 25 states, 59 edges" in said.out


def test_solve_as_json(fracas: Fracas) -> None:
    """--json has numbers where values are exact."""
    document = fracas("solve", ARMS, "--agents", "cautious,steady", "--json").json()
    assert document["exact"] is True
    assert sum(document["endings"].values()) == pytest.approx(1.0)
    assert [seat["agent"] for seat in document["seats"]] == ["cautious", "steady"]
    assert all(0 <= seat["return"] <= 1 for seat in document["seats"])


def test_an_error_that_says_nothing_is_no_value(fracas: Fracas) -> None:
    """An error that tells nothing is printed as an unknown value."""
    asked = ("solve", "planets_race", "--seconds", "0.001", "--seed", "s")
    said = fracas(*asked, "--games", 2).out
    assert "unknown" in said
    assert "±" not in said.partition("value ±")[0]
    assert "that is too little to know anything: give it more --seconds" in said


@pytest.mark.parametrize(
    ("value", "error", "known"),
    [(0.5, 0.61, False), (0.5, 0.24, True), (1.0, 0.4, True), (1.0, 0.6, False)],
)
def test_what_is_known_leaves_something_out(
    value: float, error: float, *, known: bool
) -> None:
    """A value is known where two standard errors leave something out."""
    assert says_nothing(Estimate(value, error)) is not known


@pytest.mark.slow
def test_what_does_not_fit_is_played_out(fracas: Fracas) -> None:
    """What does not fit is played out, with standard errors and the exact part."""
    asked = ("solve", BRAWL, *TWO, "--states", 12, "--games", 128, "--seed", "s")
    said = fracas(*asked)
    assert "solved in part" in said.out
    assert "value ± standard error, " in said.out
    assert " % exact: intensity_brawl does not fit into 12 states, so" in said.out
    assert "128 conflicts were played out from where that ends" in said.out
    assert "seed s" in said.out
    assert " to " not in said.out.split("value ±")[0].split("how it ends")[0]
    document = fracas(*asked, "--json").json()
    assert (document["exact"], document["certainty"]) == (False, "value ± error")
    assert (document["games"], document["seed"]) == (128, "s")
    value = document["seats"][0]["return"]
    assert set(value) == {"value", "error", "exact"}
    assert value["error"] > 0
    assert value["exact"] == pytest.approx(1 - document["open"])
    assert abs(value["value"] - 0.26008) < 5 * value["error"]
    assert fracas(*asked, "--json").json() == document


@pytest.mark.slow
def test_where_nothing_fits_conflicts_are_played(fracas: Fracas) -> None:
    """Where nothing fits conflicts are played, the same as in a run of that seed."""
    asked = ("solve", ARMS, "--states", 3, "--games", 200, "--seed", "s")
    said = fracas(*asked)
    assert "(Rolling the Planets), played" in said.out
    assert "200 conflicts were played from beginning to end" in said.out
    assert "could be followed, and 100.0 % of the chances go on beyond)" in said.out
    assert "exact" not in said.out
    document = fracas(*asked, "--json").json()
    assert (document["certainty"], document["open"]) == ("value ± error", 1.0)
    assert document["why"] in said.out
    run = fracas("run", ARMS, "--games", 200, "--seed", "s", "--json").json()
    means = [seat["return"]["value"] for seat in run["seats"]]
    assert [seat["return"]["value"] for seat in document["seats"]] == pytest.approx(
        means, abs=1e-6
    )


def test_seats_of_one_side_win_together(fracas: Fracas) -> None:
    """The heading says that a side of several seats wins together."""
    assert "its side wins" in fracas("solve", "stuck_door").out
    assert "its side wins" not in fracas("solve", "planets_boulder").out


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.0, "0.000 %"),
        (1e-9, "under 0.001 %"),
        (1e-5, "0.001 %"),
        (1 - 1e-5, "99.999 %"),
        (1 - 1e-9, "over 99.999 %"),
        (1 - 1e-16, "100.000 %"),
        (1.0, "100.000 %"),
    ],
)
def test_no_chance_is_rounded_to_none_or_to_all(chance: float, said: str) -> None:
    """No chance is rounded to none or to all."""
    assert chance_in_words(Bounds(chance, chance)) == said


def test_games_end_with_the_time(fracas: Fracas) -> None:
    """The games end with the time, and those that are missing are counted."""
    asked = ("solve", ARMS, "--states", 3, "--games", 200, "--seconds", 1e-6)
    assert "198 conflicts fewer than --games, as time ended" in fracas(*asked).out
    document = fracas(*asked, "--json").json()
    assert (document["games"], document["games_short"]) == (2, 198)


def test_bounds_are_said_to_be_bounds(fracas: Fracas) -> None:
    """--bounds prints values between two, and why."""
    asked = ("solve", ARMS, "--states", 20, "--bounds")
    document = fracas(*asked, "--json").json()
    assert (document["exact"], document["certainty"]) == (False, "bounds")
    assert "does not fit into 20 states" in document["error"]
    bounds = document["seats"][0]["return"]
    assert bounds["low"] < 0.18425 < bounds["high"]
    said = fracas(*asked)
    assert "bounds only" in said.out
    assert " to " in said.out


def test_bounds_that_say_nothing_are_refused(fracas: Fracas) -> None:
    """Bounds that tell nothing are refused with how far it came."""
    asked = ("solve", ARMS, "--states", 3, "--bounds")
    said = fracas(*asked).refused()
    assert "does not fit into 3 states" in said
    assert "are still open" in said
    assert "leave out --games" in fracas(*asked, "--games", 5).refused()


def test_agents_that_declare_their_chances_are_solved(fracas: Fracas) -> None:
    """Agents that declare their chances are solved."""
    asked = ("solve", "stuck_door", "--agents", "uniform,steady,steady")
    document = fracas(*asked, "--seconds", 900, "--json").json()
    assert document["exact"] is True


def test_agents_that_keep_silent_are_refused_by_name(fracas: Fracas) -> None:
    """Agents that declare neither chances nor memory are refused by name."""
    said = fracas("solve", ARMS, "--agents", "lookahead").refused()
    assert "lookahead at The Cardinal does not say what it remembers" in said
    assert "`def memory(self): return ()`, and `fracas run` plays any" in said
