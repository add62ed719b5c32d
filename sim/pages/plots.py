"""Plots of shares as SVG: one line for each of several things, with its intervals."""

from collections.abc import Sequence

from msgspec import Struct

_WIDE, _HIGH = 620, 290
_LEFT, _TOP, _RIGHT, _BOTTOM = 44, 12, 14, 48
_GRID = (0, 25, 50, 75, 100)
_MOST = 10
"""The most values written below a plot."""


class Series(Struct, frozen=True):
    """A line to draw: its name, and (value, low, high) from 0 to 1 at each place.

    A place where nothing is known is None.
    """

    name: str
    points: Sequence[tuple[float, float, float] | None]


class Dot(Struct, frozen=True):
    """A point of a line, the ends of its interval, and what it *said*."""

    x: float
    y: float
    low: float
    high: float
    said: str


class Drawn(Struct, frozen=True):
    """A line with its dots; *area* is what its intervals cover."""

    name: str
    index: int
    path: str
    area: str
    dots: tuple[Dot, ...]


class Lines(Struct, frozen=True):
    """A plot, ready to be drawn: *called* says what it shows, *below* what x is."""

    called: str
    below: str
    lines: tuple[Drawn, ...]
    grid: tuple[tuple[int, float], ...]
    marks: tuple[tuple[str, float], ...]
    dotted: bool
    wide: int = _WIDE
    high: int = _HIGH
    left: int = _LEFT
    right: int = _WIDE - _RIGHT
    top: int = _TOP
    bottom: int = _HIGH - _BOTTOM


def lines(
    called: str,
    below: str,
    places: Sequence[tuple[str, float]],
    series: Sequence[Series],
    *,
    dotted: bool = False,
) -> Lines:
    """Return a plot of *series* at *places*, which are (name, position).

    If *dotted*, every point is a dot with its interval; else the intervals are an area
    around the line, as for many points close together.
    """
    at = [position for _, position in places]
    low, high = min(at, default=0.0), max(at, default=1.0)
    across = [_across(position, low, high) for position in at]
    names = [name for name, _ in places]
    step = -(-len(places) // _MOST) or 1
    marks = tuple(list(zip(names, across, strict=True))[::-1][::step][::-1])
    drawn = tuple(
        [
            _drawn(line, index, across, names)
            for index, line in enumerate(series)
            if any(line.points)
        ]
    )
    grid = tuple([(value, _up(value / 100)) for value in _GRID])
    return Lines(called, below, drawn, grid, marks, dotted)


def _drawn(
    series: Series, index: int, across: Sequence[float], names: Sequence[str]
) -> Drawn:
    known = [
        (x, name, point)
        for x, name, point in zip(across, names, series.points, strict=True)
        if point is not None
    ]
    dots = tuple(
        [
            Dot(
                x,
                _up(value),
                _up(low),
                _up(high),
                _point_text(series.name, name, point),
            )
            for x, name, point in known
            for value, low, high in [point]
        ]
    )
    path = "M" + "L".join(f"{dot.x} {dot.y}" for dot in dots)
    upper = [f"{dot.x} {dot.high}" for dot in dots]
    lower = [f"{dot.x} {dot.low}" for dot in reversed(dots)]
    return Drawn(series.name, index, path, f"M{'L'.join(upper + lower)}z", dots)


def _point_text(name: str, at: str, point: tuple[float, float, float]) -> str:
    value, low, high = (100 * number for number in point)
    if low == high:
        return f"{name} at {at}: {value:.2f} %, exact"
    return f"{name} at {at}: {value:.1f} % [{low:.1f}, {high:.1f}]"


def _across(value: float, low: float, high: float) -> float:
    part = 0.5 if high == low else (value - low) / (high - low)
    return round(_LEFT + 10 + (_WIDE - _LEFT - _RIGHT - 20) * part, 1)


def _up(value: float) -> float:
    return round(_TOP + (_HIGH - _TOP - _BOTTOM) * (1 - value), 1)
