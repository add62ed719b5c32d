"""A page of results: sections with sentences, tables that sort, plots and commands.

Every page of many conflicts is a Report, so that all of them look and behave alike; the
modules beside this one say what stands in each.
"""

from collections.abc import Sequence
from math import isfinite

from msgspec import Struct

from sim.pages.command import Command
from sim.pages.plots import Lines
from sim.pages.render import render
from sim.statistics.intervals import Interval
from sim.statistics.words import figure, share

_SHADES = 10
_FIRST = -1e9
"""An unknown value sorts before everything."""


class Span(Struct, frozen=True):
    """An interval drawn on a line from 0 to 1."""

    low: float
    value: float
    high: float


class Cell(Struct, frozen=True):
    """A cell of a table: its *text*, what it *sorts* by, and what is drawn in it.

    A *span* is an interval, *bars* are the heights of a histogram from 0 to 1, and a
    *shade* from 0 to 10 is the colour of a heat map, -1 for none.
    """

    text: str
    sorts: float | None = None
    span: Span | None = None
    bars: tuple[float, ...] = ()
    shade: int = -1


class Column(Struct, frozen=True):
    """The head of a column, and whether what stands below it are *numbers*."""

    head: str
    numbers: bool = False


class Table(Struct, frozen=True):
    """A table, with a row of cells for each of *rows*; if it *sorts*, by any column."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    sorts: bool = True


class Section(Struct, frozen=True):
    """A part of a page under a heading; *key* is its address.

    *says* stands before what is shown, *notes* explain it after that, and *commands*
    show more in a terminal.
    """

    key: str
    head: str
    says: Sequence[str] = ()
    table: Table | None = None
    lines: Lines | None = None
    notes: Sequence[str] = ()
    commands: Sequence[Command] = ()


class Report(Struct, frozen=True):
    """A page of results: title, what it is *of*, the *lead* and the sections.

    *remarks* stand before everything, *facts* are names with what they are, and
    *commands* say how to see the same in a terminal.
    """

    title: str
    of: str
    sections: Sequence[Section]
    lead: Sequence[str] = ()
    remarks: Sequence[str] = ()
    facts: Sequence[tuple[str, str]] = ()
    commands: Sequence[Command] = ()


def report_page(report: Report) -> str:
    """Return the page of *report*."""
    return render("report.html", report=report)


def samples_section(commands: Sequence[Command]) -> list[Section]:
    """Return the section whose *commands* replay conflicts worth reading, if any."""
    section = Section("samples", "Games worth a look", commands=commands)
    return [section] if commands else []


def columns(*heads: str, words: int) -> tuple[Column, ...]:
    """Return columns with these *heads*, the first *words* of texts, then numbers."""
    return tuple([Column(head, at >= words) for at, head in enumerate(heads)])


def text_cells(*texts: str) -> tuple[Cell, ...]:
    """Return a cell for each of *texts*."""
    return tuple(map(Cell, texts))


def number_cell(value: float, text: str = "") -> Cell:
    """Return the cell of a number, by default written as it is."""
    return Cell(text or f"{value:g}", value)


def share_cell(interval: Interval, *, exact: bool = False) -> Cell:
    """Return a share with its interval, drawn; without one if it is *exact*."""
    span = None if exact else _span(interval)
    return Cell(share(interval, exact=exact), interval.value, span)


def mean_cell(interval: Interval | None, *, drawn: bool = False) -> Cell:
    """Return a mean with its interval; an empty cell, which sorts first, for None."""
    if interval is None:
        return Cell("", _FIRST)
    return Cell(figure(interval), interval.value, _span(interval) if drawn else None)


def shaded_cell(value: float | None, text: str) -> Cell:
    """Return the cell of a heat map with a *value* from 0 to 1, None for unknown."""
    if value is None:
        return Cell(text)
    return Cell(text, value, shade=round(_SHADES * min(1.0, max(0.0, value))))


def _span(interval: Interval) -> Span | None:
    """Return *interval* to be drawn; None if it is endless, or goes beyond 0 to 1."""
    ends = interval.low, interval.value, interval.high
    if not all(isfinite(end) and 0 <= end <= 1 for end in ends):
        return None
    return Span(*[round(end, 4) for end in ends])
