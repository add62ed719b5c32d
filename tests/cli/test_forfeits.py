"""Results in which agents forfeit often begin with that, and end with status 1."""

from pathlib import Path
from typing import Any

import pytest

import fracas as interface
from sim.conflict.stream import Line
from sim.library.registry import system_names
from sim.run.forfeits import ForfeitCount, ForfeitLog
from tests.cli.conftest import Fracas
from tests.rules.walking import shipped

SULKING = "scripted:strict=true"
"""It has no wish and raises at every question."""
WHY = "it raised AgentError: scripted: no wish is for any of "
CRASHING = """\
from sim.seam.protocol import Agent


class Crashing(Agent):
    def choose(self, asked):
        raise ValueError("no idea")
"""

LATE = """\
from sim.seam.protocol import Agent


class Late(Agent):
    def choose(self, asked):
        if asked.view.round > 1:
            raise ValueError("no idea")
        return asked.options[0]
"""


@pytest.fixture
def crashing(tmp_path: Path) -> Path:
    """Return the file of an agent that always raises, in its sixth line."""
    path = tmp_path / "crash.py"
    path.write_text(CRASHING, "utf-8")
    return path


@pytest.mark.parametrize("system", system_names())
def test_many_forfeits_are_the_first_line_of_a_run(fracas: Fracas, system: str) -> None:
    """Many forfeits are a run's first line, with the reason, and end it with 1."""
    wish = ("run", shipped(system)[0], "--agents", SULKING, "--games", 3, "--seed", "a")
    said = fracas(*wish)

    assert said.status == 1
    first, second, *_ = said.out.splitlines()
    assert first.startswith(f"warning: the agent {SULKING} forfeited 3 of 3 games")
    assert WHY in first
    assert second.startswith("A forfeit earns its side nothing")

    said = fracas(*wish, "--json")
    words = said.json()
    assert said.status == 1
    assert list(words)[:2] == ["format", "forfeits"]
    (forfeit,) = words["forfeits"]
    assert (forfeit["agent"], forfeit["forfeits"], forfeit["games"]) == (SULKING, 3, 3)
    assert forfeit["many"] is True
    assert forfeit["first"] == "1"


@pytest.mark.parametrize("system", system_names())
def test_many_forfeits_are_the_first_line_of_a_tournament(
    fracas: Fracas, system: str
) -> None:
    """A tournament's first line names the agent that forfeits, and the first game."""
    name = shipped(system)[0]
    wish = (name, "--agents", f"steady,{SULKING}", "--games", 2, "--null", 0)
    said = fracas("tournament", *wish, "--seed", "a")

    assert said.status == 1
    first = said.out.splitlines()[0]
    assert first.startswith(f"warning: the agent {SULKING} forfeited ")
    assert f" of {name}: {WHY}" in first


def test_a_crash_in_a_tournament_says_what_was_raised_and_where(
    fracas: Fracas, crashing: Path, tmp_path: Path
) -> None:
    """A crash in a tournament is told with its line, also when that is resumed."""
    store = tmp_path / "cup.db"
    wish = ("--games", 2, "--null", 0, "--seed", "a", "--store", store, "--workers", 1)
    agents = ("--agents", f"steady,{crashing}")
    said = fracas("tournament", "stuck_door", *agents, *wish)
    resumed = ("tournament", "--store", store, "--resume", "--trust-files")
    again = fracas(*resumed)

    assert said.status == again.status == 1
    assert "it raised ValueError: no idea, at crash.py, line 6" in said.out
    assert said.out == again.out
    shown = fracas(*resumed, "--json").json()
    (forfeit,) = shown["forfeits"]
    assert said.out.startswith(f"warning: {forfeit['sentence']}")


def test_a_fixed_side_that_forfeits_is_named_though_it_is_in_no_table(
    fracas: Fracas,
) -> None:
    """A fixed agent that forfeits is named, though no table has it."""
    said = fracas(
        *("tournament", "alley", "--agents", "steady,bold", "--fix", f"Tela={SULKING}"),
        *("--games", 2, "--null", 0, "--seed", "a", "--json"),
    )

    assert said.status == 1
    (forfeit,) = said.json()["forfeits"]
    assert (forfeit["agent"], forfeit["seat"], forfeit["scenario"]) == (
        SULKING,
        "Tela",
        "alley",
    )
    assert forfeit["forfeits"] == forfeit["games"] == 2


def test_many_forfeits_are_the_first_line_of_a_campaign(fracas: Fracas) -> None:
    """In a campaign a game with forfeits counts once."""
    said = fracas(
        *("run", "viper_and_zaru", "--agents", SULKING, "--games", 2, "--seed", "a")
    )

    assert said.status == 1
    assert said.out.startswith(
        f"warning: the agent {SULKING} forfeited 2 of 2 games, first as "
    )


