"""`fracas tournament`: a table that says how sure it is."""

from pathlib import Path

from tests.cli.conftest import Fracas


def test_tournament_ranks_the_agents(fracas: Fracas, noon: Path) -> None:
    """Scores with intervals, a verdict for each two, and the seed."""
    asked = ("tournament", noon, "--agents", "uniform,steady", "--games", 20)
    said = fracas(*asked, "--seed", "high")
    assert said.status == 0
    assert "against" in said.out
    assert "seed high" in said.out
    words = fracas(*asked, "--seed", "high", "--json").json()
    assert {row["agent"] for row in words["standings"]} == {"uniform", "steady"}
    assert words["games"] == 20


def test_tournament_null_check_is_even(fracas: Fracas, noon: Path) -> None:
    """Agents that depend on the conflict alone come out even against themselves."""
    asked = ("tournament", noon, "--agents", "uniform,steady", "--games", 4, "--null")
    said = fracas(*asked)
    assert said.status == 0
    assert "uniform against itself: even in 2 pairs" in said.out


def test_tournament_refuses_in_one_sentence(fracas: Fracas, noon: Path) -> None:
    """Too few agents, unknown agents, unknown scenarios."""
    ask = ("tournament", noon, "--agents")
    assert "two agents or more" in fracas(*ask, "steady").refused()
    assert "did you mean steady?" in fracas(*ask, "steddy,bold").refused()
    assert "named twice" in fracas(*ask, "bold,bold").refused()
    assert "no scenario is called" in fracas("tournament", "nowhere").refused()
