"""An analysis as a notebook shows it: its columns as a table, its values as a curve."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from sim.analysis.scale import in_tenths
from sim.graph.sure import Sure
from sim.statistics.html import table

if TYPE_CHECKING:
    from sim.analysis.analysis import Analysis, Moment

_WIDE, _HIGH, _EDGE = 640, 220, 24
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Colours that most people can tell apart."""
_HEADS = ("seat", "agent", "expected", "luck", "advantage", "result", "marked")


def of_rounds(moments: Sequence["Moment"]) -> Iterator[tuple[int, int, int]]:
    """Yield each round with the places of its first and its last moment."""
    place = 0
    for number, inside in groupby(moments, key=lambda one: one.round):
        count = sum(1 for _ in inside)
        yield number, place, place + count - 1
        place += count


def values_of(found: "Analysis", place: int) -> list[float]:
    """Return what the seat at *place* could expect, of 100: first, then each time."""
    first = [one.before[place] for one in found.moments[:1]]
    return [100 * one for one in first + [one.after[place] for one in found.moments]]


def as_text(found: "Analysis") -> str:
    """Return *found* in a few lines: how sure it is, and what adds up for each seat."""
    rows = [
        f"  {one.seat}, played by {one.who}: expected {100 * one.expected:.1f}, luck"
        f" {luck}, advantage {advantage}, result {result}; {one.marked} of"
        f" {one.choices} choices marked"
        for one in found.accounts
        for luck, advantage, result in [in_tenths(one)]
    ]
    return "\n".join([f"Analysis of {_head(found)}", *rows])


def _head(found: "Analysis") -> str:
    return f"{found.title}, conflict {found.conflict}, of 100; values: {sure(found)}"


def as_html(found: "Analysis") -> str:
    """Return *found* as HTML; whatever names and sentences hold is text."""
    rows = [
        (
            one.seat,
            one.who,
            f"{100 * one.expected:.1f}"
            + (f" ± {100 * one.error:.1f}" * bool(one.error)),
            *in_tenths(one),
            one.marked,
        )
        for one in found.accounts
    ]
    return f"<p>{escape(_head(found))}</p>{table(_HEADS, rows)}{_svg(found)}"


def sure(found: "Analysis") -> str:
    """Return how sure the values are."""
    if found.certainty is Sure.ESTIMATED:
        return f"means of {found.games} games from each moment"
    if found.shown_by:
        return f"exact as far as {found.shown_by} conflicts show"
    return "exact"


def _svg(found: "Analysis") -> str:
    """Return the curve of every participant, with rounds as bands and marks."""
    count = len(found.moments)
    parts = [*_bands(found)]
    for number, one in enumerate(found.accounts):
        colour = _COLOURS[number % len(_COLOURS)]
        values = values_of(found, one.place)
        line = " ".join(
            f"{_across(at, count):.1f},{_up(value):.1f}"
            for at, value in enumerate(values)
        )
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}"'
            ' stroke-width="1.5"/>'
            f'<text x="{_EDGE + 110 * number}" y="{_EDGE - 8}" fill="{colour}">'
            f"{escape(one.seat)}</text>"
        )
    parts += _marks(found)
    for value in (0, 50, 100):
        parts.append(f'<text x="0" y="{_up(value) + 4:.1f}">{value}</text>')
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDE}" height="{_HIGH}"'
        f' viewBox="0 0 {_WIDE} {_HIGH}" font-size="11" font-family="sans-serif">'
    )
    return f"{head}{''.join(parts)}</svg>"


def _bands(found: "Analysis") -> Iterator[str]:
    """Yield a band for each round."""
    count = len(found.moments)
    for turn, (number, first, last) in enumerate(of_rounds(found.moments)):
        left, right = _across(first + 0.5, count), _across(last + 1.5, count)
        colour = "#f2f2f2" if turn % 2 else "#ffffff"
        yield (
            f'<rect x="{left:.1f}" y="{_EDGE}" width="{right - left:.1f}"'
            f' height="{_HIGH - 2 * _EDGE}" fill="{colour}">'
            f"<title>round {number}</title></rect>"
        )


def _marks(found: "Analysis") -> Iterator[str]:
    """Yield a dot for each throw and each choice that has a mark, with its sentence."""
    count = len(found.moments)
    places = {one.seat: one.place for one in found.accounts}
    for at, one in enumerate(found.moments, 1):
        if not one.mark:
            continue
        place = places.get(one.seat, found.accounts[0].place)
        said = f"event {one.event}, round {one.round}: {one.said} ({one.mark})"
        x, y = _across(at, count), _up(100 * one.after[place])
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#000000">'
            f"<title>{escape(said)}</title></circle>"
        )


def _across(place: float, count: int) -> float:
    return _EDGE + (_WIDE - 2 * _EDGE) * min(place, count) / max(count, 1)


def _up(value: float) -> float:
    return _HIGH - _EDGE - (_HIGH - 2 * _EDGE) * value / 100
