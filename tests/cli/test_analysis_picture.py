"""The picture of an analysis has a curve for each participant, with printed values."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.cli.conftest import Fracas
from tests.pictures import axes_of, check_readable

pytest.importorskip("matplotlib")


@pytest.fixture
def store(fracas: Fracas, tmp_path: Path) -> str:
    """Return a store with one conflict of a duel in few rounds."""
    path = str(tmp_path / "duels.db")
    fracas("run", "skill_page", "--games", 1, "--seed", "x", "--store", path)
    return path


QUICK = ("--as", "uniform", "--steps", 0, "--games", 2)


def test_the_curves_are_the_values_that_are_printed(
    fracas: Fracas, store: str, tmp_path: Path, figures: list[Any]
) -> None:
    """The picture has the printed values, the throws, marked choices and rounds."""
    asked = ("analyse", store, "1", *QUICK)
    said = fracas(*asked, "--json", "--picture", tmp_path / "page.png").json()
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
    (figure,) = figures
    check_readable(figure)
    (seen,) = axes_of(figure)
    assert "means of 2 games from each moment" in seen.title
    series = {series_.name: series_ for series_ in seen.series}
    moments = said["moments"]
    for place, seat in enumerate(said["seats"]):
        values = [
            moments[0]["before"][place],
            *(moment["values"][place] for moment in moments),
        ]
        assert series[seat["seat"]].values == pytest.approx(
            [100 * value for value in values]
        )
    throws = [at for at, moment in enumerate(moments, 1) if moment["kind"] == "throw"]
    assert list(series["throws (on Hacker)"].places) == throws
    marked = [
        at
        for at, moment in enumerate(moments, 1)
        if moment["kind"] == "choice" and moment["mark"]
    ]
    drawn = series.get("marked choices")
    assert (list(drawn.places) if drawn else []) == marked
    rounds = {moment["round"] for moment in moments}
    (axes,) = figure.axes
    assert len(axes.patches) == len(rounds) // 2
    assert len(axes.texts) == len(rounds)


@pytest.mark.slow
def test_the_same_analysis_is_the_same_picture(
    fracas: Fracas, store: str, tmp_path: Path
) -> None:
    """The same analysis draws the same SVG, byte by byte."""
    files = [tmp_path / "one.svg", tmp_path / "other.svg"]
    for file in files:
        assert fracas("analyse", store, *QUICK, "--picture", file).status == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert ET.parse(files[0]).getroot().tag.endswith("svg")  # noqa: S314 - our own file


@pytest.mark.parametrize(
    ("name", "words"),
    [("page.gif", "expected .svg or .png"), ("no/such/page.png", "no/such")],
)
def test_no_picture_can_be_drawn_there(
    fracas: Fracas, store: str, tmp_path: Path, name: str, words: str
) -> None:
    """A picture that cannot be written there is refused before anything is computed."""
    said = fracas("analyse", store, *QUICK, "--picture", tmp_path / name).refused()
    assert words in said


@pytest.mark.slow
def test_the_picture_of_a_run_has_its_columns_and_costs(
    fracas: Fracas, tmp_path: Path, figures: list[Any]
) -> None:
    """A run's picture has a bar for each column and seat, and the costs by kind."""
    path = str(tmp_path / "two.db")
    agents = ("--agents", "uniform,uniform", "--seed", "y", "--store", path)
    fracas("run", "skill_page", "--games", 2, *agents)
    asked = ("analyse", path, "--as", "steady", "--picture", tmp_path / "run.png")
    said = fracas(*asked, "--json").json()
    assert (tmp_path / "run.png").read_bytes().startswith(b"\x89PNG")
    (figure,) = figures
    check_readable(figure)
    sums, costs = axes_of(figure)
    assert sums.legend == ("expected", "luck", "advantage", "came to")
    assert sums.up_ticks == ("Hacker", "ArmorMan")
    assert "exact" in sums.title
    marked = [kind for kind in said["kinds"] if kind["marked"]]
    assert len(costs.up_ticks) == min(len(marked), 8)
    widths = [bar.get_width() for bar in figure.axes[0].patches]
    came = [100 * total["came_to"] for total in said["totals"]]
    assert widths[-len(came) :] == pytest.approx(came)
