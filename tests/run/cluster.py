"""A Dask cluster in real processes on loopback, for the tests that need one."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

ROOT = Path(__file__).parents[2]
STARTED_SECONDS = 120
_QUIET = {"DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "critical"}
_QUICK = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "false",
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
}


class Site(Struct):
    """Where a scheduler listens, and the processes that were started for it."""

    folder: Path
    tcp: str
    processes: list[subprocess.Popen[bytes]]

    @property
    def address(self) -> str:
        """Return what `--executor` is given."""
        return self.tcp.replace("tcp://", "dask://")

    @property
    def scheduler(self) -> subprocess.Popen[bytes]:
        """The first process."""
        return self.processes[0]

    def work(self, count: int, *options: str, path: Path = ROOT) -> None:
        """Start *count* workers that find Fracas in *path*, and wait for them."""
        there = len(self.ask("nthreads"))
        command = ["worker", self.tcp, "--nworkers", str(count), "--nthreads", "1"]
        folder = self.folder / f"workers{len(self.processes)}"
        folder.mkdir()
        self.processes.append(
            _start([*command, "--no-dashboard", *options], folder, path)
        )
        self.wait_for(there + count)

    def wait_for(self, count: int) -> None:
        """Wait until there are *count* workers, which may be starting again."""
        deadline = time.monotonic() + STARTED_SECONDS
        while len(self.ask("nthreads")) < count:
            assert time.monotonic() < deadline, "the workers do not start"
            time.sleep(0.1)

    def ask(self, method: str, *args: object) -> Any:  # noqa: ANN401 - any answer
        """Return what a client of the cluster answers."""
        distributed = pytest.importorskip("distributed")
        with distributed.Client(self.tcp, set_as_default=False) as client:
            return getattr(client, method)(*args)

    def end(self) -> None:
        """End whatever still runs; kill what takes its time over that."""
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def site(folder: Path) -> Iterator[Site]:
    """Start a scheduler that has no workers yet."""
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    about = folder / "scheduler.json"
    command = ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    process = _start([*command, "--scheduler-file", str(about)], folder, ROOT)
    here = Site(folder, "", [process])
    try:
        deadline = time.monotonic() + STARTED_SECONDS
        while not about.exists() or not about.read_text("utf-8"):
            assert time.monotonic() < deadline, "the scheduler does not start"
            time.sleep(0.1)
        here.tcp = json.loads(about.read_text("utf-8"))["address"]
        yield here
    finally:
        here.end()


def _start(command: list[str], folder: Path, path: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *command],
        cwd=folder,
        env={**os.environ, **_QUIET, **_QUICK, "PYTHONPATH": str(path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
