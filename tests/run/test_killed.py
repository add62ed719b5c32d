"""A run killed at any moment leaves whole chunks, and can be completed."""

import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from urllib.parse import parse_qs

import pytest

from sim.conflict.seal import stream_seal
from sim.run.run import run
from sim.store.store import MEMORY, Store, open_store
from tests.run.cast import STANDOFF
from tests.run.victim import plan

ROOT = Path(__file__).parents[2]
KILLS = 6


def killed(command: list[str], after: float) -> bool:
    """Start *command*, kill it *after* so long; return whether it was in time."""
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    with process.stdout:
        process.stdout.readline()
        time.sleep(after)
        process.kill()
    code = process.wait()
    assert code in {0, -signal.SIGKILL}
    return code != 0


def marked(target: str) -> str:
    """Return the address of a store, by which its server tells a victim from us."""
    return (
        f"{target}&application_name=victim-{secrets.token_hex(4)}"
        if "://" in target
        else target
    )


def wait_for_server(target: str) -> None:
    """Wait until a server has ended what the victim had asked of it.

    It may complete a transaction after the process that asked for it was killed.
    """
    if "://" not in target:
        return
    address, _, options = target.partition("?")
    mark = parse_qs(options)["application_name"]
    psycopg = pytest.importorskip("psycopg")
    asked = "SELECT 1 FROM pg_stat_activity WHERE application_name = %s"
    with psycopg.connect(address, autocommit=True) as connection:
        while connection.execute(asked, mark).fetchone():
            time.sleep(0.01)


def check_whole(store: Store, run_id: str) -> int:
    """Check that what is recorded is whole; return how many games that is."""
    if not store.holds_run(run_id):
        return 0
    lines = list(store.lines(run_id))
    names = list(store.stream_ids(run_id))
    for line, name in zip(lines, names, strict=True):
        rows = [state for _, state in store.rows(name)]
        assert len(rows) == line.events
        assert stream_seal(name, STANDOFF.digest, rows[:-1]) == line.seal
    streams = {name for name, _, _, _ in store.all_rows() if name.startswith(run_id)}
    assert streams == set(names)
    return len(lines)


@pytest.mark.slow
@pytest.mark.parametrize(("workers", "latest"), [(1, 0.3), (2, 0.8)])
def test_nothing_is_lost_doubled_or_half_done(
    target: str, workers: int, latest: float
) -> None:
    """However often runs are killed, their completed store is as if they were not."""
    luck = Random(workers)
    begun = ["noon"]
    for _ in range(KILLS):
        victim = marked(target)
        command = [sys.executable, "-m", "tests.run.victim", victim, begun[-1]]
        in_time = killed([*command, str(workers)], luck.uniform(0, latest))
        wait_for_server(victim)
        with open_store(target, create=True) as store:
            check_whole(store, plan(begun[-1]).run_id)
        if not in_time:
            begun.append(f"noon {len(begun)}")
    for seed in begun:
        check_undisturbed(target, seed)


def check_undisturbed(target: str, seed: str) -> None:
    """Complete a run and check that it is what it would have been."""
    ours = plan(seed)
    with (
        open_store(MEMORY, create=True) as calm,
        open_store(target, create=False) as store,
    ):
        whole = run(ours, store=calm)
        assert run(ours, store=store, resume=True).seal == whole.seal
        assert check_whole(store, ours.run_id) == ours.games
        for name in (f"run:{ours.run_id}", *calm.stream_ids(ours.run_id)):
            assert store.stored(name) == calm.stored(name)
