"""Jobs shared among workers: results in order, few jobs under way, no process left."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sim.errors import AgentError
from sim.run.run import make_plan, run
from sim.run.workers import in_order
from tests.run.cast import LOAD, ROSTER, STANDOFF

ROOT = Path(__file__).parents[2]
FOLLOWED = """
from sim.run.workers import in_order
from tests.run.test_workers import pid_then_sleep

if __name__ == "__main__":
    for pid in in_order(pid_then_sleep, [0, 0, 60, 60], workers=2):
        print(pid, flush=True)
"""

SENDING = """
import sys
from sim.run.workers import in_order
from tests.run.test_workers import large_result

if __name__ == "__main__":
    try:
        for result in in_order(large_result, range(10_000), workers=2):
            print(len(result), flush=True)
    except KeyboardInterrupt:
        sys.exit(130)
"""

PRESSED_IN_A_LOCK = """
import signal, sys, threading
from sim.run.workers import in_order
from tests.run.test_workers import double

left = int(sys.argv[1])

def press(frame, event, _):
    global left
    left -= event == "return"
    if event == "return" and not left:
        signal.raise_signal(signal.SIGINT)
    return press

def calls(frame, event, _):
    entered = frame.f_code is threading.Condition.__enter__.__code__
    return press if entered else None

if __name__ == "__main__":
    sys.settrace(calls)
    try:
        sum(in_order(double, range(400), workers=2))
    except KeyboardInterrupt:
        sys.exit(130)
"""


INTERRUPTED_AS_IT_STARTS = """
import os, signal, sys
if "spawn_main" in " ".join(sys.orig_argv):
    os.kill(os.getpid(), signal.SIGINT)
"""
LONG = """
import sys
from sim.run.workers import in_order
from tests.run.test_workers import pid_then_sleep

if __name__ == "__main__":
    try:
        for pid in in_order(pid_then_sleep, [0, 0, 600, 600, 600, 600], workers=2):
            print(pid, flush=True)
    except KeyboardInterrupt:
        sys.exit(130)
"""


def large_result(_: int) -> bytes:
    """Return what takes far longer to send than to make."""
    return bytes(20_000_000)


def double(number: int) -> int:
    """Return twice *number*; the first of them take longest."""
    time.sleep(0.02 if number < 2 else 0)
    return number * 2


def pid_then_sleep(seconds: float) -> int:
    """Return who worked, after *seconds*."""
    time.sleep(seconds or 0.2)
    return os.getpid()


def lives(pid: int) -> bool:
    """Return whether process *pid* is there and not only waiting to be buried."""
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        )
    except OSError:
        return False


def counted(jobs: int, begun: list[int]) -> Iterator[int]:
    """Yield numbers, and record which were asked for."""
    for number in range(jobs):
        begun.append(number)
        yield number


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_jobs(workers: int) -> None:
    """Results come in the order of the jobs, whoever finishes first."""
    assert list(in_order(double, range(20), workers=workers)) == [
        2 * number for number in range(20)
    ]


def test_only_so_many_jobs_are_under_way() -> None:
    """Only a few jobs are under way at once, however many there are."""
    begun: list[int] = []
    with ThreadPoolExecutor(2) as threads:
        jobs = counted(1000, begun)
        with closing(in_order(double, jobs, workers=2, executor=threads)) as results:
            for done in range(1, 6):
                next(results)
                assert len(begun) <= done + 6
    assert len(begun) < 15


class Lazy(Executor):
    """Does the first job, and leaves the others for later."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(
        self, fn: Callable[..., Any], /, *args: object, **kwargs: object
    ) -> Future[Any]:
        """Accept a job."""
        self.futures.append(Future())
        if len(self.futures) == 1:
            self.futures[0].set_result(fn(*args, **kwargs))
        return self.futures[-1]


def test_stopping_early_cancels_the_rest() -> None:
    """Stopping early cancels the jobs that nobody has begun."""
    lazy = Lazy()
    results = in_order(double, range(9), workers=1, executor=lazy)
    assert next(results) == 0
    results.close()
    assert [future.cancelled() for future in lazy.futures] == [False, True, True]


def test_a_job_that_kills_its_worker_is_named() -> None:
    """A job that kills its worker again and again is named by its games."""
    plan = structs.replace(
        make_plan(STANDOFF, ("deadly", "uniform"), seed="noon", games=16),
        load=LOAD,
        roster=ROSTER,
    )
    with pytest.raises(AgentError, match="died 3 times over games 1 to 2"):
        run(plan, workers=2)


def test_a_worker_that_dies_once_is_made_up_for(tmp_path: Path) -> None:
    """A worker that dies once is replaced; no result is lost or doubled."""
    mortal = f"mortal:{tmp_path / 'died'}"
    plan = structs.replace(
        make_plan(STANDOFF, (mortal, "uniform"), seed="noon", games=40),
        load=LOAD,
        roster=ROSTER,
    )
    result = run(plan, workers=2)
    assert (tmp_path / "died").exists()
    assert result == run(plan)


def test_workers_die_with_their_parent() -> None:
    """Workers end when their parent is killed, even while they work."""
    parent = subprocess.Popen(
        [sys.executable, "-c", FOLLOWED], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    with parent.stdout:
        pids = {int(parent.stdout.readline()) for _ in range(2)}
        time.sleep(0.1)
        parent.kill()
        parent.wait()
    deadline = time.monotonic() + 10
    while any(lives(pid) for pid in pids):
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("count", [1, 10, 150, 400])
def test_ctrl_c_leaves_no_lock_acquired(count: int) -> None:
    """Ctrl-C right after a lock of the pool was acquired still ends all."""
    command = [sys.executable, "-c", PRESSED_IN_A_LOCK, str(count)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, timeout=30, check=False
    )
    assert (done.returncode, done.stderr) == (130, b"")


def test_workers_are_ended_when_this_process_alone_is_interrupted() -> None:
    """Ctrl-C that reaches no worker still ends them, however long their jobs take."""
    parent = subprocess.Popen(
        [sys.executable, "-c", LONG], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert parent.stdout is not None
    try:
        with parent.stdout:
            pids = [int(parent.stdout.readline()) for _ in range(2)]
        parent.send_signal(signal.SIGINT)
        assert parent.wait(timeout=60) == 130
    finally:
        parent.kill()
        parent.wait()
    assert not any(lives(pid) for pid in pids)


def test_a_worker_that_is_interrupted_as_it_starts_goes_on(tmp_path: Path) -> None:
    """Ctrl-C that reaches a worker before it is ready prints nothing and ends none."""
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTED_AS_IT_STARTS, "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", FOLLOWED.replace("60, 60", "0, 0")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.split()) == 4


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.0, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15])
def test_ctrl_c_ends_all_while_results_are_sent(delay: float) -> None:
    """Ctrl-C, which reaches workers too, ends all; no result is sent by half."""
    parent = subprocess.Popen(
        [sys.executable, "-c", SENDING],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert parent.stdout is not None
    try:
        with parent.stdout:
            for _ in range(4):
                parent.stdout.readline()
            time.sleep(delay)
            os.killpg(parent.pid, signal.SIGINT)
            assert parent.wait(timeout=30) == 130
    finally:
        with suppress(ProcessLookupError):
            os.killpg(parent.pid, signal.SIGKILL)
        parent.wait()
