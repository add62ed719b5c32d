"""`fracas analyse` over a whole run, campaign or tournament."""

import csv
import io
import json
from math import isclose
from pathlib import Path
from typing import Any

import pytest

from sim.cli.documents.table import DOCUMENTS
from sim.cli.main import main
from tests.cli.conftest import check_shape
from tests.pages.parsed import sound

GAMES = 6
QUICK = ["--steps", "0", "--games", "2"]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a store with one run of a small scenario."""
    path = str(tmp_path_factory.mktemp("analysed") / "run.db")
    made = ["run", "stuck_door", "--games", str(GAMES), "--seed", "demo"]
    assert main([*made, "--store", path]) == 0
    return path


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a store with a small tournament."""
    path = str(tmp_path_factory.mktemp("analysed") / "cup.db")
    made = ["tournament", "skill_page", "--agents", "steady,uniform", "--games", "2"]
    assert main([*made, "--seed", "demo", "--store", path]) == 0
    return path


def _json(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    capsys.readouterr()
    assert main([*arguments, "--json"]) == 0
    out = capsys.readouterr().out
    check_shape("analyse", out, DOCUMENTS)
    document: dict[str, Any] = json.loads(out)
    return document


def test_a_whole_run_adds_up(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Over a whole run expected, luck and advantage add up to the result."""
    document = _json(["analyse", store], capsys)
    assert document["of"] == "run"
    assert document["analysed"] == document["recorded"] == document["exact"] == GAMES
    for total in document["totals"]:
        whole = total["expected"] + total["luck"] + total["own"] + total["others"]
        assert isclose(whole, total["came_to"], abs_tol=1e-9)
    shares = document["shares"].values()
    assert isclose(sum(share["value"] for share in shares), 1.0, abs_tol=1e-9)


@pytest.mark.slow
def test_a_campaign_is_called_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a campaign games are counted and chapters analysed; its schema knows it."""
    path = str(tmp_path / "campaign.db")
    made = ["run", "skill_fort_of_three_keys", "--games", "1", "--seed", "a"]
    assert main([*made, "--store", path]) == 0
    document = _json(["analyse", path, *QUICK], capsys)
    assert document["of"] == "campaign"
    assert document["recorded"] == document["drawn"] == 1
    assert document["analysed"] > 1


def test_a_conflict_is_analysed_as_it_is_by_itself(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A conflict in a run has the same figures as when it is analysed alone."""
    capsys.readouterr()
    assert main(["analyse", store, "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len({row["conflict"] for row in rows}) == GAMES
    for number in (1, GAMES):
        alone = _json(["analyse", store, str(number)], capsys)
        for seat in alone["seats"]:
            (row,) = (
                row
                for row in rows
                if (row["conflict"], row["seat"]) == (alone["conflict"], seat["seat"])
            )
            for name in ("expected", "luck", "came_to"):
                assert isclose(float(row[name]), seat[name], abs_tol=1e-9)


def test_a_page_says_what_is_printed(
    store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page has what is printed, and commands without a directory."""
    file = tmp_path / "whole.html"
    assert main(["analyse", store, *QUICK, "--html", str(file)]) == 0
    out = capsys.readouterr().out
    page = sound(file.read_text("utf-8"))
    first = next(line for line in out.splitlines() if line.startswith("On average"))
    (shown,) = page.all("main")
    assert first in shown.text
    assert "means of 2 games from each moment" in shown.text
    assert sum("steady" in row.text for row in page.all("tr")) >= 3
    codes = [element.text for element in page.all("code")]
    assert any(code.startswith(f"fracas analyse {Path(store).name}") for code in codes)
    assert str(Path(store).parent) not in file.read_text("utf-8")
    assert main(["analyse", store, *QUICK, "--html", str(file)]) == 2


def test_what_is_small_is_no_highlight(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Small turns are no highlights: from 99 to 100, or 99 against 1."""
    path = str(tmp_path / "b.db")
    made = ["run", "planets_boulder", "--games", "2", "--seed", "demo"]
    assert main([*made, "--store", path]) == 0
    document = _json(["analyse", path], capsys)
    assert document["highlights"] == []
    assert main(["analyse", path]) == 0
    out = capsys.readouterr().out
    assert "To look at" not in out


def test_some_are_drawn_by_a_seed(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A seed decides which conflicts are drawn, and both are printed."""
    asked = ["analyse", store, "--conflicts", "2", "--seed", "one", *QUICK]
    first, second = (_json(asked, capsys) for _ in range(2))
    assert first == second
    assert (first["recorded"], first["analysed"]) == (GAMES, 2)
    assert main(asked) == 0
    out = capsys.readouterr().out
    assert f"2 of {GAMES} conflicts, drawn at random by seed one" in out


@pytest.mark.slow
def test_a_tournament_is_told_by_agents(
    cup: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A tournament's figures are by agent, and its highlights can be analysed."""
    document = _json(["analyse", cup, "--as", "steady", *QUICK], capsys)
    assert document["of"] == "tournament"
    names = [total["agent"] for total in document["totals"]]
    assert sorted(names) == ["steady", "uniform"]
    whats = {highlight["what"] for highlight in document["highlights"]}
    assert "closest" in whats
    for highlight in document["highlights"]:
        assert main(["analyse", cup, highlight["conflict"], *QUICK]) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nonsense"], "has no conflict, run or tournament called"),
        (["--seconds", "0"], "expected a number of more than 0"),
        (["--conflicts", "0"], "--conflicts"),
        (["1", "--seed", "x"], "this is one conflict"),
        (["--all"], "expected its id"),
        (["--as", "stedy"], "stedy"),
        (["--json", "--csv"], "exclude each other"),
    ],
)
def test_a_mistake_is_one_sentence(
    store: str, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mistake is refused in one sentence, with status 2 and nothing on stdout."""
    capsys.readouterr()
    assert main(["analyse", store, *arguments]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert not captured.out


def test_of_several_runs_one_must_be_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A store of several runs is refused with the ids, of which each can be given."""
    path = str(tmp_path / "two.db")
    for seed in ("a", "b"):
        made = ["run", "stuck_door", "--games", "2", "--seed", seed, "--store", path]
        assert main(made) == 0
    capsys.readouterr()
    assert main(["analyse", path]) == 2
    said = capsys.readouterr().err
    assert "holds 2 runs and tournaments" in said
    first = said.partition("(")[2].partition(",")[0]
    assert _json(["analyse", path, first, *QUICK], capsys)["id"] == first
