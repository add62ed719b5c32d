"""A Dask cluster plays what one process plays, whatever happens to its workers."""

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import fracas
from sim.audit.store import StoreAudit
from sim.campaign.plan import plan_of as plan_of_any
from sim.errors import AgentError, ExecutorError, FracasError
from sim.fitting.arena import Arena
from sim.fitting.fit import Field
from sim.library.scenario import load
from sim.run.cluster import connect
from sim.run.code import fingerprint
from sim.run.executors import reached
from sim.run.groups import do_group
from sim.run.job_runner import JobRunner
from sim.run.run import Plan, make_plan, run
from sim.store.store import MEMORY, open_store
from sim.vary.points import Effort
from sim.vary.ranges import read_axes
from sim.vary.sweep import Sweep
from tests.run.cast import LOAD, ROSTER, STANDOFF
from tests.run.cluster import ROOT, Site, site

MINE = """\
import os

from sim.seam.protocol import Agent


class Mine(Agent):
    def choose(self, asked):
        if self.table.random.random() < 0.1:
            os._exit(3)
        return asked.options[0]
"""


@pytest.fixture(scope="module", name="pair")
def _pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A cluster of two workers, which start again when they die."""
    with site(tmp_path_factory.mktemp("two")) as here:
        here.work(2)
        yield here


@pytest.fixture
def two(pair: Site) -> Site:
    """Return it when both are there."""
    pair.wait_for(2)
    return pair


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Site]:
    """Return a cluster without workers."""
    with site(tmp_path) as here:
        yield here


def plan_of(agent: str = "slow", games: int = 400) -> Plan:
    """Return a run of the toy, of some length."""
    made = make_plan(STANDOFF, (agent, "uniform"), seed="noon", games=games)
    return structs.replace(made, load=LOAD, roster=ROSTER)


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_changes_nothing(two: Site) -> None:
    """If a worker is killed, the store is row by row that of one process."""
    plan = plan_of()
    pids = [next(iter(two.ask("run", os.getpid).values()))]

    def kill(done: int) -> None:
        if pids and done >= 50:
            os.kill(pids.pop(), signal.SIGKILL)

    with (
        open_store(MEMORY, create=True) as calm,
        open_store(MEMORY, create=True) as far,
        connect(two.address) as cluster,
    ):
        result = run(plan, store=far, executor=cluster, progress=kill)
        assert not pids
        assert result.seal == run(plan, store=calm).seal
        for name in (f"run:{plan.run_id}", *calm.stream_ids(plan.run_id)):
            assert far.stored(name) == calm.stored(name)


@pytest.mark.slow
def test_a_job_that_kills_workers_again_and_again_is_named(two: Site) -> None:
    """A job that kills workers again and again is named, and no other is."""
    with (
        connect(two.address) as cluster,
        pytest.raises(AgentError, match="worker after worker died over games 1 to 2:"),
    ):
        run(plan_of("deadly", games=16), executor=cluster)


@pytest.mark.slow
def test_agents_from_files_travel_and_lose_only_their_own(
    two: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Agents from files are sent to workers; one that ends its process forfeits."""
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(MINE, "utf-8")
    agents = ["mine.py:Mine", "steady"]
    with (
        connect(two.address) as cluster,
        fracas.open_store("far.db", create=True) as store,
    ):
        plan = plan_of_files(agents)
        there = run(plan)
        far = run(plan, store=store, executor=cluster)
        assert (far.seal, far.lines) == (there.seal, there.lines)
        assert "forfeit" in {line.how for line in far.lines}
        with sqlite3.connect("far.db") as database:
            change = "update stored_events set state = x'00' where rowid = 9"
            database.execute(change)
        database.close()
        audits = [
            list(StoreAudit(store, target="far.db", executor=executor).everything())
            for executor in (None, cluster)
        ]
        assert audits[0] == audits[1] != []
    kept = "len(__import__('sim.hosting.nurseries').hosting.nurseries._NURSERIES)"
    assert set(two.ask("run", eval, kept).values()) == {0}


def plan_of_files(agents: list[str]) -> Plan:
    """Return a short run of agents from files."""
    return plan_of_any(fracas.load("alley"), agents, seed="files", games=3)


