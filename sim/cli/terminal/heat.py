"""A sweep of two values as a table of shades, and any sweep as a picture."""

from importlib import import_module
from pathlib import Path
from typing import Any

from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put
from sim.library.settings import as_option_text
from sim.vary.figures import Measure
from sim.vary.points import Point
from sim.vary.sweep import Sweep

_SHADES = " ░▒▓█"
_NONE = "?"


def put_heat(sweep: Sweep, shown: Measure) -> None:
    """Print a row for each of the first values, a column for each of the second."""
    rows, columns = sweep.axes
    put(f"{shown} in %, by {rows.path} (down) and {columns.path} (across)")
    table = [
        (as_option_text(value), *(_cell(point, shown) for point in line))
        for value, line in zip(rows.values, _lines(sweep), strict=True)
    ]
    put_table(("", *map(as_option_text, columns.values)), table)
    put("darker is more; ~ is the middle of an interval; ? is not known")


def _lines(sweep: Sweep) -> list[list[Point]]:
    width = len(sweep.axes[-1].values)
    points = sweep.points
    return [points[first : first + width] for first in range(0, len(points), width)]


def _cell(point: Point, shown: Measure) -> str:
    if not point.known:
        return _NONE
    figure = point.figure(shown)
    shade = _SHADES[min(int(figure.value * len(_SHADES)), len(_SHADES) - 1)]
    about = "" if figure.exact else "~"
    return f"{about}{100 * figure.value:.1f} {shade}"


def draw_sweep(path: Path, sweep: Sweep, shown: Measure) -> None:
    """Draw one varied value as a line with intervals, two as a heat map."""
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("agg")
    matplotlib.rcParams["svg.hashsalt"] = sweep.base.digest.hex()
    pyplot: Any = import_module("matplotlib.pyplot")
    figure, axes = pyplot.subplots(layout="constrained")
    if len(sweep.axes) == 1:
        _draw_line(axes, sweep, shown)
    else:
        _draw_map(axes, sweep, shown)
    axes.set_title(f"{sweep.base.title}: {shown} in %")
    kept: dict[str, Any] = {"metadata": {"Date": None}} if path.suffix == ".svg" else {}
    figure.savefig(path, **kept)
    pyplot.close(figure)


def _draw_line(axes: Any, sweep: Sweep, shown: Measure) -> None:  # noqa: ANN401 - matplotlib's own
    known = [point for point in sweep.points if point.known]
    figures = [point.figure(shown) for point in known]
    names = [as_option_text(point.settings[0].value) for point in known]
    spans = [
        [100 * (figure.value - figure.low) for figure in figures],
        [100 * (figure.high - figure.value) for figure in figures],
    ]
    values = [100 * figure.value for figure in figures]
    axes.errorbar(range(len(known)), values, yerr=spans, fmt="o-", capsize=3)
    axes.set_xticks(range(len(known)), names)
    axes.set_xlabel(sweep.axes[0].path)
    axes.set_ylim(0, 100)


def _draw_map(axes: Any, sweep: Sweep, shown: Measure) -> None:  # noqa: ANN401 - matplotlib's own
    cells = [
        [
            100 * point.figure(shown).value if point.known else float("nan")
            for point in line
        ]
        for line in _lines(sweep)
    ]
    axes.imshow(cells, cmap="viridis", vmin=0, vmax=100, aspect="auto")
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if cell == cell:  # noqa: PLR0124 - nan where nothing is known
                axes.text(column, row, f"{cell:.0f}", ha="center", va="center")
    rows, columns = sweep.axes
    axes.set_xticks(range(len(columns.values)), map(as_option_text, columns.values))
    axes.set_yticks(range(len(rows.values)), map(as_option_text, rows.values))
    axes.set_xlabel(columns.path)
    axes.set_ylabel(rows.path)