def test_many_forfeits_are_the_first_line_of_a_field(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A field's first line names the scenario's agent that forfeits."""
    path = tmp_path / "noon.toml"
    path.write_text(
        'title = "Noon"\nsystem = "toy"\nseats = [{ name = "Ann", agent ='
        f' "{SULKING}" }}, {{ name = "Bo" }}]\n'
    )
    said = fracas("run", path, "--agents", "all", "--games", 30, "--seed", "a")

    assert said.status == 1
    assert said.out.startswith(f"warning: the agent {SULKING} forfeited ")
    assert WHY in said.out.splitlines()[0]


@pytest.mark.parametrize("record", ["full", "seal"])
def test_forfeits_of_games_found_in_a_store_are_counted(
    fracas: Fracas, crashing: Path, tmp_path: Path, record: str
) -> None:
    """Forfeits found in a store are counted when a run is resumed."""
    store = tmp_path / "duels.db"
    wish = ("run", "stuck_door", "--agents", crashing, "--games", 2, "--seed", "a")
    kept = ("--store", store, "--record", record, "--json")
    before = fracas(*wish, *kept).json()["forfeits"]
    said = fracas(*wish, *kept, "--resume")

    assert said.status == 1
    (forfeit,) = said.json()["forfeits"]
    assert forfeit["reason"] == "raised ValueError: no idea"
    assert forfeit["forfeits"] == before[0]["forfeits"] == 2


def test_a_forfeit_is_a_moment_of_an_analysis(fracas: Fracas, tmp_path: Path) -> None:
    """A forfeit in an analysis is a moment of its own, neither throw nor choice."""
    path, store = tmp_path / "late.py", tmp_path / "f.db"
    path.write_text(LATE, "utf-8")
    kept = ("--games", 1, "--seed", "a", "--record", "full", "--store", store)
    agents = ("--agents", f"{path}:Late,steady", "--trust-files")
    assert fracas("run", "skill_page", *agents, *kept).status == 1
    few = ("--as", "steady", "--games", 2, "--steps", 0)
    said = fracas("analyse", store, "1", *few, "--json").json()
    assert said["moments"][-1]["kind"] == "forfeit"
    assert said["moments"][-1]["seat"] == said["seats"][0]["seat"]


def test_the_interface_for_python_has_forfeits_as_data() -> None:
    """Forfeits are data in Python, of runs and of tournaments."""
    run = interface.run("stuck_door", [SULKING], games=3, seed="a")
    cup = interface.tournament(["alley"], ["steady", SULKING], games=2, seed="a")

    for (forfeit,) in (run.forfeits, cup.forfeits):
        assert forfeit.agent == SULKING
        assert forfeit.many
        assert forfeit.reason.startswith("raised AgentError: scripted: no wish is for")
    assert not interface.run("stuck_door", games=3, seed="a").forfeits


@pytest.mark.parametrize(
    ("forfeits", "games", "many"),
    [(1, 1, True), (1, 99, True), (1, 100, True), (1, 101, False), (9, 1000, False)],
)
def test_many_is_one_game_in_a_hundred(forfeits: int, games: int, many: Any) -> None:  # noqa: ANN401 - a truth value
    """Forfeits are many from one game in a hundred on."""
    assert ForfeitCount("x", "Ann", "", forfeits, games, "1", "").many is many


@pytest.mark.parametrize("command", ["run", "tournament"])
def test_the_help_says_what_many_is(fracas: Fracas, command: str) -> None:
    """The help of commands says when forfeits are many."""
    said = " ".join(fracas(command, "--help").out.split())

    assert "an agent forfeits at least 1 game in 100" in said


def test_few_forfeits_are_a_note_and_no_failure() -> None:
    """A few forfeits are counted by game, and are not called many."""
    log = ForfeitLog()
    log.add(7, "Ann", "raised one thing")
    log.add(3, "Ann", "raised another")
    log.add(3, "Ann", "raised it again, in the next chapter")
    log.add_line(Line(3, "won, forfeit", (0.0, 1.0), 1, 2, 3, {}, b""))
    log.add_line(Line(8, "forfeit", (0.0, 1.0), 1, 2, 3, {}, b""))

    assert log.unheard == [8]
    (forfeit,) = log.counts(1000, {"Ann": "mine"})
    assert (forfeit.forfeits, forfeit.first, forfeit.reason) == (
        2,
        "4",
        "raised another",
    )
    assert not forfeit.many
