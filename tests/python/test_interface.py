"""The documented interface for Python: what it has, what it gives, what it refuses."""

import ast
import doctest
import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fracas
from sim.cli.main import main
from sim.errors import (
    FracasError,
    OddsError,
    ScenarioError,
    StoreError,
    StreamError,
    UnknownNameError,
)
from tests.python.players import Pick, Still, Trained
from tests.tiers import later

ROOT = Path(__file__).parents[2]
MODULES = [
    "_analysed",
    "_compared",
    "_inputs",
    "_learned",
    "_played",
    "_recorded",
    "_shipped",
    "_studied",
    "_walked",
    "testing",
]


@pytest.mark.parametrize(
    "name",
    later([*MODULES, "sim.library.scenario"], {"_analysed", "_compared", "_studied"}),
)
def test_examples_do_what_they_show(name: str, request: pytest.FixtureRequest) -> None:
    """Every example in a docstring prints what it shows."""
    module = importlib.import_module(name if "." in name else f"fracas.{name}")
    request.getfixturevalue("unhurried")
    results = doctest.testmod(module, report=True)
    assert results.failed == 0


def test_every_name_is_offered_once_and_found() -> None:
    """Every name of `fracas` is listed once, for type checkers and at run time."""
    tree = ast.parse(Path(fracas.__file__).read_text("utf-8"))
    checked = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module != "typing"
        for alias in node.names
    } - {"get_close_matches", "import_module"}
    assert checked == set(fracas.__all__)
    assert fracas.__all__ == sorted(fracas.__all__, key=_constants_first)
    for name in fracas.__all__:
        assert getattr(fracas, name) is not None
    assert set(fracas.__all__) <= set(dir(fracas))
    with pytest.raises(AttributeError, match="no attribute 'rn'; did you mean run"):
        _ = fracas.rn


def test_every_error_can_be_caught_by_a_name_of_fracas() -> None:
    """Every kind of error has a name in `fracas`."""
    kinds: set[type[FracasError]] = {FracasError, *_kinds_of(FracasError)}
    assert {kind.__name__ for kind in kinds} <= set(fracas.__all__)
    assert all(getattr(fracas, kind.__name__) is kind for kind in kinds)
    assert Path(fracas.__file__).with_name("py.typed").exists()


def _kinds_of(kind: type[Exception]) -> Iterator[type[Exception]]:
    """Yield what is derived from *kind* in `sim.errors`."""
    for derived in kind.__subclasses__():
        if derived.__module__ == "sim.errors":
            yield derived
            yield from _kinds_of(derived)


def _constants_first(name: str) -> tuple[bool, bool, str]:
    return not name.isupper(), not name[0].isupper(), name