@pytest.mark.slow
def test_an_executor_of_dask_is_a_cluster(two: Site) -> None:
    """A Dask executor runs, ranks, sweeps and analyses as one process does."""
    client = pytest.importorskip("distributed").Client(two.tcp, set_as_default=False)
    with client, client.get_executor() as executor:
        alley = fracas.load("alley")
        options = {"games": 24, "seed": "api"}
        run = fracas.run(alley, **options)
        assert fracas.run(alley, executor=executor, **options).seal == run.seal
        agents = ["steady", "bold"]
        held = [
            fracas.tournament([alley], agents, executor=each_executor, **options)
            for each_executor in (None, executor)
        ]
        assert held[0].seal == held[1].seal
        sweeps = [Sweep(alley, read_axes(["seats[0].pools.vigor=1,2"])) for _ in "ab"]
        with reached(executor) as far:
            for sweep, runner in zip(
                sweeps, (JobRunner(), JobRunner(1, far)), strict=True
            ):
                sweep.run(Effort("s", 60, 1e6, runner=runner), solving=False)
        assert sweeps[0].to_dict() == sweeps[1].to_dict()
        with fracas.open_store(MEMORY, create=True) as store:
            fracas.run("stuck_door", games=3, seed="api", store=store)
            brief: dict[str, Any] = {"games": 4, "steps": 0, "seconds": 1e6}
            each = [
                fracas.analyse_run(store, executor=each_executor, **brief)
                for each_executor in (None, executor)
            ]
        assert each[0].to_dict() == each[1].to_dict()


@pytest.mark.slow
def test_a_fit_on_a_cluster_finds_the_same(two: Site) -> None:
    """A fit on a cluster finds, game by game, what one process finds."""
    arena = Arena(load("stuck_door"), "x")
    specs, games = ["steady", "steady:price=0", "bold"], range(3, 25)
    with connect(two.address) as cluster:
        fits = [
            Field(arena, ["bold"], print, {0: "steady"}, executor).tried(
                0, specs, games
            )
            for executor in (None, cluster)
        ]
    assert fits[0] == fits[1]
    assert [len(values) for values in fits[0]] == [22] * 3


@pytest.mark.slow
def test_workers_of_another_version_are_refused(bare: Site, tmp_path: Path) -> None:
    """Workers with other code, or without Fracas, are refused."""
    other = tmp_path / "other"
    for folder in ("sim", "agents", "scenarios"):
        shutil.copytree(ROOT / folder, other / folder)
    with (other / "sim/rules/planets/facts.py").open("a") as file:
        file.write("# another\n")
    with pytest.raises(ExecutorError, match="has no workers, expected at least one"):
        connect(bare.address).__enter__()
    bare.work(1, path=other)
    with pytest.raises(ExecutorError, match="has other code, expected the same Fracas"):
        connect(bare.address).__enter__()


@pytest.mark.slow
def test_a_worker_that_joins_later_is_held_to_the_same(two: Site) -> None:
    """A worker that joins later must have the same code too."""
    with connect(two.address) as cluster:
        send = cluster._executor.submit
        right = fingerprint()
        assert send(do_group, right, (), str, [7]).result().results == ["7"]
        with pytest.raises(ExecutorError, match="another version of Fracas"):
            send(do_group, "other", (), str, [7]).result()
        with pytest.raises(ExecutorError, match="another scenario, rule system"):
            send(do_group, right, (b"other",), str, [7]).result()


@pytest.mark.slow
def test_what_was_recorded_before_a_cluster_is_lost_is_kept(
    bare: Site, tmp_path: Path
) -> None:
    """What was recorded before a cluster was lost is kept, and can be resumed."""
    bare.work(1)
    plan = plan_of()

    def lose(_: int) -> None:
        bare.scheduler.kill()

    with open_store(str(tmp_path / "a.db"), create=True) as store:
        with (
            connect(bare.address) as cluster,
            pytest.raises(ExecutorError, match="was lost; what was recorded is kept"),
        ):
            run(plan, store=store, executor=cluster, progress=lose)
        recorded = len(list(store.lines(plan.run_id)))
        assert 0 < recorded < plan.games
        result = run(plan, store=store, resume=True)
        assert result.played == plan.games - recorded
        assert result.seal == run(plan).seal


@pytest.mark.slow
def test_commands_let_a_cluster_work_and_leave_it_clean(
    two: Site, tmp_path: Path
) -> None:
    """Commands use a cluster, and leave no task behind, even after Ctrl-C."""
    store = tmp_path / "a.db"
    command = [sys.executable, "-m", "sim.cli", "run", "alley", "--games", "4000"]
    command += ["--seed", "x", "--store", str(store), "--executor", two.address]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not kept(store):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in said
    while two.ask("run_on_scheduler", tasks_of):
        assert time.monotonic() < deadline + 60
        time.sleep(0.1)


def kept(store: Path) -> int:
    """Return how many games are recorded."""
    if not store.exists():
        return 0
    with contextlib.suppress(FracasError), open_store(str(store)) as opened:
        return sum(len(list(opened.lines(run_id))) for run_id in opened.run_ids())
    return 0


def tasks_of(dask_scheduler: Any) -> int:  # noqa: ANN401 - as Dask calls it
    """Return how many tasks a scheduler knows."""
    return len(dask_scheduler.tasks)
