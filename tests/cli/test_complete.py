"""What a shell completes: names that exist, and files where there are none."""

from pathlib import Path

import pytest
from click.shell_completion import CompletionItem, ShellComplete

from sim.cli.main import cli, main


def completed(*args: str, word: str) -> list[str]:
    """Return what completes *word* after *args*."""
    shell = ShellComplete(cli, {}, "fracas", "_FRACAS_COMPLETE")
    items: list[CompletionItem] = shell.get_completions(list(args), word)
    return [str(item.value) for item in items]


@pytest.mark.parametrize(
    ("args", "word", "among"),
    [
        (["run"], "all", "alley"),
        (["run"], "planets_three", "planets_three_gates"),
        (["run", "alley", "--agents"], "steady,bo", "steady,bold"),
        (["run", "alley", "--ruling"], "max", "max_volleys="),
        (["run", "alley", "--set"], "seats[0].po", "seats[0].pools.vigor="),
        (["tune", "alley", "--vary"], "rulings.max", "rulings.max_volleys="),
        (["play"], "amb", "ambush"),
        (["tournament", "alley"], "amb", "ambush"),
        (["schema"], "pla", "planets"),
        (["new"], "int", "intensity"),
        (["rules"], "SS-HARM-0", "SS-HARM-04"),
        (["agents"], "cau", "cautious"),
        (["audit"], "tela", "tela_gael_printed"),
    ],
)
def test_names_are_completed(args: list[str], word: str, among: str) -> None:
    """Names are completed from their beginning."""
    words = completed(*args, word=word)
    assert among in words
    assert all(candidate.startswith(word) for candidate in words)


def test_runs_of_a_store_are_completed(tmp_path: Path) -> None:
    """A run is completed by its id once its store is typed."""
    store = str(tmp_path / "one.db")
    assert main(["run", "alley", "--games=1", "--seed=c", "--store", store]) == 0
    (run,) = completed("list", store, word="")
    assert completed("list", store, word=run[:3]) == [run]


@pytest.mark.parametrize(
    "args", [["run"], ["list", "nowhere.db"], ["run", "x", "--ruling"]]
)
def test_what_is_not_known_is_left_to_the_shell(args: list[str]) -> None:
    """A word that is not known is left to the shell."""
    assert completed(*args, word="zzz") in (["zzz"], [])
