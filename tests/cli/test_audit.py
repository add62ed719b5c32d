"""The statuses of `fracas audit`: 0 for clean, 1 for a finding, 2 for no audit."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sim.casting.roster import agent_class
from tests.cli.conftest import Fracas


def alter(store: Path, change: str, *values: str) -> None:
    """Change *store* behind everybody's back."""
    with closing(sqlite3.connect(store)) as opened, opened:
        assert opened.execute(change, values).rowcount > 0


@pytest.mark.parametrize("name", ["", "{run}", "{run}-3", "3"])
def test_audit_of_what_was_recorded_is_clean(
    fracas: Fracas, store: Path, run_id: str, name: str
) -> None:
    """A store, a run or a conflict that nobody touched has no finding."""
    named = [name.format(run=run_id)] if name else []
    said = fracas("audit", store, *named)
    assert (said.status, said.err) == (0, "")
    assert said.out.startswith("clean")
    assert fracas("audit", store, *named, "--json").json()["clean"] is True


def test_audit_names_the_conflict_that_was_changed(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """A dropped event is found, named, and makes the exit status 1."""
    alter(
        store,
        "delete from stored_events where originator_version = 3 and originator_id = ?",
        f"{run_id}-7",
    )
    said = fracas("audit", store)
    assert said.status == 1
    assert f"{run_id}-7" in said.out
    assert "finding" in said.out.splitlines()[-1]
    words = fracas("audit", store, "--json").json()
    assert words["clean"] is False
    assert {finding["conflict"] for finding in words["findings"]} >= {f"{run_id}-7"}
    assert fracas("audit", store, f"{run_id}-7").status == 1
    assert fracas("audit", store, f"{run_id}-8").status == 0


@pytest.mark.slow
def test_audit_by_workers_says_the_same(fracas: Fracas, tmp_path: Path) -> None:
    """Two processes print what one prints."""
    store = tmp_path / "alley.db"
    asked = ("alley", "--seed", "w", "--games", 3, "--store", store, "--json")
    run_id = fracas("run", *asked).json()["run"]
    alter(store, "delete from stored_events where originator_id = ?", f"{run_id}-2")
    for more in ((), (run_id,), ("--json",)):
        alone = fracas("audit", store, *more, "--workers", "1")
        assert alone.status == 1
        shared = fracas("audit", store, *more, "--workers", "2")
        assert (shared.status, shared.out) == (1, alone.out)


@pytest.mark.parametrize("record", ["full", "seal"])
def test_audit_by_another_version_of_an_agent_is_not_clean(
    fracas: Fracas,
    noon: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    record: str,
) -> None:
    """A changed agent cannot be asked again, which is status 2, as with other rules."""
    path = tmp_path / "own.db"
    given = ("--games", 3, "--seed", "high", "--store", path, "--record", record)
    assert fracas("run", noon, *given).status == 0
    monkeypatch.setattr(agent_class("steady"), "version", "another")
    said = fracas("audit", path)
    assert said.status == 2
    assert said.out.splitlines()[-1].startswith("not judged to its end")
    words = fracas("audit", path, "--json").json()
    assert words["clean"] is False
    assert "agents" not in words["depths"]
    assert "agents" in words["stopped"]


def test_audit_of_lines_alone_says_what_it_did_not_look_at(
    fracas: Fracas, noon: Path, tmp_path: Path
) -> None:
    """An audit of lines alone says what it did not look at, and is not called clean."""
    path = tmp_path / "own.db"
    given = ("--games", 3, "--seed", "high", "--store", path, "--record", "seal")
    assert fracas("run", noon, *given).status == 0
    said = fracas("audit", path, "--depth", "seal,rules,dice", "--json")
    assert said.status == 2
    assert said.json()["clean"] is False
    assert said.json()["depths"] == ["seal"]
    assert said.json()["stopped"] == ["rules", "dice"]
    assert fracas("audit", path).status == 0
    nothing = fracas("audit", path, "--depth", "rules,dice")
    assert nothing.status == 2
    last = nothing.out.splitlines()[-1]
    assert last.endswith("(the whole store, 1 run; no depth whole)")


def test_audit_holds_a_published_seal_against_the_run(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """A published seal is compared with the run, and a wrong one is a finding."""
    (run,) = fracas("list", store, "--json").lines()
    assert fracas("audit", store, run_id, "--seal", run["seal"]).status == 0
    assert fracas("audit", store, "--seal", run["seal"]).status == 0
    said = fracas("audit", store, "--seal", "00" * 32)
    assert said.status == 1
    assert run["seal"] in said.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["none.db"], "none.db"),
        (["none.toml"], "none.toml: cannot be read"),
        (["{store}", "--depth", "rule"], "did you mean rules?"),
        (["{store}", "{run}-99"], "{run}-99"),
        (["{store}", "zzz"], "zzz"),
        (["{store}", "a-b"], "'a-b' names no conflict"),
    ],
)
def test_audit_that_cannot_be_is_one_sentence(
    fracas: Fracas, store: Path, run_id: str, args: list[str], said: str
) -> None:
    """An audit of what is not there is refused in one sentence."""
    names = {"store": store, "run": run_id}
    given = [arg.format(**names) for arg in args]
    assert said.format(**names) in fracas("audit", *given).refused()


