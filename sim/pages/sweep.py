"""The page of a sweep: the worth of a scenario for every value of a number or two."""

from collections.abc import Iterator, Sequence

from sim.library.settings import as_option_text
from sim.pages.command import Command
from sim.pages.plots import Series, lines
from sim.pages.report import (
    Cell,
    Report,
    Section,
    Span,
    Table,
    columns,
    number_cell,
    report_page,
    samples_section,
    shaded_cell,
)
from sim.spine.words import capital, counted
from sim.statistics.intervals import Interval
from sim.vary.figures import Figure, Measure
from sim.vary.headline import headline
from sim.vary.points import Point
from sim.vary.ranges import axes_in_words
from sim.vary.remarks import change_in_words, remarks
from sim.vary.sweep import Sweep

_TWO = 2


def sweep_page(
    sweep: Sweep,
    shown: Measure,
    *,
    within: float,
    seed: str,
    commands: Sequence[Command] = (),
    samples: Sequence[Command] = (),
) -> str:
    """Return the page of a *sweep*, with a map of what is *shown* if it has two axes.

    Points were played until their intervals reached no farther than *within*.
    *commands* say how to see the same in a terminal, *samples* replay some conflicts.
    """
    base = sweep.base
    return report_page(
        Report(
            f"{base.title} ({base.system.title})",
            f"Sweep of {', '.join(axes_in_words(base, sweep.axes))},"
            f" {counted(len(sweep.points), 'point')}",
            [*_sections(sweep, shown), *samples_section(samples)],
            lead=[headline(sweep, shown)],
            remarks=list(remarks(sweep, within, seed)),
            facts=[("seed", seed), ("digest", base.digest.hex())],
            commands=commands,
        )
    )


def _sections(sweep: Sweep, shown: Measure) -> Iterator[Section]:
    if len(sweep.axes) == 1:
        yield _line(sweep, shown)
    elif len(sweep.axes) == _TWO:
        yield _map(sweep, shown)
    yield _points(sweep, shown)


def _alike(sweep: Sweep, shown: Measure) -> list[Measure]:
    """Return the measure *shown*, and the same of the other seats."""
    others = [
        measure
        for measure in sweep.measures
        if measure != shown and measure.kind == shown.kind
    ]
    return [shown, *others]


def _line(sweep: Sweep, shown: Measure) -> Section:
    (axis,) = sweep.axes
    values = list(axis.values)
    plain = [
        float(value)
        for value in values
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]
    at = plain if len(plain) == len(values) else [float(n) for n in range(len(values))]
    places = [(as_option_text(value), x) for value, x in zip(values, at, strict=True)]
    series = [
        Series(str(measure), [_point(point, measure) for point in sweep.points])
        for measure in _alike(sweep, shown)
    ]
    called = (
        f"{shown.kind.capitalize()} in %, with intervals of 95 %; a point without one"
        " is exact"
    )
    plot = lines(called, axis.path, places, series, dotted=True)
    return Section("plot", f"{shown.kind.capitalize()} by {axis.path}", lines=plot)


def _point(point: Point, measure: Measure) -> tuple[float, float, float] | None:
    if not point.known:
        return None
    figure = point.figure(measure)
    return figure.value, figure.low, figure.high


def _map(sweep: Sweep, shown: Measure) -> Section:
    down, across = sweep.axes
    wide = len(across.values)
    rows = [
        (
            Cell(as_option_text(value)),
            *(
                _shade(point, shown)
                for point in sweep.points[place * wide : (place + 1) * wide]
            ),
        )
        for place, value in enumerate(down.values)
    ]
    says = (
        f"{shown} in %, by {down.path} (down) and {across.path} (across). ~ is the"
        " middle of an interval, which the table below has; ? is not known."
    )
    heads = columns(down.path, *map(as_option_text, across.values), words=1)
    table = Table(heads, tuple(rows), sorts=False)
    return Section("map", f"{shown} at a glance", [says], table)


def _shade(point: Point, shown: Measure) -> Cell:
    if not point.known:
        return shaded_cell(None, "?")
    figure = point.figure(shown)
    about = "" if figure.exact else "~"
    return shaded_cell(figure.value, f"{about}{100 * figure.value:.1f}")


def _points(sweep: Sweep, shown: Measure) -> Section:
    """Return every point with all its figures, and how the shown one changed."""
    measures = _alike(sweep, shown)
    measures += [measure for measure in sweep.measures if measure.kind != shown.kind]
    rows = [
        (
            *(_setting(setting.value) for setting in point.settings),
            *(_figure(point.figure(measure), measure) for measure in measures),
            _change(sweep.change(point, shown)),
            number_cell(point.games, "exact")
            if point.solved is not None
            else number_cell(point.games, f"{point.games} games"),
        )
        for point in sweep.points
        if point.known
    ]
    paths = [axis.path for axis in sweep.axes]
    heads = columns(*paths, *map(str, measures), "change", "known", words=0)
    notes = [f"{capital(change_in_words(sweep, shown))}."]
    table = Table(heads, tuple(rows))
    return Section("points", "Every point", table=table, notes=notes)


def _setting(value: object) -> Cell:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number_cell(value, as_option_text(value))
    return Cell(as_option_text(value))


def _figure(figure: Figure, measure: Measure) -> Cell:
    ends = Interval(figure.value, figure.low, figure.high).within(0, 1)
    span = Span(ends.low, figure.value, ends.high) if 0 <= figure.value <= 1 else None
    return Cell(figure.text(measure.kind), figure.value, span)


def _change(change: Figure | None) -> Cell:
    if change is None:
        return number_cell(0, "-")
    if change.exact:
        return number_cell(change.value, f"{change.value:+.5f}")
    return number_cell(
        change.value, f"{change.value:+.2f} [{change.low:+.2f}, {change.high:+.2f}]"
    )
