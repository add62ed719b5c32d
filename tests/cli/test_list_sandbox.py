"""`fracas list` and `show` say which sandbox held agents from files."""

from pathlib import Path

import pytest

from tests.cli.conftest import Fracas

MINE = """
from sim.seam.protocol import Agent


class Mine(Agent):
    def choose(self, asked):
        return asked.options[0]
"""
pytestmark = pytest.mark.usefixtures("wall")
WAYS = [
    ((), "off", "nothing"),
    (("--limits",), "limits", "limits on their memory and files"),
    (("--sandbox",), "landlock+seccomp", "a wall (landlock+seccomp)"),
]


@pytest.fixture(name="mine")
def _mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(MINE, "utf-8")
    return path


@pytest.mark.parametrize(("options", "recorded", "words"), WAYS)
def test_a_run_of_agents_from_files_says_what_held_them(
    fracas: Fracas,
    tmp_path: Path,
    mine: Path,
    options: tuple[str, ...],
    recorded: str,
    words: str,
) -> None:
    """A run says what held its agents from files, and nothing where all are ours."""
    store = tmp_path / "own.db"
    run = ("run", "stuck_door", "--games=1", "--store", store)
    assert fracas(*run, "--agents", mine, *options).status == 0
    assert fracas(*run).status == 0
    held, ours = fracas("list", store, "--json").lines()
    assert (held["sandbox"], ours["sandbox"]) == (recorded, None)
    listed = fracas("list", store).out.splitlines()
    (row,) = (line for line in listed if words in line)
    assert row.startswith(held["run"])
    assert fracas("show", store, held["run"], "--json").json()["sandbox"] == recorded
    shown = fracas("show", store, held["run"]).out
    assert f"agents from files were held by {words}" in shown
    assert "held by" not in fracas("show", store, ours["run"]).out


@pytest.mark.parametrize(("options", "recorded", "words"), WAYS)
def test_a_tournament_of_agents_from_files_says_what_held_them(
    fracas: Fracas,
    tmp_path: Path,
    mine: Path,
    options: tuple[str, ...],
    recorded: str,
    words: str,
) -> None:
    """A tournament says what held its agents from files, when played and when shown."""
    store = tmp_path / "cup.db"
    cup = ("tournament", "guitar_duel", "--agents", f"{mine},steady", "--games=2")
    played = fracas(*cup, "--null=0", "--store", store, *options)
    assert played.status == 0, played.err
    assert f"Agents from files were held by {words}" in played.out
    (listed,) = fracas("list", store, "--json").lines()
    assert listed["sandbox"] == recorded
    assert words in fracas("list", store).out
    shown = fracas("show", store, listed["tournament"], "--json").json()
    assert shown["sandbox"] == recorded
