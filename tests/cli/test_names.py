"""Commands that list what there is to play."""

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from sim.casting.roster import names
from sim.cli.look import shipped as names_of
from sim.library.catalogue import campaigns, scenarios, transcripts
from sim.library.scenario import load, source
from tests.cli.conftest import Fracas


def table(out: str) -> list[list[str]]:
    """Return the rows of the table of words that *out* begins with, lines joined."""
    heads, _, *lines = out.split("\n\n", 1)[0].splitlines()
    starts = [word.start() for word in re.finditer(r"(?<=  )\S|^\S", heads)]
    rows: list[list[str]] = []
    for line in lines:
        if any(line[start - 2 : start].strip() for start in starts[1:]):
            break  # prose, which has no columns
        cells = [line[a:b].strip() for a, b in pairwise([*starts, None])]
        if cells[0] or not rows:
            rows.append(cells)
        else:
            rows[-1] = joined(zip(rows[-1], cells, strict=True))
    return rows


def joined(columns: Iterable[tuple[str, str]]) -> list[str]:
    """Return the cells of a row, each with what stands below it."""
    return [" ".join(filter(None, parts)) for parts in columns]


def test_agents_are_listed_with_their_settings(fracas: Fracas) -> None:
    """Every shipped agent is listed with its settings."""
    said = fracas("agents")
    assert said.status == 0
    assert all(name in said.out for name in names())
    listed = fracas("agents", "--json").json()["agents"]
    assert [entry["name"] for entry in listed] == list(names())
    assert all(entry["about"] for entry in listed)


@pytest.mark.usefixtures("wall")
def test_agents_of_a_file_are_described(fracas: Fracas, tmp_path: Path) -> None:
    """An agent from a file is described by its docstring and settings."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from sim.seam.protocol import Agent\n\n\n"
        "class Brave(Agent):\n"
        '    """Never looks back."""\n\n'
        "    def __init__(self, nerve: int = 3) -> None:\n"
        "        self.nerve = nerve\n\n"
        "    def choose(self, asked):\n"
        "        return asked.options[0]\n"
    )
    said = fracas("agents", f"{file}:Brave")
    assert "Brave:nerve=3" in said.out
    assert "Never looks back." in said.out
    assert "did you mean Brave?" in fracas("agents", f"{file}:Brav").refused()


def test_scenarios_are_listed(fracas: Fracas) -> None:
    """Every shipped scenario is listed with its title."""
    listed = fracas("scenarios", "--json").json()["scenarios"]
    assert [entry["name"] for entry in listed] == list(scenarios())
    said = fracas("scenarios")
    assert said.status == 0
    assert [row[2] for row in table(said.out)] == [entry["title"] for entry in listed]
    assert all(f"  {name}\n" in said.out for name in transcripts())


def test_scenarios_are_listed_from_their_files_alone(
    fracas: Fracas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list of scenarios reads files only, and names seats with a side."""
    monkeypatch.setattr(names_of, "playable_row", None)
    for row, name in zip(table(fracas("scenarios").out), scenarios(), strict=True):
        loaded = load(name)
        seats = loaded.system.seats(loaded.scenario)
        sided = ", ".join(seat.name for seat in seats if seat.side is not None)
        assert row == [name, loaded.system.name, loaded.title, sided]


@pytest.mark.parametrize("name", scenarios())
def test_scenarios_prints_the_file_of_one(fracas: Fracas, name: str) -> None:
    """`fracas scenarios NAME` prints the file as it is shipped."""
    assert fracas("scenarios", name).out.encode() == source(name)
    canonical = fracas("scenarios", name, "--json").json()
    assert canonical == msgspec.json.decode(load(name).data)


@pytest.mark.parametrize("name", transcripts())
def test_scenarios_prints_a_transcript(fracas: Fracas, name: str) -> None:
    """`fracas scenarios NAME` prints a transcript too."""
    assert fracas("scenarios", name).out == Path(transcripts()[name]).read_text()
    assert fracas("scenarios", name, "--json").json()["scenario"]


def test_scenarios_unknown_is_answered_with_the_nearest(fracas: Fracas) -> None:
    """A misspelt scenario is refused with the nearest."""
    assert "did you mean alley?" in fracas("scenarios", "aley").refused()


def test_campaigns_are_listed_from_their_files_alone(
    fracas: Fracas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list of campaigns reads their own files only, and says the same."""
    listed = fracas("scenarios", "--campaigns", "--json").json()["scenarios"]
    assert [entry["name"] for entry in listed] == list(campaigns())
    monkeypatch.setattr(names_of, "load", None)
    rows = table(fracas("scenarios", "--campaigns").out)
    for row, entry in zip(rows, listed, strict=True):
        told = [entry[what] for what in ("name", "system", "title")]
        assert row == [*told, ", ".join(entry["chapters"])]


@pytest.mark.usefixtures("wall")
def test_a_strangers_file_is_described_behind_the_wall(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A file's agent is described behind the wall, where it cannot write."""
    file, target = tmp_path / "mine.py", tmp_path / "was_here"
    file.write_text(
        "from pathlib import Path\n"
        "from sim.seam.protocol import Agent\n"
        f"Path({str(target)!r}).write_text('here', 'utf-8')\n\n\n"
        "class Mine(Agent):\n"
        "    def choose(self, asked):\n"
        "        return asked.options[0]\n"
    )
    for options in ((), ("--json",), ("--limits",)):
        assert fracas("agents", file, *options).refused()
        assert not target.exists() or not target.read_bytes()


@pytest.mark.usefixtures("wall")
def test_a_file_that_interrupts_is_named(fracas: Fracas, tmp_path: Path) -> None:
    """A file that raises KeyboardInterrupt is refused by name."""
    file = tmp_path / "mine.py"
    file.write_text("raise KeyboardInterrupt\n", "utf-8")
    said = fracas("agents", file).refused()
    assert said.endswith(f"{file} raised KeyboardInterrupt when it was to be made")
