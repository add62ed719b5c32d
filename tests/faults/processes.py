"""Other processes, as /proc has them."""

import time
from pathlib import Path

from tests.faults.laws import broken

_SECONDS = 10.0


def children(pid: int) -> list[int]:
    """Return the worker processes that *pid* has started."""
    pids: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        pids += [int(pid) for pid in _read(file).split()]
    return [child for child in pids if "spawn_main" in _read(_command(child))]


def _command(pid: int) -> Path:
    return Path(f"/proc/{pid}/cmdline")


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:
        return ""


def of_session(session: int) -> list[int]:
    """Return the processes of a *session* that are alive."""
    pids: list[int] = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        after = _read(file).rpartition(")")[2].split()
        if after and after[0] not in "ZX" and int(after[3]) == session:
            pids.append(int(file.parent.name))
    return pids


def wait_for_none(session: int) -> None:
    """Wait until no process of *session* is left; BrokenLawError where one goes on."""
    until = time.monotonic() + _SECONDS
    while left := of_session(session):
        if time.monotonic() > until:
            said = [_read(_command(pid)) for pid in left]
            broken(f"processes outlive their command: {said}")
        time.sleep(0.01)
