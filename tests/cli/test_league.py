"""`fracas league` begins a league, adds to it and shows how it stands."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from sim.cli.compete.agent_costs import _choice_time_in_words
from tests.cli.conftest import Fracas, Said
from tests.pages.parsed import sound

FAULTY = """
from fracas import Agent

class Faulty(Agent):
    def choose(self, asked):
        raise ValueError("no idea")
"""
League = Callable[..., Said]


@pytest.fixture
def league(fracas: Fracas, noon: Path, tmp_path: Path) -> League:
    """Return a function that gives the command for a league that has begun."""
    store = tmp_path / "league.db"
    agents = ("--agents", "steady,uniform", "--games", 20, "--seed", "high")
    said = fracas("league", store, noon, *agents, "--workers", 1)
    assert said.status == 0
    assert said.out.startswith("steady ")
    assert "60 conflicts on noon" in said.out
    return lambda *args: fracas("league", store, *args, "--workers", 1)


@pytest.fixture
def shipped(fracas: Fracas, tmp_path: Path) -> League:
    """Return the same of a league on what other processes know too."""
    store = tmp_path / "shipped.db"
    agents = ("--agents", "steady,uniform", "--games", 2, "--seed", "high")
    assert fracas("league", store, "stuck_door", *agents, "--workers", 1).status == 0
    return lambda *args: fracas("league", store, *args, "--workers", 1)


def test_a_league_without_anything_new_plays_nothing(league: League) -> None:
    """Without anything new it shows the same again, and plays nothing."""
    first, again = league("--json").json(), league("--json").json()
    assert first == again
    assert (first["format"], first["complete"], first["games"]) == (1, True, 60)
    assert first["samples"][0]["what"] == "typical"
    assert first["samples"][0]["replay"] in league().out


def test_what_is_there_already_is_no_mistake(league: League, noon: Path) -> None:
    """A command given again changes nothing, and plays only what is new."""
    before = league().out
    for args in (("--agents", "steady"), (noon,), ("--games", 20)):
        said = league(*args)
        assert (said.status, said.out) == (0, before)
        assert said.err == "nothing to do: all 60 conflicts are already there\n"
    joined = league("--agents", "steady,bold", noon).out
    assert "bold" in joined
    assert league("--agents", "bold,uniform").out == joined


def test_it_writes_a_page(league: League, tmp_path: Path) -> None:
    """--html writes the league's page, and refuses a file that is there."""
    path = tmp_path / "page.html"
    assert league("--html", path).status == 0
    page = sound(path.read_text("utf-8"))
    assert page.all("h1")[0].text == "League on noon"
    assert league("--json").json()["seal"] in page.all("main")[0].text
    assert page.all("code")[-1].text == "fracas league league.db"
    assert str(tmp_path) not in path.read_text("utf-8")
    assert str(path) in league("--agents", "first", "--html", path).refused()
    assert len(league("--json").json()["agents"]) == 2


def test_who_joins_plays_its_own_games_only(league: League) -> None:
    """An agent that joins plays its own games only."""
    said = league("--agents", "first")
    assert said.status == 0
    assert "60 of 140 conflicts were already there" not in said.err
    words = league("--json").json()
    assert [agent["spec"] for agent in words["agents"]] == [
        "steady",
        "uniform",
        "first",
    ]
    assert words["seed"] == "high"


def test_scenarios_and_games_are_added(
    league: League, noon: Path, tmp_path: Path
) -> None:
    """Scenarios and games can be added, and fewer games are refused."""
    night = tmp_path / "night.toml"
    night.write_text(noon.read_text("utf-8").replace("noon", "night"), "utf-8")
    joined = league(night)
    assert "60 of 120 conflicts were already there" in joined.err
    words = " ".join(joined.out.split())
    assert "the same dice. Blocks are counted on each scenario." in words
    assert "blocks or more over all scenarios, as it should." in words
    assert "120 of 140 conflicts were already there" in league("--games", 30).err
    words = league("--json").json()
    assert [scenario["scenario"] for scenario in words["scenarios"]] == [
        "noon",
        "night",
    ]
    said = league("--games", 20)
    assert (said.status, said.out) == (2, "")
    assert "expected more than that, not 20" in said.err


def test_a_crash_is_named_with_its_traceback(shipped: League, tmp_path: Path) -> None:
    """A crash is named; --trust-files shows its traceback."""
    file = tmp_path / "faulty.py"
    file.write_text(FAULTY, "utf-8")
    said = shipped("--agents", f"{file}:Faulty")
    assert said.status == 1
    assert said.out.startswith("warning: the agent")
    assert "it raised ValueError: no idea, at faulty.py, line 6" in said.out
    less = shipped("--why")
    assert "Traceback" not in less.out
    assert "--trust-files shows the traceback" in less.out
    more = shipped("--why", "--trust-files")
    assert more.status == 1
    assert "Traceback" in more.out
    assert "ms a choice" in more.out
    assert [_choice_time_in_words(seconds) for seconds in (None, 0.0031, 0.64)] == [
        *("unknown", "below 0.01", "0.64")
    ]
    (crash,) = shipped("--why", "--trust-files", "--json").json()["crashes"]
    assert crash["traceback"] in more.out
    assert (crash["agent"], crash["unknown"]) == (f"{file}:Faulty", "")
    file.unlink()
    gone = shipped("--why", "--trust-files")
    assert gone.status == 1
    assert "Traceback" not in gone.out
    assert "is not what it was" in " ".join(gone.out.split())


