"""`fracas sweep`: what a scenario is worth for every value of a number, or of two."""

import csv
import shlex
from collections.abc import Callable, Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from sim.casting.specs import split
from sim.cli.options.budget import seconds_option
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.hosting import runs_here
from sim.cli.options.page import page_option
from sim.cli.options.printed import json_option
from sim.cli.options.scenario import agents_option, trust_option
from sim.cli.options.workers import executor_option, workers_option
from sim.cli.play.samples import put_samples, sample_commands
from sim.cli.study.samples import point_samples
from sim.cli.study.varied import (
    games_option,
    job_runner_for,
    seed_option,
    vary_option,
    within_option,
)
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.heat import draw_sweep, put_heat
from sim.cli.terminal.output import Stopped, note, put, put_command, put_json, put_prose
from sim.cli.terminal.page import put_page
from sim.cli.terminal.pictures import check_drawable
from sim.cli.terminal.progress import progress
from sim.errors import OddsError
from sim.files.outputs import check_new, new_file, spreadsheet_safe
from sim.library.settings import as_option_text
from sim.pages.command import Command
from sim.pages.sweep import sweep_page
from sim.run.job_runner import JobRunner
from sim.spine.words import counted
from sim.vary.figures import Measure, measure_of, read_measure
from sim.vary.headline import ends_of, headline
from sim.vary.points import Effort, Point
from sim.vary.ranges import axes_in_words, column_names, read_axes
from sim.vary.remarks import change_in_words, remarks
from sim.vary.sweep import GAMES, SECONDS, WITHIN, Sweep

_SEATS = 2
"""The most seats that have room side by side."""
_DRAWN = 2


class Request(Struct, frozen=True):
    """What the command line asks for."""

    scenario: str
    vary: tuple[str, ...]
    agents: str
    games: int
    seconds: float
    within: float
    of: str
    seed: str
    csv: str
    picture: str
    trust_files: bool
    changes: Changes
    page: Path | None


@click.command(
    epilog=(
        "Examples: fracas sweep skill_page --vary 'seats[0].skills.intrusion=9..18'"
        ";  fracas sweep skill_page --vary goal=1..4 --vary rulings.round_cap=5,10,20"
    )
)
@click.argument("scenario")
@vary_option
@agents_option
@games_option(GAMES, "a point")
@seconds_option(SECONDS)
@within_option(
    WITHIN,
    "A point has been played enough when its intervals are within this distance.",
)
@click.option(
    "--of",
    default="",
    metavar="wins(NAME)",
    help="What the heat map and the picture show, or returns(NAME); by default the"
    " wins of the first seat.",
)
@seed_option
@click.option("--csv", default="", metavar="FILE", help="Write a row for every seat.")
@click.option(
    "--picture",
    default="",
    metavar="FILE.svg|FILE.png",
    help="Draw it (an extra: pictures).",
)
@trust_option
@workers_option
@executor_option
@changes_options
@page_option("Write the points, with a plot of one or two varied values")
@json_option
@runs_here
def sweep(
    *,
    as_json: bool,
    workers: int | None,
    executor: str | None,
    **options: Any,  # noqa: ANN401 - the fields of a Request
) -> None:
    """Compute what SCENARIO is worth for every value of a number, or of several.

    A PATH is the one in error messages, such as seats[0].name. Points of the grid that
    can be solved in a few seconds are solved. The others are played with the same dice
    until every interval is within --within, or the games or the time are used up; after
    three of them, or a tenth of the time, all remaining points are played. Intervals
    hold in 95 of 100 cases, no matter when you look.

    Ctrl-C stops it and prints what is known by then.
    """
    request = Request(**options)
    grid = _grid_asked(request)
    stopped = False
    total = len(grid.points) * request.games
    try:
        with (
            job_runner_for(workers, executor, total) as runner,
            progress("conflicts", total) as report,
        ):
            grid.run(_effort(request, runner, report), request.within)
    except KeyboardInterrupt:
        stopped = True
    _check_known(grid, request, stopped=stopped)
    samples = _samples(grid, request)
    try:
        _write_files(grid, request, samples)
    finally:
        _put(grid, request, samples, as_json=as_json)
    if stopped:
        missing = sum(not point.known for point in grid.points)
        message = f"{counted(missing, 'point')} of {len(grid.points)} not computed"
        played = "every point is known as far as it was played"
        raise Stopped(message if missing else played)


def _effort(
    request: Request, runner: JobRunner, report: Callable[[int], None]
) -> Effort:
    seed, games, seconds = request.seed, request.games, request.seconds
    return Effort(seed, games, seconds, runner=runner, progress=report)


def _grid_asked(request: Request) -> Sweep:
    """Return the grid that is asked for, after checking that it can be computed."""
    axes = read_axes(request.vary)
    for file in (request.csv, request.picture):
        if file:
            check_new(Path(file))
    if request.picture:
        check_drawable(Path(request.picture))
        if len(axes) > _DRAWN:
            message = f"--picture draws one or two varied values, not {len(axes)}"
            raise click.UsageError(message)
    loaded = request.changes.load(request.scenario)
    grid = Sweep(loaded, axes, split(request.agents), trusted=request.trust_files)
    _figure_shown(grid, request)
    return grid