def test_nothing_is_imported_before_it_is_used() -> None:
    """`import fracas` imports nothing of `sim`, and `Agent` no slow library."""
    code = (
        "import sys, fracas\nprint(len([one for one in sys.modules if 'sim' in one]))\n"
        "fracas.Agent, fracas.Decision\n"
        "print([one for one in ('numpy', 'scipy', 'eventsourcing', 'click')"
        " if one in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert done.stdout == "0\n[]\n"


@pytest.fixture(scope="module")
def run() -> fracas.Run:
    """Return a small run."""
    return fracas.run("stuck_door", games=6, seed="rows")


COLUMNS = "run title system seed game seat side agent how return won drawn lost"


def test_rows_of_a_run_are_the_rows_of_the_table(
    run: fracas.Run, tmp_path: Path
) -> None:
    """The rows of a run are those of its exported table."""
    rows = run.rows()
    assert len(rows) == 6 * len(fracas.load("stuck_door").to_dict()["seats"])
    assert all(list(row)[:13] == COLUMNS.split() for row in rows)
    assert {type(value) for row in rows for value in row.values()} <= {str, int, float}
    store, file = tmp_path / "r.db", tmp_path / "r.jsonl"
    with fracas.open_store(str(store), create=True) as opened:
        fracas.run("stuck_door", games=6, seed="rows", store=opened)
    assert main(["export", str(store), "--table", str(file)]) == 0
    assert [json.loads(line) for line in file.read_text().splitlines()] == rows


def test_rows_of_a_campaign_have_its_chapters() -> None:
    """The rows of a campaign have a column for each chapter's return."""
    rows = fracas.run("planets_three_gates", games=2, seed="rows").rows()
    assert "return of chapter 1" in rows[0]
    assert {row["game"] for row in rows} == {1, 2}


def test_a_tournament_has_rows_of_games_standings_and_pairings() -> None:
    """A tournament has rows of games, standings and pairings."""
    cup = fracas.tournament(["stuck_door"], [Pick, "bold"], games=8, seed="cup")
    names = {"tests.python.players.Pick", "bold"}
    games = cup.rows()
    assert {row["first"] for row in games} == names
    assert len(games) == cup.games * len(fracas.load("stuck_door").to_dict()["seats"])
    standings = cup.rows("standings")
    assert {row["agent"] for row in standings} == names
    assert all(r["score_low"] <= r["score"] <= r["score_high"] for r in standings)
    (pair, *_) = cup.rows("pairings")
    assert pair["verdict"] in {"better", "worse", "equal", "alike", "open"}
    plain = {str, int, float, bool, type(None)}
    assert {type(v) for r in [*games, *standings, pair] for v in r.values()} <= plain
    with pytest.raises(UnknownNameError, match="expected one of games, standings"):
        cup.rows("matches")


def test_rows_of_a_tournament_are_those_of_its_record(tmp_path: Path) -> None:
    """The rows of a tournament are those of its recorded table."""
    target, file = tmp_path / "c.db", tmp_path / "c.jsonl"
    options: dict[str, Any] = {"games": 8, "seed": "cup"}
    with fracas.open_store(str(target), create=True) as store:
        cup = fracas.tournament(
            ["stuck_door"], ["steady", "bold"], store=store, **options
        )
    assert main(["export", str(target), "--table", str(file)]) == 0
    recorded = [json.loads(line) for line in file.read_text().splitlines()]
    assert recorded == cup.rows()


def test_a_conflict_says_how_it_ended() -> None:
    """A conflict has its ending, returns, winners and rows."""
    conflict = fracas.play("alley", seed="demo")
    outcome = conflict.outcome
    assert outcome.how == "past broken"
    assert outcome.returns == {"Tela": 0.0, "Gael": 1.0}
    assert outcome.winners == ("Gael",)
    assert outcome.meaning.startswith("Somebody was driven past broken")
    assert not outcome.forfeit
    rows = conflict.rows()
    assert len(rows) == len(conflict.events)
    assert [row["event"] for row in rows] == list(range(1, len(rows) + 1))
    assert {row["conflict"] for row in rows} == {conflict.stream_id}
    assert {"Tela", "Gael"} <= {str(row.get("who")) for row in rows}


def test_who_forfeits_is_named() -> None:
    """An outcome names the reason of a forfeit."""
    with fracas.open_store(":memory:", create=True) as store:
        fracas.run("stuck_door", [Trained([])], games=1, seed="f", store=store)
        outcome = fracas.replay(store).outcome
    assert outcome.how == "forfeit"
    assert "IndexError" in outcome.forfeit


def test_a_scenario_can_be_a_mapping() -> None:
    """A scenario can be a mapping, with numbers of an array library."""
    table = fracas.load("alley").to_dict()
    again = fracas.load(table)
    assert again.digest == fracas.load("alley").digest
    assert again.name == "Tela and Gael in the alley"
    table["seats"][0]["pools"]["vigor"] = np.int64(1)
    changed = fracas.run(table, games=40, seed="m")
    assert changed.rows()[0]["title"] == "Tela and Gael in the alley"
    table["seats"][0]["pools"]["vigor"] = 1
    assert fracas.run(table, games=40, seed="m").seal == changed.seal
    assert fracas.load(Path(ROOT / "scenarios/alley.toml")).digest == again.digest
    ruled = fracas.load(again, pool_die_timing="before_roll_only")
    assert (
        ruled.digest == fracas.load("alley", pool_die_timing="before_roll_only").digest
    )


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({}, 'the scenario: the table lacks the field "system", expected one of'),
        ({"system": "planetz"}, "did you mean planets?"),
        ({"system": "planets", "title": {1, object}}, "holds what no file can say"),
        ({"system": "planets", "title": float("nan")}, "expected an ordinary number"),
        ({"system": "planets", "chapters": []}, "is a campaign"),
        (3, "found int, expected the name of a scenario"),
    ],
)
def test_a_mapping_that_is_no_scenario_is_refused(table: Any, said: str) -> None:  # noqa: ANN401
    """A mapping that is no scenario is refused with the place."""
    with pytest.raises(ScenarioError) as refused:
        fracas.load(table)
    assert said in str(refused.value)


