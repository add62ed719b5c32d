"""`fracas playtest`: the designer's report on the command line."""

import shlex
from pathlib import Path

import pytest

from sim.playtest import playtest as module
from tests.cli.conftest import Fracas

DOOR = ("playtest", "stuck_door", "--budget", "300 games", "--seed", "s")
WEAK = "seats[Wolf-Snarl].pools.vigor=1"


def test_it_says_five_sentences_and_what_they_rest_on(fracas: Fracas) -> None:
    """A playtest prints five sentences in 80 columns, and how to repeat it."""
    said = fracas(*DOOR)
    assert said.status == 0
    lines = said.out.splitlines()
    assert lines[2].startswith("1. ")
    assert [line[:2] for line in lines if line[1:2] == "."] == [
        f"{number}." for number in range(1, 6)
    ]
    assert all(len(line) <= 80 for line in lines[: lines.index("", 3)])
    assert "more: fracas run stuck_door --agents all" in lines
    again = lines[-1].removeprefix("the same again: fracas ")
    assert tuple(shlex.split(again)) == DOOR


@pytest.mark.slow
def test_json_has_what_is_printed(fracas: Fracas) -> None:
    """--json has the sentences, a format and the command."""
    words = fracas(*DOOR, "--json").json()
    assert words["format"] == 1
    assert words["again"].endswith("--seed s")
    assert len(words["sentences"]) == 5


@pytest.mark.slow
def test_a_changed_scenario_is_part_of_every_command(fracas: Fracas) -> None:
    """Every command that is printed has the changed scenario."""
    said = fracas(*DOOR, "--set", WEAK)
    more = [
        line for line in said.out.splitlines() if line.startswith("more: fracas run")
    ]
    assert more
    assert all(WEAK in line for line in more)
    assert WEAK in said.out.splitlines()[-1]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("stuck_door", "--budget", "soon"), 'the budget is "soon", expected 60s'),
        (("stuck_door", "--budget", "45"), "expected 45s or '300 games'"),
        (("stuck_door", "--budget", "900"), "expected 900s or '900 games'"),
        (("stuck_door", "--budget", "300.5 games"), "a whole number of games"),
        (("stuck_door", "--budget", "9 games"), "expected at least 300 games"),
        (("stuck_dor",), "did you mean"),
        (
            ("planets_three_gates", "--budget", "300 games"),
            "games for a campaign of",
        ),
        (("stuck_door", "--agents", "nobody"), "nobody"),
        (("stuck_door", "--set", "seats[9].x=1"), "seats[9].x"),
    ],
)
def test_bad_input_is_one_sentence(
    fracas: Fracas, asked: tuple[str, ...], message: str
) -> None:
    """Bad input is refused in one sentence with status 2."""
    said = fracas("playtest", *asked)
    assert said.status == 2
    assert message in said.err
    assert len(said.err.splitlines()) == 1


def test_ctrl_c_prints_what_is_there(
    fracas: Fracas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C prints the parts that were finished, and ends with status 130."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(module.PARTS, "what options are worth", interrupted)
    said = fracas(*DOOR)
    assert said.status == 130
    cut = "This is not the whole report: it was stopped before who wins, what options"
    assert said.out.startswith(cut)
    whole = f"the whole report: fracas {shlex.join(DOOR)}"
    lines = said.out.splitlines()
    assert whole in lines[:6]
    assert lines[-1] == whole
    assert "stopped: the report has the parts that were finished" in said.err


@pytest.mark.parametrize(
    ("scenario", "budget"),
    [("stuck_door", "0.01s"), ("planets_three_gates", "300 games")],
)
def test_too_small_a_budget_leaves_no_store(
    fracas: Fracas, tmp_path: Path, scenario: str, budget: str
) -> None:
    """A budget that is too small is refused, and leaves no store."""
    kept = tmp_path / "s.db"
    said = fracas("playtest", scenario, "--budget", budget, "--store", kept)
    assert said.status == 2
    assert "expected" in said.err
    assert not kept.exists()
