"""The page of a sweep: what a scenario is worth for every value of a number or two."""

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
from sim.statistics.intervals import Interval
from sim.vary.figures import Figure, Measure
from sim.vary.headline import headline
from sim.vary.points import Point
from sim.vary.sweep import Sweep

_TWO = 2


def sweep_page(
    found: Sweep,
    shown: Measure,
    *,
    seed: str,
    commands: Sequence[Command] = (),
    samples: Sequence[Command] = (),
) -> str:
    """Return the page of the sweep *found*, with a map of what is *shown* of two axes.

    *commands* say how to see the same in a terminal, *samples* replay some conflicts.
    """
    base = found.base
    missing = sum(not point.known for point in found.points)
    remark = f"{missing} of {len(found.points)} points are not computed."
    return report_page(
        Report(
            f"{base.title} ({base.system.title})",
            f"Sweep of {', '.join(one.path for one in found.axes)},"
            f" {len(found.points)} points",
            [*_sections(found, shown), *samples_section(samples)],
            lead=[headline(found, shown)],
            remarks=[remark] if missing else [],
            facts=[("seed", seed), ("digest", base.digest.hex())],
            commands=commands,
        )
    )


def _sections(found: Sweep, shown: Measure) -> Iterator[Section]:
    if len(found.axes) == 1:
        yield _line(found, shown)
    elif len(found.axes) == _TWO:
        yield _map(found, shown)
    yield _points(found, shown)


def _alike(found: Sweep, shown: Measure) -> list[Measure]:
    """Return what is *shown*, and the same of the other seats."""
    others = [one for one in found.measures if one != shown and one.kind == shown.kind]
    return [shown, *others]


def _line(found: Sweep, shown: Measure) -> Section:
    (axis,) = found.axes
    values = list(axis.values)
    plain = [
        float(one)
        for one in values
        if isinstance(one, int | float) and not isinstance(one, bool)
    ]
    at = plain if len(plain) == len(values) else [float(n) for n in range(len(values))]
    places = [(as_option_text(one), x) for one, x in zip(values, at, strict=True)]
    series = [
        Series(str(measure), [_point(point, measure) for point in found.points])
        for measure in _alike(found, shown)
    ]
    called = f"{shown.kind.capitalize()} in %, with intervals of 95 %; exact without"
    plot = lines(called, axis.path, places, series, dotted=True)
    return Section("plot", f"{shown.kind.capitalize()} by {axis.path}", lines=plot)


def _point(point: Point, measure: Measure) -> tuple[float, float, float] | None:
    if not point.known:
        return None
    one = point.figure(measure)
    return one.value, one.low, one.high


def _map(found: Sweep, shown: Measure) -> Section:
    down, across = found.axes
    wide = len(across.values)
    rows = [
        (
            Cell(as_option_text(value)),
            *(
                _shade(point, shown)
                for point in found.points[place * wide : (place + 1) * wide]
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
    one = point.figure(shown)
    about = "" if one.exact else "~"
    return shaded_cell(one.value, f"{about}{100 * one.value:.1f}")


def _points(found: Sweep, shown: Measure) -> Section:
    """Return every point with all its figures, and how the shown one changed."""
    measures = _alike(found, shown)
    measures += [one for one in found.measures if one.kind != shown.kind]
    rows = [
        (
            *(_setting(one.value) for one in point.settings),
            *(_figure(point.figure(one), one) for one in measures),
            _change(found.change(point, shown)),
            number_cell(point.games, "exact")
            if point.solved is not None
            else number_cell(point.games, f"{point.games} games"),
        )
        for point in found.points
        if point.known
    ]
    paths = [one.path for one in found.axes]
    heads = columns(*paths, *map(str, measures), "change", "known", words=0)
    origin = ", ".join(map(str, found.origin.settings))
    notes = [
        f"Change: how much more {shown} is than at {origin}.",
        "Played points have intervals of 95 %; games of one number share their dice.",
    ]
    table = Table(heads, tuple(rows))
    return Section("points", "Every point", table=table, notes=notes)


def _setting(value: object) -> Cell:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number_cell(value, as_option_text(value))
    return Cell(as_option_text(value))


def _figure(one: Figure, measure: Measure) -> Cell:
    ends = Interval(one.value, one.low, one.high).within(0, 1)
    span = Span(ends.low, one.value, ends.high) if 0 <= one.value <= 1 else None
    return Cell(one.text(measure.kind), one.value, span)


def _change(one: Figure | None) -> Cell:
    if one is None:
        return number_cell(0, "-")
    if one.exact:
        return number_cell(one.value, f"{one.value:+.5f}")
    return number_cell(one.value, f"{one.value:+.2f} [{one.low:+.2f}, {one.high:+.2f}]")
