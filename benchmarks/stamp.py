"""The stamp of a measurement: date, machine and commit."""

import platform
import subprocess
from datetime import UTC, datetime
from functools import cache
from os import cpu_count, getloadavg
from pathlib import Path

HERE = Path(__file__).parent
_CODE = ("--", ":/", ":(top,exclude)benchmarks/*.md")


def heading() -> str:
    """Return when, where and on what was measured."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    machine = f"{_processor()}, {cpu_count()} cores, {platform.system()}"
    load = f"load average {getloadavg()[0]:.1f} at the end"
    return f"## {_now()}\n\nCommit {_commit()}; {python}; {machine}; {load}.\n"


def stamp() -> str:
    """Return when and on what was measured, short enough for a table."""
    return f"{_now()}, {_commit()}"


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = [
        line.split(": ", 1)[1] for line in text.splitlines() if "model name" in line
    ]
    return names[0] if names else platform.machine()


@cache
def _commit() -> str:
    """Return the commit as this process found it, whatever it has written since."""
    return commit_of(HERE)


def commit_of(folder: Path) -> str:
    """Return the commit of the checkout around *folder*, "-dirty" if code has changed.

    What is written on the pages of a folder of benchmarks is no code.
    """
    try:
        described = _git(folder, "describe", "--always", "--exclude", "*")
        changed = _git(folder, "status", "--porcelain", "--untracked-files=no", *_CODE)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{described}-dirty" if changed else described


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(  # noqa: S603 - fixed commands
        ["git", *words],  # noqa: S607 - whichever there is
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()