def test_all_problems_of_a_scenario_are_returned() -> None:
    """All problems of a scenario are returned, without an exception."""
    table = fracas.load("alley").to_dict()
    table["seats"][0]["nme"] = "x"
    del table["seats"][1]["name"]
    checked = fracas.check_scenario(table)
    assert not checked.can_be_played
    assert len(checked.problems) == 2
    assert "did you mean name?" in repr(checked)
    fine = fracas.check_scenario("stuck_door")
    assert fine.can_be_played
    assert fine.to_dict()["system"] == fracas.load("stuck_door").system.name


def test_a_check_says_what_the_command_says(capsys: pytest.CaptureFixture[str]) -> None:
    """`check_scenario` returns what the command prints."""
    for name in ("stuck_door", "planets_three_gates"):
        assert main(["check-scenario", name, "--json"]) == 0
        printed = json.loads(capsys.readouterr().out)
        said = json.loads(json.dumps(fracas.check_scenario(name).to_dict()))
        assert said.items() <= printed.items()


def test_solve_says_what_the_command_says(capsys: pytest.CaptureFixture[str]) -> None:
    """`solve` returns what the command prints."""
    solved = fracas.solve("stuck_door")
    assert main(["solve", "stuck_door", "--json"]) == 0
    said = json.loads(json.dumps(solved.to_dict()))
    assert said.items() <= json.loads(capsys.readouterr().out).items()
    assert solved.exact
    assert not solved.error
    assert [row["return_error"] for row in solved.rows()] == [0.0] * len(solved.returns)
    assert "exact" in repr(solved)


def test_what_is_solved_is_what_is_played() -> None:
    """A class that says what it remembers is solved as it plays."""
    agents = [Still(at=1), "steady"]
    solved = fracas.solve("stuck_door", agents).rows()
    exact = {row["seat"]: row["return"] for row in solved}
    played = fracas.run("stuck_door", agents, games=300, seed="s").summary.records()
    for record in played:
        assert record.returns.low <= exact[record.seat] <= record.returns.high


def test_what_does_not_fit_is_estimated() -> None:
    """What does not fit is estimated, with an error and the exact share."""
    estimate = fracas.solve("planets_boulder", states=60, games=128, seed="s")
    assert estimate.estimated
    assert not estimate.exact
    assert 0 < estimate.share < 1
    assert estimate.certainty == "value ± error"
    assert "± standard error, 99.6 % exact" in repr(estimate)
    assert "does not fit into 60 states" in estimate.error
    for row in estimate.rows():
        assert row["return_error"] > 0
        assert row["return_low"] is None
        due = 0.98891 if row["seat"] == "The Cardinal" else 0.01109
        assert abs(row["return"] - due) < 5 * row["return_error"]
    again = fracas.solve("planets_boulder", states=60, games=128, seed="s")
    assert again.to_dict() == estimate.to_dict()


@pytest.mark.slow
def test_bounds_are_there_if_wanted_or_refused() -> None:
    """Bounds are returned if asked for, or refused if they tell nothing."""
    bounds = fracas.solve("planets_race", states=3000, bounds=True)
    assert not bounds.exact
    assert bounds.length is None
    assert "(allow more time, states or memory)" in bounds.error
    assert all(row["return"] is None for row in bounds.rows())
    assert all(row["return_low"] < row["return_high"] for row in bounds.rows())
    with pytest.raises(OddsError, match="alley does not fit into 300 states"):
        fracas.solve("alley", states=300, bounds=True)


