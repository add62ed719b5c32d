"""The notebook of the tutorials: every cell runs, and its picture shows its numbers."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.pictures import axes_of, check_readable

matplotlib = pytest.importorskip("matplotlib")
nbformat = pytest.importorskip("nbformat")

pytestmark = pytest.mark.slow

NOTEBOOK = Path(__file__).parents[1] / "docs/tutorials/notebook.ipynb"


def cells() -> list[str]:
    """Return the code of the notebook, cell by cell."""
    book = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(book)
    return [cell.source for cell in book.cells if cell.cell_type == "code"]


def run_cells(codes: list[str]) -> dict[str, Any]:
    """Run *codes* one after the other, and return what they have named."""
    matplotlib.use("agg")
    names: dict[str, Any] = {}
    for code in codes:
        exec(code, names)  # noqa: S102 - what a reader of the page does
    return names


@pytest.fixture(scope="module")
def drawn() -> dict[str, Any]:
    """Return what is named once the picture is drawn."""
    codes = cells()
    last = max(number for number, code in enumerate(codes) if "plt." in code)
    return run_cells(codes[: last + 1])


def test_every_figure_can_be_read(drawn: dict[str, Any]) -> None:
    """Every figure of the notebook is named, and can be read."""
    pyplot = drawn["plt"]
    named = [drawn[name] for name in ("figure", "curve", "heat")]
    assert [pyplot.figure(number) for number in pyplot.get_fignums()] == named
    for figure in named:
        check_readable(figure)


def test_each_length_has_a_bar_of_its_own(drawn: dict[str, Any]) -> None:
    """The bars of the first figure count conflicts by their rounds."""
    length, _ = axes_of(drawn["figure"])
    (bars,) = length.series
    rounds = Counter(line.rounds for line in drawn["run"].lines)

    assert (length.across, length.up) == ("rounds", "conflicts")
    assert dict(zip(bars.places, bars.values, strict=True)) == pytest.approx(rounds)


def test_the_returns_are_a_series_for_each_side(drawn: dict[str, Any]) -> None:
    """The returns have a series for each side, over all conflicts."""
    _, returns = axes_of(drawn["figure"])
    lines = drawn["run"].lines

    assert [bars.name for bars in returns.series] == ["Tela", "Gael"]
    for seat, bars in enumerate(returns.series):
        assert sum(bars.values) == len(lines) == 200
        lost = sum(line.returns[seat] == 0 for line in lines)
        assert bars.values[0] == lost


def test_the_curve_has_a_step_a_moment(drawn: dict[str, Any]) -> None:
    """The curve has a value for each moment, and ends at each account's result."""
    (seen,) = axes_of(drawn["curve"])
    read = drawn["read"]
    assert [series.name for series in seen.series] == ["Hacker", "ArmorMan"]
    for account, line in zip(read.accounts, seen.series, strict=True):
        assert len(line.values) == len(read.moments)
        assert line.values[-1] == pytest.approx(account.came_to)
    assert read.certainty == "exact"


def test_the_heat_map_has_a_cell_a_point(drawn: dict[str, Any]) -> None:
    """The heat map has a cell for each point of the sweep, all exact."""
    (seen,) = axes_of(drawn["heat"])
    (image,) = seen.series
    wins = drawn["wins"]
    order = [(goal, skill) for goal in drawn["goals"] for skill in drawn["skills"]]
    assert image.values == pytest.approx([wins[at] for at in order])
    assert all(row["exact"] for row in drawn["swept"].rows())
    assert seen.across_ticks == tuple(map(str, drawn["skills"]))


@pytest.mark.slow
def test_the_other_cells_run() -> None:
    """The cells that draw nothing run."""
    names = run_cells([code for code in cells() if "plt." not in code])

    assert names["cup"].complete
