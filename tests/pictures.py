"""What a picture shows: its series, their heights, titles and labels.

A picture that is drawn without an error may still say nothing. So tests look at the
figure itself, by `axes_of`, and hold every one to `check_readable`.
"""

from collections.abc import Sequence
from itertools import combinations
from math import isfinite
from typing import Any

from msgspec import Struct

_MOST = 12
"""More series cannot be told apart."""
_NEAR = 1e-6


class Series(Struct, frozen=True):
    """Numbers that are drawn alike: *kind* is `bars`, `line`, `points` or `image`.

    *values* are heights of bars, else what the points of a line stand at, or the rows
    of an image one after the other; *places* is where they stand along the axis.
    """

    kind: str
    name: str
    places: tuple[float, ...]
    values: tuple[float, ...]


class Seen(Struct, frozen=True):
    """What one part of a picture shows."""

    title: str
    across: str
    up: str
    legend: tuple[str, ...]
    series: tuple[Series, ...]
    across_ticks: tuple[str, ...]
    up_ticks: tuple[str, ...]


def axes_of(figure: Any) -> list[Seen]:  # noqa: ANN401 - matplotlib's own
    """Return what every part of *figure* shows, from the top."""
    figure.canvas.draw()
    return [_seen(axes) for axes in figure.axes]


def _seen(axes: Any) -> Seen:  # noqa: ANN401 - matplotlib's own
    legend = axes.get_legend()
    return Seen(
        axes.get_title(),
        axes.get_xlabel(),
        axes.get_ylabel(),
        () if legend is None else tuple(text.get_text() for text in legend.get_texts()),
        tuple(_series(axes)),
        tuple(label.get_text() for label in axes.get_xticklabels()),
        tuple(label.get_text() for label in axes.get_yticklabels()),
    )


def _series(axes: Any) -> list[Series]:  # noqa: ANN401 - matplotlib's own
    series: list[Series] = []
    for container in axes.containers:
        name = _name(container)
        if hasattr(container, "patches"):
            name = name or _name(
                container.patches[0]
            )  # a histogram names its first bar
            bars = [
                (bar.get_x() + bar.get_width() / 2, bar) for bar in container.patches
            ]
            heights = tuple(float(bar.get_height()) for _, bar in bars)
            series.append(Series("bars", name, tuple(x for x, _ in bars), heights))
        else:
            series.append(_line("points", name, container.lines[0]))
    # a line without a name is a mark, such as that of even scores
    series += [_line("line", _name(line), line) for line in axes.lines if _name(line)]
    for image in axes.images:
        rows = image.get_array().filled(float("nan")).tolist()
        cells = tuple(cell for row in rows for cell in row)
        series.append(Series("image", "", (), cells))
    return series


def _name(artist: Any) -> str:  # noqa: ANN401 - matplotlib's own
    name = str(artist.get_label() or "")
    return "" if name.startswith("_") else name


def _line(kind: str, name: str, line: Any) -> Series:  # noqa: ANN401 - matplotlib's own
    places, values = (tuple(map(float, data)) for data in line.get_data())
    return Series(kind, name, places, values)


def check_readable(figure: Any) -> None:  # noqa: ANN401 - matplotlib's own
    """Hold *figure* to what every picture must be.

    Each part has a title of its own and something in it; its series are few enough to
    be told apart and are named in the legend when there are several; every number can
    be seen; no label stands on another; the legend does not reach out of its part.
    """
    parts = axes_of(figure)
    titles = [part.title for part in parts]
    assert parts, "a picture of nothing"
    assert all(titles), "a part of the picture has no title"
    assert len(set(titles)) == len(titles)
    for part, axes in zip(parts, figure.axes, strict=True):
        _check_series(part)
        _check_within(part, axes)
        for ticks in (axes.get_xticklabels(), axes.get_yticklabels()):
            _check_apart(part, ticks)
        legend = axes.get_legend()
        if legend is not None:
            inner, outer = legend.get_window_extent(), axes.get_window_extent()
            assert outer.y0 <= inner.y0, f"{part.title}: the legend is too long"
            assert inner.y1 <= outer.y1, f"{part.title}: the legend is too long"


def _check_series(part: Seen) -> None:
    names = tuple(series.name for series in part.series)
    assert part.series, f"{part.title}: nothing is drawn"
    assert len(names) <= _MOST, f"{part.title}: {len(names)} series"
    if len(names) > 1:
        assert len(set(names)) == len(names), f"{part.title}: series of one name"
        assert part.legend == names, f"{part.title}: the legend names others"
    for series in part.series:
        known = [value for value in series.values if isfinite(value)]
        assert known, f"{part.title}: {series.name} has no number"
        if series.kind != "image":  # in an image nothing is where nobody met
            assert known == list(series.values), f"{part.title}: {series.name} has gaps"


def _check_within(part: Seen, axes: Any) -> None:  # noqa: ANN401 - matplotlib's own
    """Check that nothing is drawn where it cannot be seen."""
    for limits, numbers in (
        (sorted(axes.get_xlim()), [x for series in part.series for x in series.places]),
        (
            sorted(axes.get_ylim()),
            [y for series in part.series if series.places for y in series.values],
        ),
    ):
        low, high = limits[0] - _NEAR, limits[1] + _NEAR
        outside = [number for number in numbers if not low <= number <= high]
        assert not outside, f"{part.title}: {outside} out of sight"


def _check_apart(part: Seen, ticks: Sequence[Any]) -> None:
    boxes = [(tick.get_text(), tick.get_window_extent()) for tick in ticks]
    for (name, first_box), (other, box) in combinations(boxes, 2):
        if name and other:
            assert not first_box.overlaps(box), (
                f"{part.title}: {name} stands on {other}"
            )
