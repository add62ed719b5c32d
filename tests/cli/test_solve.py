"""`fracas solve` on the command line."""

import pytest

from tests.cli.conftest import Fracas

ARMS = "planets_arm_wrestle"


def test_solve_tells_endings_and_returns(fracas: Fracas) -> None:
    """A table for people, with how it ends and how large it is."""
    said = fracas("solve", ARMS)
    assert said.status == 0
    assert "standoff" in said.out
    assert "21.091 %" in said.out
    assert "exact; 11.77 rounds on average; 162 states, 474 edges" in said.out


def test_solve_as_json(fracas: Fracas) -> None:
    """Values are numbers where they are exact."""
    found = fracas("solve", ARMS, "--agents", "cautious,steady", "--json").json()
    assert found["exact"] is True
    assert sum(found["endings"].values()) == pytest.approx(1.0)
    assert [one["agent"] for one in found["seats"]] == ["cautious", "steady"]
    assert all(0 <= one["return"] <= 1 for one in found["seats"])


def test_bounds_are_said_to_be_bounds(fracas: Fracas) -> None:
    """With too few states values lie between two, and the sentence says why."""
    found = fracas("solve", ARMS, "--states", 100, "--json").json()
    assert found["exact"] is False
    assert "does not fit into 100 states" in found["error"]
    one = found["seats"][0]["return"]
    assert one["low"] < 0.18425 < one["high"]
    said = fracas("solve", ARMS, "--states", 100)
    assert "bounds only" in said.out
    assert " to " in said.out


def test_what_is_far_too_large_is_refused(fracas: Fracas) -> None:
    """It says how far it came."""
    said = fracas("solve", ARMS, "--states", 3).refused()
    assert "does not fit into 3 states" in said
    assert "are still open" in said


def test_random_agents_are_refused_by_name(fracas: Fracas) -> None:
    """One sentence names the agent and its seat."""
    said = fracas("solve", ARMS, "--agents", "steady,uniform").refused()
    assert "uniform at Renaissance Man draws lots" in said


def test_agents_that_keep_silent_are_refused_by_name(fracas: Fracas) -> None:
    """So is one that does not say what it remembers."""
    said = fracas("solve", ARMS, "--agents", "lookahead").refused()
    assert "lookahead at The Cardinal does not say what it remembers" in said
