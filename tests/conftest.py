"""Hypothesis profiles, and what the kernel must have for some tests."""

import ctypes
import gc
import importlib
import os
import signal
import sys
import warnings
from collections import Counter
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from sim.conflict import positions
from sim.errors import SandboxError
from sim.files.sources import read_sources
from sim.hosting.host import asked_once
from sim.hosting.process import Kind
from sim.hosting.wall import landlock_version

# Without bytecode every process that a test starts would compile Fracas anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A script that starts the tests in the background lets them ignore Ctrl-C, and every
# process that a test starts and interrupts would ignore it too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Nothing fails because a machine is slow, neither one example nor making them. A test
# draws the same examples until it is changed, so that a failure has a change behind it;
# a long search draws others every time.
UNTIMED: dict[str, Any] = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow],
}
settings.register_profile("default", max_examples=50, derandomize=True, **UNTIMED)
settings.register_profile("nightly", max_examples=2_000, derandomize=False, **UNTIMED)
settings.load_profile("default")


HERE = Path(__file__).resolve().parent
NO_WALL = "no wall for strangers' agents here: "


@pytest.fixture(name="wall", scope="session")
def _wall(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Skip where this kernel has no wall for strangers' agents, and say why.

    In CI, and where the kernel has what the wall is made of, there must be one.
    """
    path = tmp_path_factory.mktemp("wall") / "harmless.py"
    path.write_text(_HARMLESS, "utf-8")
    try:
        asked_once(Kind(str(path), {}), read_sources([str(path)]), "wall")
    except SandboxError as error:
        if os.environ.get("CI") == "true":
            pytest.fail(f"CI must have a wall for strangers' agents: {error}")
        if can_stand():
            pytest.fail(f"this kernel has what a wall needs, and yet: {error}")
        pytest.skip(f"{NO_WALL}{error}")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Forget what was met before: tests change rules within one process."""
    positions.BEGUN.clear()


def pytest_collection(session: pytest.Session) -> None:
    """Let the workers of xdist share what Python and pytest compile of the tests.

    Where nothing is compiled yet, as in a fresh checkout, each of them would compile
    every file, and all in the same order. So each begins with files of its own, and
    finds the others' ready when it collects. Whatever is wrong with a file is said by
    that collection.
    """
    given = getattr(session.config, "workerinput", None)
    if given is None or [Path(arg).resolve() for arg in session.config.args] != [HERE]:
        return
    mine = int(given["workerid"].removeprefix("gw"))
    for path in sorted(HERE.rglob("test_*.py"))[mine :: given["workercount"]]:
        name = ".".join(path.relative_to(HERE.parent).with_suffix("").parts)
        with suppress(Exception, pytest.skip.Exception), warnings.catch_warnings():
            warnings.simplefilter("error")
            importlib.import_module(name)


def pytest_collection_finish() -> None:
    """Let garbage be looked for among what tests make, not among tests themselves.

    What is there once tests are collected stays to the end: half a million objects.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture
def few_objects() -> None:
    """Let garbage be looked for among what a test makes, not in all that there is."""
    gc.freeze()


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each time limit of what is imported last ten times as long.

    For what a command works out in the time that it has if nobody says: on a busy
    machine it would be less.
    """
    begun = monotonic()

    def slow() -> float:
        return begun + (monotonic() - begun) / 10

    for name, module in [*sys.modules.items()]:
        if name.startswith("sim.") and vars(module).get("monotonic") is monotonic:
            monkeypatch.setattr(module, "monotonic", slow)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:  # noqa: ANN401 - types of a plugin that may be missing
    """Let a worker that is done take over tests that wait behind a long one."""
    if config.getvalue("dist") != "load":
        return None  # --dist says how
    scheduler = importlib.import_module("xdist.scheduler")
    return scheduler.WorkStealingScheduling(config, log)


def can_stand() -> bool:
    """Whether the kernel has Landlock and filters of seccomp, whatever they refuse."""
    if sys.platform != "linux":
        return False
    library = ctypes.CDLL(None, use_errno=True)
    kinds = Path("/proc/sys/kernel/seccomp/actions_avail")
    return landlock_version(library) > 0 and kinds.exists()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end which tests of the wall were skipped, and why."""
    skipped: Counter[str] = Counter()
    reasons: set[str] = set()
    for report in terminalreporter.getreports("skipped"):
        _, _, said = report.longrepr or ("", 0, "")
        _, lacks_wall, reason = said.partition(NO_WALL)
        if lacks_wall:
            skipped[report.nodeid.partition("::")[0]] += 1
            reasons.add(reason)
    if skipped:
        terminalreporter.section("the wall was not tested", yellow=True, bold=True)
        for file, many in sorted(skipped.items()):
            terminalreporter.write_line(f"{many} tests of {file} were skipped")
        for reason in sorted(reasons):
            terminalreporter.write_line(f"{NO_WALL}{reason}")


_HARMLESS = """
from sim.seam.protocol import Agent


class Harmless(Agent):
    def choose(self, asked):
        return asked.options[0]
"""
