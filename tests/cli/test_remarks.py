"""Remarks beside the tables of a run: agents that failed, games all alike."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sim.cli.options.changes import Changes
from sim.cli.play.forfeits import forfeit_words
from sim.cli.play.remarks import remarks, replaced
from sim.cli.play.request import Request
from sim.cli.play.solve_hint import solve_hint
from sim.conflict.stream import Line
from sim.library.scenario import load
from sim.run.forfeits import ForfeitCount
from sim.seam.protocol import SeatInfo
from sim.statistics.summary import Summary
from tests.cli.conftest import Fracas

SEATS = (SeatInfo("Ann", 0), SeatInfo("Bo", 1))
HOTHEAD = """\
from sim.seam.protocol import Agent


class Hothead(Agent):
    def choose(self, asked):
        if len(asked.options) > 3:
            raise IndexError("too much to choose from")
        return asked.options[0]
"""


def played(*games: tuple[str, tuple[float, ...], int]) -> Summary:
    """Return a summary of games that ended so, with those returns and rounds."""
    lines = (
        Line(number, how, returns, rounds, 2 * rounds, rounds, {}, b"")
        for number, (how, returns, rounds) in enumerate(games)
    )
    return Summary(SEATS, lines)


def test_games_all_alike_are_said() -> None:
    """A remark says that all games went alike."""
    game = ("round_limit", (0.0, 1.0), 20)
    (said,) = remarks(played(*[game] * 300), ())
    assert said.startswith("all 300 games ended in the same way (round limit) after 20")
    assert "neither dice nor choices made a difference" in said


def test_one_result_after_more_or_less_time_is_said_otherwise() -> None:
    """A remark says that all games had one result, though some took longer."""
    long, short = (("won", (0.0, 1.0), rounds) for rounds in (7, 8))
    (said,) = remarks(played(*[long] * 30, short), ())
    assert said.endswith("with the same result: with other agents it may be another")


@pytest.mark.parametrize(
    "other",
    [("won", (1.0, 0.0), 20), ("conceded", (0.0, 1.0), 20)],
)
def test_games_that_differ_are_not_remarked(other: Any) -> None:  # noqa: ANN401 - a game
    """Games that differ in result or ending, or are few, get no remark."""
    game = ("won", (0.0, 1.0), 20)
    assert remarks(played(*[game] * 30, other), ()) == []
    assert remarks(played(*[game] * 19), ()) == []
    assert len(remarks(played(*[game] * 20), ())) == 1


def test_few_forfeits_are_remarked() -> None:
    """A few forfeits are a remark; many are a warning elsewhere."""
    games = played(("won", (0.0, 1.0), 20))
    few = ForfeitCount("bold", "Ann", "", 1, 200, "17", "raised IndexError: so many")
    many = ForfeitCount("bold", "Ann", "", 2, 200, "17", "raised IndexError: so many")

    (said,) = remarks(games, (few,))
    assert said == (
        "the agent bold forfeited 1 of 200 games, first as Ann in game 17: it raised"
        " IndexError: so many"
    )
    assert remarks(games, (many,)) == []


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_run_says_why_agents_failed(
    fracas: Fracas, tmp_path: Path, workers: str
) -> None:
    """A run says whose agent failed, how often and why."""
    agent = tmp_path / "hot.py"
    agent.write_text(HOTHEAD, "utf-8")
    request = ("alley", "--agents", f"{agent},steady", "--games", 10, "--seed", "q")
    words = fracas("run", *request, "--json", "--workers", workers).json()
    forfeits = {ending["how"]: ending["games"] for ending in words["endings"]}[
        "forfeit"
    ]
    (forfeit,) = words["forfeits"]
    said = forfeit["sentence"]
    assert said.startswith(f"the agent {agent} forfeited {forfeits} of 10 games, first")
    why, _, where = said.partition(" (")
    line = HOTHEAD[: HOTHEAD.index("raise ")].count("\n") + 1
    at = f"at hot.py, line {line}"
    assert why.endswith(f"it raised IndexError: too much to choose from, {at}")
    assert where.startswith("its traceback: the same command with --debug")
    assert where.endswith(f"fracas check {agent})")
    stopped = fracas("run", *request, "--strict", "--workers", workers).refused()
    assert f"IndexError: too much to choose from, {at} (" in stopped
    assert fracas("run", *request).out.startswith(f"warning: {said}\n")


def test_a_traceback_is_promised_where_something_was_raised() -> None:
    """A traceback is offered only where something was raised."""
    for reason in ("raised IndexError: so many", "gave no answer in time"):
        forfeit = ForfeitCount("hot.py:Hot", "Ann", "", 2, 2, "1", reason)
        assert ("its traceback" in forfeit_words(forfeit)) == reason.startswith(
            "raised"
        )


def test_a_run_in_order_has_no_remark(fracas: Fracas) -> None:
    """A run without anything odd has no remarks."""
    words = fracas("run", "alley", "--games", 5, "--json").json()
    assert words["remarks"] == []


def test_a_run_says_in_whose_place_others_play() -> None:
    """A run says which agents with settings others replaced."""
    seats = (SeatInfo("Ann", 0, "steady:behind=0.3"), SeatInfo("Bo", 1))
    (said,) = replaced(seats, ("bold", "first"))
    assert said == "bold in place of steady:behind=0.3 of the file (Ann)"
    assert replaced(seats, ("steady:behind=0.3", "first")) == []


def request(**changed: Any) -> Request:  # noqa: ANN401 - its fields
    """Return what the command line asks for, with what is *changed*."""
    asked = Request(
        scenario="stuck_door",
        agents="",
        games=5_000,
        seed=None,
        store=None,
        record=None,
        resume=False,
        strict=False,
        debug=False,
        sandbox="off",
        patience=1.0,
        trust_files=False,
        changes=Changes(),
    )
    return structs.replace(asked, **changed)


def test_a_long_run_names_the_command_that_solves(fracas: Fracas) -> None:
    """A long run names the command that would solve it."""
    agents = "steady:price=0.5,bold,steady"
    asked = request(agents=agents)
    (said,) = solve_hint(asked, load("stuck_door"), agents.split(","))
    command = said.partition("memory and time: ")[2]
    assert command == f"fracas solve stuck_door --agents {agents}"
    assert fracas(*command.split()[1:], "--json").json()["exact"] is True
    (said,) = solve_hint(
        request(changes=Changes(rulings=("a=b",))), load("stuck_door"), ("bold",) * 3
    )
    assert said.endswith("fracas solve stuck_door --ruling a=b")


@pytest.mark.parametrize(
    ("changed", "agent"),
    [
        ({"games": 4_999}, "bold"),
        ({"store": "x.db"}, "bold"),
        ({}, "lookahead"),
        ({}, "theirs.py"),
    ],
)
def test_where_solving_is_no_answer_nothing_is_said(
    changed: dict[str, Any], agent: str
) -> None:
    """A run that cannot be solved, or is short or kept, names no such command."""
    assert solve_hint(request(**changed), load("stuck_door"), (agent,) * 3) == []


@pytest.mark.slow
def test_a_long_run_says_so(fracas: Fracas) -> None:
    """A long run prints the command that would solve it."""
    said = fracas("run", "stuck_door", "--games", 5_000, "--seed", "s").out
    assert "memory and time: fracas solve stuck_door\n" in said
