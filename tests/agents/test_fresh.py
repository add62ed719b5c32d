"""A process serves one seat for one chunk, so no class remembers more than that."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import structs

from sim.audit.store import StoreAudit
from sim.files.sources import read_sources
from sim.hosting.nurseries import end_idle
from sim.hosting.process import Child, House, Kind
from sim.hosting.sandbox import Sandbox
from sim.library.scenario import load
from sim.run.plan import WIDTH
from sim.run.run import RunResult, make_plan, run
from sim.store.store import open_store
from sim.tournament.contest import Terms, make_contest
from sim.tournament.result import result_of
from sim.tournament.tournament import Tournament
from tests.agents.tables import SEED

pytestmark = pytest.mark.usefixtures("wall")

COUNTS = """
from sim.seam.protocol import Agent


class Counts(Agent):
    games = 0

    def begin(self, table):
        super().begin(table)
        type(self).games += 1

    def choose(self, asked):
        if type(self).games > {most}:
            raise ValueError(f"game {{type(self).games}}")
        return asked.options[type(self).games % len(asked.options)]
"""


def counting(folder: Path, most: int = 99) -> str:
    """Return an agent whose class counts games, and fails after so many."""
    path = folder / "counts.py"
    path.write_text(COUNTS.format(most=most), "utf-8")
    return f"{path}:Counts"


def played(
    spec: str,
    games: int,
    *,
    sandbox: Sandbox = "off",
    workers: int = 1,
    width: int = WIDTH,
) -> RunResult:
    """Play so many games with the agent at the first seat."""
    loaded = load("stuck_door")
    plan = make_plan(loaded, (spec, "steady", "steady"), seed=SEED, games=games)
    return run(structs.replace(plan, sandbox=sandbox, width=width), workers=workers)


@pytest.mark.slow
@pytest.mark.parametrize("sandbox", ["off", "wall"])
def test_seals_do_not_hang_on_the_number_of_workers(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    """Seals depend neither on workers nor on earlier runs, though an agent counts."""
    spec = counting(tmp_path)
    alone = played(spec, 24, sandbox=sandbox)
    again = played(spec, 24, sandbox=sandbox)
    beside = played(spec, 24, sandbox=sandbox, workers=2)
    assert alone.seal == again.seal == beside.seal


def test_a_chunk_begins_with_nothing(tmp_path: Path) -> None:
    """An agent's memory of a class lasts a chunk of three games and no longer."""
    how = {line.how for line in played(counting(tmp_path, 3), 24, width=1).lines}
    assert "forfeit" not in how
    how = {line.how for line in played(counting(tmp_path, 2), 24, width=1).lines}
    assert "forfeit" in how


def test_an_audit_finds_choices_that_hang_on_other_games(tmp_path: Path) -> None:
    """An audit finds the choices of an agent that depend on other games."""
    spec = counting(tmp_path)
    with open_store(":memory:", create=True) as store:
        plan = make_plan(
            load("stuck_door"), (spec, "steady", "steady"), seed=SEED, games=16
        )
        run(plan, store=store)
        findings = list(StoreAudit(store).everything())
    assert findings
    assert {finding.depth for finding in findings} == {"agents"}


def test_the_second_game_of_a_pair_knows_nothing_of_the_first(tmp_path: Path) -> None:
    """In a tournament an agent does not remember the other game of its pair."""
    spec = counting(tmp_path, 1)
    terms = Terms(blocks=1, null=1)
    contest = make_contest([load("guitar_duel")], [spec, "steady"], terms, seed=SEED)
    held = Tournament(contest)
    held.play(workers=1)
    assert {row.forfeits for row in result_of(held).standings} == {0}


HASHES = """
from sim.seam.protocol import Agent


class Hashes(Agent):
    def choose(self, asked):
        return asked.options[hash("abc") % len(asked.options)]
"""


@pytest.mark.slow
@pytest.mark.parametrize("option", [(), ("--sandbox",)])
def test_hashes_order_alike_in_play_and_audit(
    tmp_path: Path, option: tuple[str, ...]
) -> None:
    """An agent that depends on hashes chooses alike in play and audit."""
    path, store = tmp_path / "hashes.py", tmp_path / "own.db"
    path.write_text(HASHES, "utf-8")
    command = [sys.executable, "-m", "sim.cli"]
    played = [f"--agents={path}", "--games=3", f"--store={store}", *option]

    def said(seed: str, *words: str) -> str:
        done = subprocess.run(
            [*command, *words],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    said("1", "run", "alley", *played)
    assert "agents" in said("2", "audit", str(store))


def test_processes_nobody_sits_in_are_let_go_and_come_again(tmp_path: Path) -> None:
    """An idle process is ended and started again; one in use stays."""
    path = counting(tmp_path)
    file = path.partition(":")[0]
    house = House("", b"", read_sources([file]))
    child = Child(Kind(path, {}), house)
    end_idle()
    assert child.made().claims is not None
    nursery = child.nursery
    child.close()
    end_idle()
    assert not nursery.alive
    again = Child(Kind(path, {}), house)
    assert again.made().claims is not None
    again.close()
