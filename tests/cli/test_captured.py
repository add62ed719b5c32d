"""What an agent prints while it is checked does not hide what is found of it."""

import subprocess
import sys
from pathlib import Path

import pytest

CHATTY = """\
import sys
from sim.seam.protocol import Agent


class Chatty(Agent):
    def choose(self, asked):
        print("so many", len(asked.options))
        return asked.options[0]
"""


@pytest.mark.slow
def test_check_agent_cuts_short_what_an_agent_prints(tmp_path: Path) -> None:
    """Of what an agent prints check-agent shows the first lines and counts the rest."""
    path = tmp_path / "mine.py"
    path.write_text(CHATTY, encoding="utf-8")
    asked = ("check-agent", f"{path}:Chatty", "--scenario", "alley")
    said = subprocess.run(
        [sys.executable, "-m", "sim.cli", *asked],
        capture_output=True,
        text=True,
        check=True,
    )
    assert all(line.startswith("ok ") for line in said.stdout.splitlines())
    head, *lines, more = said.stderr.splitlines()
    assert head == "printed while it was checked:"
    assert len(lines) == 5
    assert all("so many " in line for line in lines)
    assert more.startswith("  ... and ")
    assert more.endswith(" more lines")


@pytest.mark.slow
def test_check_agent_has_nothing_to_say_of_a_quiet_agent() -> None:
    """An agent that prints nothing leaves stderr empty."""
    asked = ("check-agent", "first", "--scenario", "alley")
    said = subprocess.run(
        [sys.executable, "-m", "sim.cli", *asked],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stderr == ""
    assert said.stdout.count("ok ") >= 8
