"""The picture of every command that draws shows the numbers that are printed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import click
import pytest

from sim.cli.main import cli
from tests.cli.conftest import Fracas
from tests.pictures import Seen, axes_of, check_readable

pytest.importorskip("matplotlib")

MANY = ",".join(f"noise:of=steady,share=0.{share}" for share in range(1, 10))
FIELDS = {"two": "uniform,steady", "four": "uniform,steady,cautious,first"}
DRAWS = {"tournament": ("--games", 8, "--null", 0, "--seed", "p", "--workers", 1)}
"""Each command that draws, with what it takes beside scenario and agents."""


def drawing(command: click.Command, name: str = "") -> Iterator[str]:
    """Yield the names of the commands in and below *command* that draw a picture."""
    if any("--picture" in option.opts for option in command.params):
        yield name
    if isinstance(command, click.Group):
        for below in command.list_commands(click.Context(command)):
            below_command = command.get_command(click.Context(command), below)
            assert below_command is not None
            yield from drawing(below_command, f"{name} {below}".strip())


def test_every_command_that_draws_is_looked_at() -> None:
    """Every command with --picture is among those that are tested."""
    assert set(drawing(cli)) == {*DRAWS, "analyse", "sweep"}


@pytest.mark.parametrize("command", DRAWS)
@pytest.mark.parametrize("field", FIELDS)
def test_a_picture_can_be_read(
    fracas: Fracas,
    noon: Path,
    tmp_path: Path,
    figures: list[Any],
    command: str,
    field: str,
) -> None:
    """A picture of two agents and one of many can be read."""
    file = tmp_path / "field.png"
    asked = (*command.split(), noon, "--agents", FIELDS[field], *DRAWS[command])
    assert fracas(*asked, "--picture", file).status == 0
    (figure,) = figures
    check_readable(figure)
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
@pytest.mark.parametrize("command", DRAWS)
def test_the_same_result_is_the_same_picture(
    fracas: Fracas, noon: Path, tmp_path: Path, command: str
) -> None:
    """The same result draws the same SVG, byte by byte."""
    files = [tmp_path / "one.svg", tmp_path / "other.svg"]
    for file in files:
        asked = (*command.split(), noon, "--agents", FIELDS["two"], *DRAWS[command])
        assert fracas(*asked, "--picture", file).status == 0

    assert files[0].read_bytes() == files[1].read_bytes()
    assert ET.parse(files[0]).getroot().tag.endswith("svg")  # noqa: S314 - our own file


Cup = tuple[dict[str, Any], list[Seen]]


@pytest.fixture(scope="module")
def cups() -> list[Cup]:
    """Return the tournament of four, once it has been held."""
    return []


@pytest.fixture
def cup(
    fracas: Fracas, noon: Path, tmp_path: Path, figures: list[Any], cups: list[Cup]
) -> Cup:
    """Return what a tournament of four printed, and what its picture shows."""
    if not cups:
        asked = ("tournament", noon, "--agents", FIELDS["four"], *DRAWS["tournament"])
        said = fracas(*asked, "--json", "--picture", tmp_path / "cup.png")
        (figure,) = figures
        cups.append((said.json(), axes_of(figure)))
    return cups[0]


def test_the_standings_are_those_that_are_printed(cup: Cup) -> None:
    """The picture's standings are those that are printed, the best at the top."""
    words, (standings, _, _) = cup
    (points,) = standings.series

    assert standings.up_ticks[::-1] == tuple(row["agent"] for row in words["standings"])
    assert points.values == (0, 1, 2, 3)
    assert points.places[::-1] == pytest.approx(
        [100 * row["score"]["value"] for row in words["standings"]], abs=1e-3
    )


def test_the_matrix_has_every_pairing_from_both_sides(cup: Cup) -> None:
    """The matrix has every pairing from both sides, and nothing on its diagonal."""
    words, (_, matrix, _) = cup
    (image,) = matrix.series
    agents = [row["agent"] for row in words["standings"]]
    assert matrix.across_ticks == matrix.up_ticks == tuple(agents)
    cells = {
        (row, column): image.values[4 * agents.index(row) + agents.index(column)]
        for row in agents
        for column in agents
    }

    for pairing in words["pairings"]:
        score = 100 * pairing["score"]["value"]
        assert cells[pairing["first"], pairing["second"]] == pytest.approx(
            score, abs=1e-3
        )
        assert cells[pairing["second"], pairing["first"]] == pytest.approx(
            100 - score, abs=1e-3
        )
    assert sum(cell == cell for cell in cells.values()) == 12  # noqa: PLR0124 - nan


def test_each_course_ends_at_the_score_that_is_printed(cup: Cup) -> None:
    """The course of each pairing ends at the printed score."""
    words, (_, _, course) = cup
    lines = {line.name: line for line in course.series}

    assert len(lines) == len(words["pairings"]) == 6
    for pairing in words["pairings"]:
        line = lines[f"{pairing['first']} against {pairing['second']}"]
        assert line.places == (1, 2, 3, 4)
        assert line.values[-1] == pytest.approx(100 * pairing["mean"], abs=1e-3)


@pytest.mark.slow
def test_of_many_agents_the_courses_of_the_best_are_drawn(
    fracas: Fracas, noon: Path, tmp_path: Path, figures: list[Any]
) -> None:
    """Of many agents only the courses of the best are drawn."""
    agents = f"uniform,steady,cautious,{MANY}"
    asked = ("tournament", noon, "--agents", agents, *DRAWS["tournament"])
    words = fracas(*asked, "--json", "--picture", tmp_path / "cup.png").json()
    (figure,) = figures
    check_readable(figure)
    course = axes_of(figure)[2]
    best = words["standings"][0]["agent"]

    assert len(course.series) == 10
    assert all(best in line.name.split(" against ") for line in course.series)
    assert best in course.title
