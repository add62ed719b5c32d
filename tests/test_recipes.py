"""The recipes of CONTRIBUTING.md, followed to the letter in a copy of the project."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sim.library.catalogue import scenarios
from sim.library.registry import SYSTEMS
from sim.library.scenario import load

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
COPIED = ("agents", "scenarios", "sim", "tests", "fracas", "pyproject.toml")
FILES = (
    *COPIED,
    "ARCHITECTURE.md",
    "README.md",
    "CONTRIBUTING.md",
    "DECISIONS.md",
    "GLOSSARY.md",
    "TRANSCRIPTS.md",
)


def recipe(name: str) -> str:
    """Return the lines of the recipe *name*."""
    block = re.search(rf"```{name}\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    return block.group(1)


def follow(lines: str, folder: Path) -> str:
    """Follow *lines* in a copy of the project; return what was printed."""
    copy = folder / "project"
    copy.mkdir()
    ignore = shutil.ignore_patterns("__pycache__")
    for name in FILES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=ignore)
        else:
            shutil.copy(ROOT / name, copy / name)
    tools = Path(sys.executable).parent
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", lines],
        cwd=copy,
        env={
            **os.environ,
            "PATH": f"{tools}:{os.environ['PATH']}",
            "PYTHONPATH": str(copy),
            "PYTEST_ADDOPTS": "-p no:cacheprovider",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_scenario_is_added_as_the_page_says(system: str, tmp_path: Path) -> None:
    """A copy of any shipped scenario is found, checked, read and audited."""
    first = next(name for name in scenarios() if load(name).system.name == system)
    lines = recipe("recipe-scenario").replace("alley", first)
    assert "mine can be played" in follow(lines, tmp_path)


@pytest.mark.slow
def test_a_rule_system_of_one_file_is_played_as_the_page_says(tmp_path: Path) -> None:
    """From nothing to a conflict that is played, told, audited and solved."""
    said = follow(recipe("recipe-one-file"), tmp_path)
    for words in (
        "noon.toml can be played: Two at noon (Standoff)",
        "\nRound 1\n",
        "clean: no findings",
        "Two at noon (Standoff), solved",
        "the reply of Bo",
        "TO-02  Every hit is one stress",
        "hits   chance  exactly",
    ):
        assert words in said
    for file in ("noon.toml", "noon.db", "round.toml"):
        assert (tmp_path / "project" / file).exists()


@pytest.mark.slow
def test_a_rule_system_is_added_as_the_page_says(tmp_path: Path) -> None:
    """A rule system is added by the recipe's steps, and by no others."""
    lines = recipe("recipe-system")
    for tool in ("ruff", "lint-imports"):
        if shutil.which(tool, path=str(Path(sys.executable).parent)) is None:
            lines = re.sub(rf"^{tool}\b.*\n", "", lines, flags=re.MULTILINE)
    assert "standoff" in lines
    follow(lines, tmp_path)