def test_how_long_each_agent_thinks(shipped: League, tmp_path: Path) -> None:
    """--why has each agent's thinking time; one that fails has none."""
    file = tmp_path / "mine.py"
    good = FAULTY.replace('raise ValueError("no idea")', "return asked.options[0]")
    file.write_text(good + FAULTY.replace("Faulty", "Worse"), "utf-8")
    shipped("--agents", f"{file}:Faulty,{file}:Worse")
    thinking = {
        agent["agent"]: agent for agent in shipped("--why", "--json").json()["thinking"]
    }
    assert thinking["steady"]["milliseconds"] > 0
    assert thinking[f"{file}:Faulty"]["choices"] > 1
    worse = thinking[f"{file}:Worse"]
    assert (worse["milliseconds"], worse["choices"]) == (None, 0)
    assert "fails" in worse["unknown"]


def _matrix_head(lines: list[str]) -> str:
    return next(line for line in lines if line.startswith("in %, against"))


@pytest.mark.slow
def test_a_long_list_of_pairings_is_a_matrix(
    league: League, noon: Path, tmp_path: Path
) -> None:
    """With many agents the pairings are a matrix, and the list is under --why."""
    night = tmp_path / "night.toml"
    night.write_text(noon.read_text("utf-8").replace("noon", "night"), "utf-8")
    said = league("--agents", "bold,cautious,first", night)
    assert said.status == 0
    assert "in %, against    1    2" in said.out
    assert "agent     against" not in said.out
    assert "To read:" not in said.out
    lines = said.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) < 50
    table = [line.split() for line in lines[lines.index(_matrix_head(lines)) + 2 :]][:5]
    order = [row[1] for row in table]
    shown = {
        (who, other): cell
        for _, who, *cells in table
        for other, cell in zip(
            (name for name in order if name != who), cells, strict=True
        )
    }
    marks = {"better": ("+", "-"), "worse": ("-", "+")}
    marks |= dict.fromkeys(("equal", "alike"), ("=", "="))
    pairings = [
        pairing
        for pairing in league("--json").json()["pairings"]
        if pairing["scenario"] is None
    ]
    assert len(shown) == 2 * len(pairings) == 20
    for pairing in pairings:
        mine, theirs = marks.get(pairing["verdict"]["says"], ("?", "?"))
        score = 100 * pairing["score"]["value"]
        assert shown[pairing["first"], pairing["second"]] == f"{score:.0f}{mine}"
        assert (
            shown[pairing["second"], pairing["first"]] == f"{100 - score:.0f}{theirs}"
        )
    _check_second(league, said.out)


def _check_second(league: League, first: str) -> None:
    """One screen after the *first*; what it leaves out is under --all."""
    second = league("--why").out
    assert "not settled" in second
    assert "To read:" not in second
    assert "score without luck" not in second
    assert " ".join(second.split()).endswith("partings and swings: --why --json.")
    assert len(second.splitlines()) - len(first.splitlines()) < 60
    wide = [line for line in second.splitlines() if "fracas replay" not in line]
    assert max(map(len, wide)) <= 80
    whole = league("--all").out
    first, _, promised = first.partition("more: ")
    assert "pairings one by one, each side" in promised
    assert "how long each thinks" in promised
    assert whole.startswith(first)
    more = whole.removeprefix(first)
    assert {"To read:", "margin"} <= {*re.findall("To read:|margin", more)}
    assert "--all" not in more
    assert "No score can be told with the luck of the dice taken out" in more
    assert all(f"on {name}  " in more for name in ("noon", "night"))
    assert "one by one, with intervals: --json" in " ".join(more.split())


def test_a_file_of_the_store_does_not_run_unasked(
    shipped: League, tmp_path: Path
) -> None:
    """An agent from a file that the store names is run only with --trust-files."""
    file = tmp_path / "mine.py"
    file.write_text(FAULTY.replace("raise ValueError", "return asked.options[0]  #"))
    shipped("--agents", f"{file}:Faulty")
    assert shipped().status == 0
    said = shipped("--agents", "first")
    assert said.status == 2
    assert "with your rights, because the store names it" in said.err
    other = tmp_path / "other.py"
    other.write_text(file.read_text("utf-8"), "utf-8")
    assert shipped("--agents", f"{other}:Faulty").status == 2
    file.write_text(file.read_text("utf-8") + "# changed\n", "utf-8")
    said = shipped("--agents", "first", "--trust-files")
    assert "has changed since the league was played: it plays anew" in said.err
    assert said.status == 0