@pytest.mark.parametrize(
    "args", [["x.db", "--seal", "12"], ["x.toml", "3"], ["x.toml", "--depth", "dice"]]
)
def test_audit_options_that_make_no_sense(fracas: Fracas, args: list[str]) -> None:
    """Options that make no sense together are refused with the usage."""
    said = fracas("audit", *args)
    assert said.status == 2
    assert "(see fracas audit --help)" in said.refused()


def test_audit_of_an_altered_scenario_is_a_finding_or_refused(
    fracas: Fracas, store: Path
) -> None:
    """An audit of a scenario that does not fit its digest is never clean."""
    alter(
        store,
        "update stored_events set state = replace(state, 'grit', 'grot')"
        " where originator_id like 'scenario:%'",
    )
    assert fracas("audit", store).status in {1, 2}


ROUND = """
scenario = "noon.toml"
[[round]]
number = 1
says = [{ who = "Ann", does = "Pressed" }]
dice = [{ who = "Ann", faces = [5, 1, 6] }]
claims = [HARM, { about = "status", who = "Bo", stress = 2 }]
""".replace("HARM", '{ about = "harm", amount = 2 }')


@pytest.fixture(name="typed")
def _typed(noon: Path) -> Path:
    """Return the file of a round in which everything holds."""
    path = noon.parent / "round.toml"
    path.write_text(ROUND)
    return path


def test_audit_of_a_transcript_says_what_was_assumed_and_holds(
    fracas: Fracas, typed: Path
) -> None:
    """An audit of a transcript is clean, and prints what was assumed."""
    said = fracas("audit", typed)
    assert (said.status, said.err) == (0, "")
    assumed, claims, clean = said.out.splitlines()
    assert assumed == "assumed: 1 default answer, none of them an act"
    assert claims == "claims: 2 of 2 hold"
    assert clean.startswith("clean:")
    words = fracas("audit", typed, "--json").json()
    assert words["claims"] == {"made": 2, "hold": 2, "unjudged": 0}
    said_of = [(assumed["who"], assumed["answer"]) for assumed in words["assumed"]]
    assert said_of == [("Bo", "Bo holds still.")]


def test_audit_with_rules_prints_their_sentences(fracas: Fracas, typed: Path) -> None:
    """--rules prints the sentence of each rule that a finding names."""
    typed.write_text(ROUND.replace("amount = 2", "amount = 3"))
    said = fracas("audit", typed, "--rules")
    assert said.status == 1
    assert "TO-02: Every hit is one stress on the other fighter." in said.out
    assert "claims: 1 of 2 hold" in said.out
    words = fracas("audit", typed, "--json").json()
    assert words["rules"] == {"TO-02": "Every hit is one stress on the other fighter."}


