"""`--set PATH=VALUE`: a scenario changed for one command."""

import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Fracas

DOOR = "stuck_door"
WEAK = "seats[Wolf-Snarl].pools.vigor=1"


def test_a_changed_run_is_another_run_that_audits_clean(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A changed run is another run, which audits clean and can be repeated."""
    store = tmp_path / "one.db"
    asked = ("run", DOOR, "--games", 20, "--seed", "s")
    plain = fracas(*asked, "--json").json()
    changed = fracas(*asked, "--set", WEAK, "--store", store, "--json").json()
    assert (changed["scenario"], changed["settings"]) == (f"{DOOR} with {WEAK}", [WEAK])
    assert plain["settings"] == []
    assert changed["run"] != plain["run"]
    assert changed["digest"] != plain["digest"]
    assert fracas("audit", store).status == 0
    assert "vigor" in fracas("replay", store, "1").out
    again = fracas(*shlex.split(changed["again"])[1:], "--json").json()
    assert (again["run"], again["seal"]) == (changed["run"], changed["seal"])
    assert f"changed for this run: {WEAK}" in fracas(*asked, "--set", WEAK).out


@pytest.mark.parametrize(
    "asked",
    [
        ("solve", DOOR),
        ("reply", DOOR, "--seat", "Skala", "--games", 0),
        ("tournament", DOOR, "--agents", "first,steady", "--games", 2, "--seed", "s"),
        ("exploit", DOOR, "--games", 2),
        ("run", DOOR, "--sampled", "--games", 50, "--seed", "s"),
        ("run", DOOR, "--agents", "all", "--games", 20, "--seed", "s"),
    ],
)
def test_whatever_takes_a_scenario_takes_a_change(
    fracas: Fracas, asked: tuple[object, ...]
) -> None:
    """Every command that takes a scenario takes --set, and checks its value."""
    said = fracas(*asked, "--set", "seats[0].pools.vigor=1000").refused()
    assert "$.seats[0].pools.vigor (Wolf-Snarl) is 1000, expected" in said
    if asked[0] == "solve":
        hard = fracas(*asked, "--set", "opening.checks[0].difficulty=3").out
        assert fracas(*asked).out != hard


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("seats[0].vigor=1", "such as seats[0]"),
        ("vigor", "expected PATH=VALUE"),
        ("seats[0].pools.vigor=[", "not a value in TOML"),
    ],
)
def test_a_refused_change_leaves_nothing_behind(
    fracas: Fracas, tmp_path: Path, setting: str, said: str
) -> None:
    """A change that is refused leaves no store."""
    store = tmp_path / "one.db"
    asked = ("run", DOOR, "--games", 2, "--store", store)
    assert said in fracas(*asked, "--set", setting).refused()
    assert not store.exists()


def test_a_campaign_is_not_changed(fracas: Fracas) -> None:
    """A campaign refuses --set."""
    said = fracas("run", "planets_three_gates", "--set", "rulings.goal=3").refused()
    assert "is a campaign" in said