def test_a_file_that_the_command_names_runs(shipped: League, tmp_path: Path) -> None:
    """A file that the command names is run."""
    file = tmp_path / "mine.py"
    good = FAULTY.replace('raise ValueError("no idea")', "return asked.options[0]")
    file.write_text(good + good.replace("Faulty", "Second"), "utf-8")
    assert shipped("--agents", f"{file}:Faulty").status == 0
    assert shipped("--agents", f"{file}:Second").status == 0


class PulledError(Exception):
    """An error that stands for a power failure."""


def test_the_command_that_was_interrupted_goes_on(
    shipped: League, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interrupted command goes on when it is given again with unchanged files."""
    file = tmp_path / "mine.py"
    file.write_text(FAULTY.replace("raise ValueError", "return asked.options[0]  #"))
    command = ("planets_boulder", "--agents", f"{file}:Faulty", "--games", 4)
    with monkeypatch.context() as patch:
        pull = Mock(side_effect=PulledError)
        patch.setattr("sim.tournament.tournament.complete_contest", pull)
        with pytest.raises(PulledError):
            shipped(*command)
    before = file.read_text("utf-8")
    file.write_text(f"{before}# changed\n", "utf-8")
    said = shipped(*command)
    assert (said.status, said.out) == (2, "")
    assert "has changed since the league was played" in said.err
    assert "or --games 6" in said.err
    file.write_text(before, "utf-8")
    said = shipped(*command)
    assert said.status == 0, said.err
    assert "on stuck_door, planets_boulder" in said.out
    again = shipped(*command)
    assert (again.status, again.out) == (0, said.out)
    assert again.err == "nothing to do: all 48 conflicts are already there\n"
    file.write_text(f"{before}# changed\n", "utf-8")
    said = shipped(*command)
    assert (said.status, said.out) == (2, "")
    assert "has changed since the league was played" in said.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "there is no league in"),
        (("--agents", "steady,uniform"), "there is no league in"),
        (("noon", "--agents", "steady"), "needs two agents or more"),
        (("noon", "--agents", "steady,zzz"), "no agent is called 'zzz'"),
    ],
)
def test_what_is_too_little_leaves_no_store(
    fracas: Fracas, noon: Path, tmp_path: Path, args: tuple[str, ...], said: str
) -> None:
    """A league that lacks something is refused, and leaves no store."""
    store = tmp_path / "new.db"
    said_ = fracas("league", store, *(noon if arg == "noon" else arg for arg in args))
    assert said_.status == 2
    assert said in said_.err
    assert not store.exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--agents", "bold,bold"), "bold"),
        (("--agents", "steady", "--games", 2), "expected more than that"),
        (("--seed", "low"), "the league has the seed high"),
        (("nowhere",), "no scenario is called"),
    ],
)
def test_what_cannot_join_is_refused(
    league: League, args: tuple[str, ...], said: str
) -> None:
    """What cannot join is refused, and the league stays as it was."""
    before = league("--json").json()
    refused = league(*args)
    assert (refused.status, refused.out) == (2, "")
    assert said in refused.err
    assert league("--json").json() == before


def test_it_grows_by_what_is_exact(league: League, tmp_path: Path) -> None:
    """With --exact pairings that can be solved are not played, as the page says."""
    path = tmp_path / "exact.html"
    agents = ("--agents", "bold,lookahead:samples=1")
    said = league(*agents, "--exact", 600, "--html", path)
    assert "better, exact" in said.out or "equal, exact" in said.out
    due = "Not worked out by --exact, so played, on noon: steady against lookahead"
    assert due in " ".join(said.out.split())
    rows = {pair["first"] + pair["second"]: pair for pair in said_pairs(league)}
    assert rows["steadybold"]["verdict"]["exact"]
    assert rows["steadybold"]["blocks"] == 0
    assert rows["steadyuniform"]["verdict"]["exact"]
    assert not rows["steadylookahead:samples=1"]["verdict"]["exact"]
    assert rows["steadylookahead:samples=1"]["blocks"] == 10
    text = sound(path.read_text("utf-8")).all("main")[0].text
    assert "exact" in text
    assert "Exact is what was worked out and not played" in text


def said_pairs(league: League) -> list[dict[str, Any]]:
    """Return the pairings of the league as it stands."""
    pairs: list[dict[str, Any]] = league("--json").json()["pairings"]
    return pairs


def test_seconds_are_more_than_none(league: League) -> None:
    """--exact takes a number of seconds above 0."""
    said = league("--exact", 0)
    assert said.status == 2
    assert said.err.startswith(
        'error: --exact is "0.0", expected a number of more than'
    )