def test_audit_that_must_stop_judges_nobody(fracas: Fracas, typed: Path) -> None:
    """An audit that lacks dice stops there, and judges no claims."""
    typed.write_text(re.sub(r"dice = .*\n", "", ROUND))
    said = fracas("audit", typed)
    assert said.status == 2
    assert [line.partition(":")[0] for line in said.out.splitlines()] == [
        "stop",
        "note",
        "note",
        "assumed",
        "claims",
        "not judged to its end",
    ]
    assert fracas("audit", typed, "--json").json()["clean"] is False


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("Pressed", "Presed", "did you mean Pressed?"),
        ("amount", "amuont", "did you mean amount?"),
        ("says = [", "says = [] # [", "there is nothing to judge"),
    ],
)
def test_audit_of_a_mistyped_transcript_is_one_sentence(
    fracas: Fracas, typed: Path, was: str, now: str, said: str
) -> None:
    """A slip in a transcript is refused in one sentence."""
    text = ROUND.replace(was, now)
    if "nothing" in said:
        text = re.sub(r"claims = .*\n", "", text)
    typed.write_text(text)
    assert said in fracas("audit", typed).refused()


def test_audit_says_who_chose_by_the_clock(fracas: Fracas, tmp_path: Path) -> None:
    """An audit judges rules and dice of an agent that chose by the clock."""
    store = tmp_path / "clock.db"
    asked = ("stuck_door", "--agents", "mcts:seconds=0.001", "--games", 1)
    run = fracas("run", *asked, "--store", store)
    assert "chooses by the clock" in run.out
    said = fracas("audit", store)
    assert said.status == 2
    assert "mcts chose by the clock" in said.out
    assert "no findings" in said.out
    assert fracas("audit", store, "--depth", "dice").status == 0


def test_audit_of_who_was_late_says_what_that_depends_on(
    fracas: Fracas, tmp_path: Path
) -> None:
    """An audit of a late agent says that the finding depends on --patience."""
    (tmp_path / "slow.py").write_text(SLOW, "utf-8")
    agents = f"{tmp_path / 'slow.py'},steady:price=0,steady:price=0"
    store = tmp_path / "slow.db"
    run = ("run", "stuck_door", "--agents", agents, "--games", 1, "--seed", "a")
    fracas(*run, "--patience", 0.5, "--store", store)

    said = fracas("audit", store, "--limits").out
    assert "expected Wolf-Snarl buys no die" in said
    assert "on --patience: audit with that of play" in said
    assert "clean" in fracas("audit", store, "--limits", "--patience", 0.5).out


@pytest.mark.usefixtures("wall")
def test_audit_of_who_failed_behind_the_wall_says_what_that_depends_on(
    fracas: Fracas, tmp_path: Path
) -> None:
    """An agent that started a program without the wall cannot do so behind it."""
    (tmp_path / "starts.py").write_text(STARTS, "utf-8")
    agents = f"{tmp_path / 'starts.py'},steady:price=0,steady:price=0"
    store = tmp_path / "starts.db"
    fracas("run", "stuck_door", "--agents", agents, "--games", 1, "--store", store)
    said = fracas("audit", store).out
    assert "it failed behind the wall: if it is yours and played without" in said
    assert "clean" in fracas("audit", store, "--limits").out


STARTS = """
import subprocess
import sys
from sim.seam.protocol import Agent

class Starts(Agent):
    def choose(self, asked):
        subprocess.run([sys.executable, "-S", "-c", ""], check=True)
        return asked.options[0]
"""
SLOW = """
import time
from sim.seam.protocol import Agent

class Slow(Agent):
    def choose(self, asked):
        time.sleep(2.0)
        return asked.options[0]
"""