def test_a_reply_can_be_read_saved_and_played(tmp_path: Path) -> None:
    """A reply can be read, saved and played, and is not worse than the seat's agent."""
    reply = fracas.reply("stuck_door", "Skala", against=Still(at=1), games=0)
    assert reply.seat == "Skala"
    assert reply.returns >= reply.agent_returns
    assert reply.gain == pytest.approx(reply.returns - reply.agent_returns)
    file = reply.save(tmp_path / "skala.py")
    agents = [Still(at=1), file, Still(at=1)]
    played = fracas.run("stuck_door", agents, games=100, seed="r").summary.records()[1]
    assert played.returns.low <= reply.returns <= played.returns.high
    with pytest.raises(StoreError, match="there already"):
        reply.save(file)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seat": "Skalla"}, "did you mean Skala?"),
        ({"seat": "Skala", "free": "presed"}, 'has no decision called "presed"'),
        ({"seat": "Skala", "against": "steady,bold"}, "played by one agent"),
        ({"seat": "Skala", "agent": Pick}, "a reply is a file, which cannot name"),
    ],
)
def test_a_reply_that_cannot_be_asked_for(options: dict[str, Any], said: str) -> None:
    """A reply that cannot be sought is refused in a sentence."""
    with pytest.raises(fracas.FracasError) as refused:
        fracas.reply("stuck_door", games=0, **options)
    assert said in str(refused.value)


def test_what_there_is_is_listed_as_commands_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Scenarios, campaigns and agents are listed as the commands list them."""
    for command, rows in (
        (["scenarios"], fracas.scenarios()),
        (["scenarios", "--campaigns"], fracas.scenarios(campaigns=True)),
        (["agents"], fracas.agents()),
    ):
        assert main([*command, "--json"]) == 0
        printed = json.loads(capsys.readouterr().out)
        if isinstance(printed, dict):
            printed = next(
                listed for listed in printed.values() if isinstance(listed, list)
            )
        assert printed == rows
    assert {row["system"] for row in fracas.scenarios()} == {
        row["name"] for row in fracas.systems()
    }
    assert fracas.agents(Pick(at=2))[0]["settings"] == {"at": 2, "word": "x"}


def test_odds_are_fractions_and_a_wrong_field_is_named() -> None:
    """Odds are fractions, and an unknown field is refused with the nearest."""
    first = fracas.systems()[0]["name"]
    assert isinstance(fracas.odds(first, rank=3, vs_rank=2)[""]["win"], Fraction)
    with pytest.raises(
        OddsError, match=r"no 'rnk', expected one of.*did you mean rank"
    ):
        fracas.odds(first, rnk=3)


def test_what_is_printed_says_what_it_is(run: fracas.Run) -> None:
    """What is printed says what it is, in a few lines."""
    with ThreadPoolExecutor(1) as threads:
        cup = fracas.tournament(
            ["stuck_door"], ["first", "bold"], games=4, seed="c", executor=threads
        )
    shown = {
        "<scenario alley: Tela and Gael in the alley": fracas.load("alley"),
        "<conflict ": fracas.play("stuck_door", seed="p"),
        f"Run {run.run_id} of The stuck door, 6 games": run,
        f"Tournament {cup.contest.contest} on stuck_door": cup,
        "Summary of 6 conflicts\n  Wolf-Snarl: wins ": run.summary,
    }
    for beginning, value in shown.items():
        assert repr(value).startswith(beginning)
        assert len(repr(value)) < 600
    assert "Skala, played by steady:price=0: wins " in repr(run)
    assert "<table>" in run._repr_html_()


@pytest.mark.parametrize("call", [fracas.analyse, fracas.page, fracas.story])
def test_what_is_no_conflict_is_said(call: Callable[[Any], object]) -> None:
    """A value that is no conflict is refused with what was expected."""
    with pytest.raises(StreamError, match=r"found str, expected a conflict, as"):
        call("1")
