"""The README and the page of commands: what they show works as it stands."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
TABLES = README + (ROOT / "docs" / "how-to" / "which.md").read_text("utf-8")
AGENT, API = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
LESS = {
    "exploit": ("--games", "400"),
    "playtest": ("--budget", "300 games"),
    "run": ("--games", "20"),
}
"""Options with which a command does the same with fewer conflicts than by itself."""


def fracas(*args: str, at: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a command of the README in a process of its own, in the folder *at*."""
    command = [sys.executable, "-m", "sim.cli", *args]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=at,
        input="1\n" * 300,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def test_the_first_block_has_two_lines() -> None:
    """The first block of the README has two lines."""
    block = re.search(r"```sh\n(.*?)```", README, re.DOTALL)
    assert block is not None
    assert len(block.group(1).strip().splitlines()) == 2


@pytest.mark.slow
def test_the_agent_of_the_readme_keeps_its_contract(tmp_path: Path) -> None:
    """The agent shown keeps to what agents promise, and can be played."""
    file = tmp_path / "hothead.py"
    file.write_text(AGENT, "utf-8")
    played = fracas("run", "alley", "--agents", f"{file}:Hothead,cautious", "--games=5")
    assert played.returncode == 0, played.stderr
    assert "Hothead" in played.stdout


@pytest.mark.slow
def test_the_python_shown_runs(tmp_path: Path) -> None:
    """The Python shown runs and prints a seal."""
    file = tmp_path / "shown.py"
    file.write_text(API, "utf-8")
    shown = subprocess.run(
        [sys.executable, str(file)],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert shown.returncode == 0, shown.stderr
    assert re.match(r"[0-9a-f]{64} ", shown.stdout)


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        line
        for line in dict.fromkeys(re.findall(r"\| `fracas ([^`]*)`", TABLES))
        if not any(own in line for own in ("alley.db", "my.py", "./bot"))
    ],
)
def test_commands_shown_work(line: str, tmp_path: Path) -> None:
    """Every command of the tables that needs no store or file does what it says."""
    args = shlex.split(re.sub(r"--games \d+", "--games 20", line))
    less = () if "--games" in args else LESS.get(args[0], ())
    done = fracas(*args, *less, at=tmp_path)
    assert done.returncode in {0, 1}, done.stderr
    assert done.stdout or "is written" in done.stderr
