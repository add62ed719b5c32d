"""The table of attacks in SECURITY.md names tests that are there."""

import re
from pathlib import Path

import pytest

from sim.cli.main import COMMANDS, main

ROOT = Path(__file__).parents[1]
_TEST = re.compile(r"`(tests/\S+\.py)::(test_\w+)`")


def test_every_attack_names_tests_that_are_there() -> None:
    """Every attack in the table names tests that exist."""
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    table = text.partition("## Attacks that were tried")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert rows
    for row in rows:
        named = _TEST.findall(row)
        assert named, f"no test is named in: {row}"
        for file, test in named:
            assert f"def {test}(" in (ROOT / file).read_text("utf-8"), f"{file}::{test}"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_holds_no_agent_is_named(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page names every command whose help says that agents have your rights."""
    assert main([command, "--help"]) == 0
    unheld = "with your rights" in capsys.readouterr().out
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    sentence = text.partition("`fracas agents FILE.py`")[2].partition("none of them")[0]
    assert (f"`{command}`" in sentence) == unheld
