"""The values of an analysis as a curve: its points, and the drawing."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from sim.analysis.moments import Account, Moment

_WIDE, _HIGH, _EDGE = 640, 220, 24
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Colours that most people can tell apart."""


def of_rounds(moments: Sequence[Moment]) -> Iterator[tuple[int, int, int]]:
    """Yield each round with the places of its first and its last moment."""
    place = 0
    for number, inside in groupby(moments, key=lambda moment: moment.round):
        count = sum(1 for _ in inside)
        yield number, place, place + count - 1
        place += count


def values_of(moments: Sequence[Moment], place: int) -> list[float]:
    """Return what the seat at *place* could expect, of 100: first, then each time."""
    first = [moment.before[place] for moment in moments[:1]]
    after = [moment.after[place] for moment in moments]
    return [100 * value for value in first + after]


def curve(accounts: Sequence[Account], moments: Sequence[Moment]) -> str:
    """Return the curve of every participant, with rounds as bands and marks."""
    count = len(moments)
    parts = [*_bands(moments)]
    for number, account in enumerate(accounts):
        colour = _COLOURS[number % len(_COLOURS)]
        values = values_of(moments, account.place)
        line = " ".join(
            f"{_across(at, count):.1f},{_up(value):.1f}"
            for at, value in enumerate(values)
        )
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}"'
            ' stroke-width="1.5"/>'
            f'<text x="{_EDGE + 110 * number}" y="{_EDGE - 8}" fill="{colour}">'
            f"{escape(account.seat)}</text>"
        )
    parts += _marks(accounts, moments)
    for value in (0, 50, 100):
        parts.append(f'<text x="0" y="{_up(value) + 4:.1f}">{value}</text>')
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDE}" height="{_HIGH}"'
        f' viewBox="0 0 {_WIDE} {_HIGH}" font-size="11" font-family="sans-serif">'
    )
    return f"{head}{''.join(parts)}</svg>"


def _bands(moments: Sequence[Moment]) -> Iterator[str]:
    """Yield a band for each round."""
    count = len(moments)
    for turn, (number, first, last) in enumerate(of_rounds(moments)):
        left, right = _across(first + 0.5, count), _across(last + 1.5, count)
        colour = "#f2f2f2" if turn % 2 else "#ffffff"
        yield (
            f'<rect x="{left:.1f}" y="{_EDGE}" width="{right - left:.1f}"'
            f' height="{_HIGH - 2 * _EDGE}" fill="{colour}">'
            f"<title>round {number}</title></rect>"
        )


def _marks(accounts: Sequence[Account], moments: Sequence[Moment]) -> Iterator[str]:
    """Yield a dot for each throw and each choice that has a mark, with its sentence."""
    count = len(moments)
    places = {account.seat: account.place for account in accounts}
    for at, moment in enumerate(moments, 1):
        if not moment.mark:
            continue
        place = places.get(moment.seat, accounts[0].place)
        said = f"event {moment.event}, round {moment.round}: {moment.said}"
        said += f" ({moment.mark})"
        x, y = _across(at, count), _up(100 * moment.after[place])
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#000000">'
            f"<title>{escape(said)}</title></circle>"
        )


def _across(place: float, count: int) -> float:
    return _EDGE + (_WIDE - 2 * _EDGE) * min(place, count) / max(count, 1)


def _up(value: float) -> float:
    return _HIGH - _EDGE - (_HIGH - 2 * _EDGE) * value / 100