def _figure_shown(grid: Sweep, request: Request) -> Measure:
    """Return the figure that the heat map and the picture show."""
    if not request.of:
        return grid.measures[0]
    return measure_of(grid.points[0].seats, read_measure(request.of))


def _check_known(grid: Sweep, request: Request, *, stopped: bool) -> None:
    if any(point.known for point in grid.points):
        return
    if stopped:
        message = "nothing was computed yet"
        raise Stopped(message)
    message = (
        f"--seconds {request.seconds:g} leaves no time to compute a single point,"
        " expected more"
    )
    raise OddsError(message)


def _put(
    grid: Sweep,
    request: Request,
    samples: Sequence[Mapping[str, Any]],
    *,
    as_json: bool,
) -> None:
    if as_json:
        first = {"headline": headline(grid, _figure_shown(grid, request))}
        last = {
            "seed": request.seed,
            "again": _command_again(request),
            "samples": samples,
        }
        put_json(first | grid.to_dict() | last)
    else:
        _put_words(grid, request, samples)


def _write_files(
    grid: Sweep, request: Request, samples: Sequence[Mapping[str, Any]]
) -> None:
    """Write the files that are asked for.

    They come before the output, since whoever reads that may close the pipe.
    """
    if request.csv:
        _write(Path(request.csv), grid)
    if request.picture:
        draw_sweep(Path(request.picture), grid, _figure_shown(grid, request))
    if request.page is not None:
        again = Command("The same again", _command_again(request))
        shown = _figure_shown(grid, request)
        page = sweep_page(
            grid,
            shown,
            within=request.within,
            seed=request.seed,
            commands=[again],
            samples=sample_commands(samples),
        )
        put_page(request.page, page)


def _samples(grid: Sweep, request: Request) -> list[dict[str, Any]]:
    """Return conflicts to read where the figure is least and where it is greatest."""
    points = dict.fromkeys(ends_of(grid, _figure_shown(grid, request)))
    changes = request.changes.words()
    named = [
        (
            f"with {', '.join(map(str, point.settings))}",
            (point, request.scenario, changes),
        )
        for point in points
    ]
    return point_samples(named, request.seed)


def _put_words(
    grid: Sweep, request: Request, samples: Sequence[Mapping[str, Any]]
) -> None:
    base, shown = grid.base, _figure_shown(grid, request)
    put_prose(headline(grid, shown))
    put(f"{base.title} ({base.system.title}), {counted(len(grid.points), 'point')}")
    put(f"varied: {', '.join(axes_in_words(base, grid.axes))}")
    put()
    if len(grid.axes) == _DRAWN:
        put_heat(grid, shown)
        put()
    _put_points(grid, shown)
    for remark in remarks(grid, request.within, request.seed):
        put_prose(remark)
    put_samples(samples)
    put()
    put_command(_command_again(request), "the same again: ")


def _put_points(grid: Sweep, shown: Measure) -> None:
    """Print a row for each point: its values, what it is worth, and what changed."""
    measures = [shown, *(measure for measure in grid.measures if measure != shown)]
    alike = [measure for measure in measures if measure.kind == shown.kind]
    measures, others = alike[:_SEATS], alike[_SEATS:]
    heads = (*column_names(grid.axes), *map(str, measures), "change", "known")
    rows = [
        (
            *(as_option_text(setting.value) for setting in point.settings),
            *(point.figure(measure).text(measure.kind) for measure in measures),
            _change(grid, point, shown),
            "exact" if point.solved is not None else f"{point.games} games",
        )
        for point in grid.points
        if point.known
    ]
    put_table(heads, rows, words=len(grid.axes))
    put_prose(change_in_words(grid, shown))
    if others:
        named = ", ".join(map(str, others))
        put_prose(f"not shown: {named}; --of shows one, --csv and --json have all")


def _change(grid: Sweep, point: Point, shown: Measure) -> str:
    gap = grid.change(point, shown)
    if gap is None:
        return "-"
    if gap.exact:
        return f"{gap.value:+.5f}"
    return f"{gap.value:+.2f} [{gap.low:+.2f}, {gap.high:+.2f}]"


def _command_again(request: Request) -> str:
    parts = ["fracas", "sweep", request.scenario]
    for varied in request.vary:
        parts += ["--vary", varied]
    parts += ["--agents", request.agents] if request.agents else []
    parts += ["--games", str(request.games), "--seconds", f"{request.seconds:g}"]
    parts += ["--within", f"{request.within:g}"] if request.within != WITHIN else []
    parts += ["--of", request.of] if request.of else []
    parts += ["--trust-files"] if request.trust_files else []
    return shlex.join([*parts, "--seed", request.seed, *request.changes.words()])


def _write(path: Path, grid: Sweep) -> None:
    """Write a row for every point and seat into a new file."""
    rows = grid.rows()
    with new_file(path) as target:
        text = TextIOWrapper(target, "utf-8", newline="", write_through=True)
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(map(spreadsheet_safe, rows[0]))
        writer.writerows(
            [spreadsheet_safe(cell) for cell in row.values()] for row in rows
        )
        text.detach()
    note(f"{path} is written")
