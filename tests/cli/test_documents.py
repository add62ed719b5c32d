"""What --json prints has a schema, and what CSV has is documented.

That documents are as their schemas say is checked wherever a test reads one.
"""

import csv
import re
from pathlib import Path

import click
import pytest

from sim.cli.documents.table import DOCUMENTS, LINES, OLDER, schema_of_command
from sim.cli.main import COMMANDS, Commands
from sim.cli.main import OLDER as NAMES
from tests.cli.conftest import Fracas, Stored

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "data.md"
ALWAYS = {"schema", "export"}
"""What these print is a schema, and a store."""


def _commands() -> list[str]:
    group = Commands()
    return [
        name
        for name in COMMANDS
        for command in [group.get_command(click.Context(group), name)]
        if command is not None
        and any("--json" in param.opts for param in command.params)
        and name not in ALWAYS
    ]


def test_every_command_with_json_has_a_schema() -> None:
    """Every command with --json has a schema, and no other has."""
    assert {*OLDER} == {*NAMES}
    assert {*_commands(), "odds"} == {*DOCUMENTS, *LINES}


@pytest.mark.parametrize("command", sorted({*DOCUMENTS, *LINES}))
def test_a_schema_says_what_every_field_means(command: str) -> None:
    """Every field of a command's schema is described, and its format is required."""
    schema = schema_of_command(command)
    whole = {form.__name__ for form in DOCUMENTS.get(command, ())}
    for name, definition in schema["$defs"].items():
        for field, shape in definition["properties"].items():
            assert shape.get("description"), (name, field)
        if name in whole - {"ScenarioFile"}:
            assert definition["properties"]["format"]["enum"] == [1]
            assert "format" in definition["required"]


def test_the_schema_of_a_command_is_printed(fracas: Fracas) -> None:
    """`fracas schema` prints the schema of a command, and hints at misspelt ones."""
    said = fracas("schema", "solve")
    assert said.json()["title"] == "fracas solve --json"
    for older, now in OLDER.items():
        assert fracas("schema", older).out == fracas("schema", now).out
    assert "did you mean solve?" in fracas("schema", "solves").refused()
    assert "fracas judge prints has no schema" in fracas("schema", "judge").refused()
    assert "is a scenario of solar_system" in fracas("schema", "alley").refused()
    there = fracas("schema", "nothing").refused()
    assert "no rule system or command is called" in there
    assert all(name in there for name in ("solar_system", "campaign", "bot", "league"))


def _documented(heading: str) -> set[str]:
    """Return the columns of the table that follows *heading* on the page."""
    table = PAGE.read_text("utf-8").partition(heading)[2].split("\n\n")[1]
    cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    return {name for cell in cells for name in re.findall(r"`([a-z_]+)`", cell)}


def _columns(text: str) -> list[str]:
    return next(csv.reader(text.splitlines()))


def test_the_columns_of_csv_are_documented(
    fracas: Fracas, stored: Stored, tmp_path: Path
) -> None:
    """The columns of every CSV are documented, but for a system's own."""
    store = stored("s.db", "run", "stuck_door", "--games", 2, "--seed", "x")
    table, blocks, points = (tmp_path / name for name in ("t.csv", "b.csv", "p.csv"))
    assert not fracas("export", store, "--table", table).status
    agents = ("--agents", "first,bold", "--games", 2)
    assert not fracas("tournament", "stuck_door", *agents, "--csv", blocks).status
    vary = ("--vary", "goal=1..2", "--csv", points)
    assert not fracas("sweep", "skill_page", *vary).status
    measures = {"changed", "conceded", "harm", "obtained", "spent"}
    csvs: tuple[tuple[str, str, set[str]], ...] = (
        ("export STORE --table", table.read_text(), measures),
        ("fracas tournament --csv", blocks.read_text(), set()),
        ("fracas sweep --csv", points.read_text(), {"goal"}),
        ("STORE CONFLICT --csv", fracas("analyse", store, "1", "--csv").out, set()),
        ("fracas analyse STORE --csv", fracas("analyse", store, "--csv").out, set()),
    )
    for heading, text, own in csvs:
        said = _documented(heading)
        assert set(_columns(text)) - own == said - {"measures"}, heading
