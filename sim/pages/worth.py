"""The values of every moment: a curve, and a line of text for each event.

The curve is SVG: a line for each participant, rounds as bands, throws as triangles,
choices as circles, each of which leads to its event.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sim.analysis.accounts import continuation_in_words, expectation_in_words
from sim.analysis.analysis import Analysis
from sim.analysis.curve import of_rounds, values_of
from sim.analysis.moments import Account, Moment
from sim.analysis.scale import in_tenths, of_100, signed
from sim.analysis.sentences import (
    at_event,
    cost_in_words,
    decisive_moments,
    describe_moment,
    marked_choices,
    summary,
)

_WIDE, _HIGH = 620, 270
_LEFT, _TOP, _RIGHT, _BOTTOM = 40, 12, 12, 30
_ROOM = 18
"""A band is labelled when it is this wide."""
_SMALL = 0.005
_MOST = 3
_SIGNS = {"blunder": "??", "mistake": "?", "doubtful": "?!"}
_GRID = (0, 25, 50, 75, 100)


class Band(Struct, frozen=True):
    """A round: where it begins, how wide it is, and its *label* if there is room."""

    x: float
    wide: float
    label: str
    shaded: bool


class Course(Struct, frozen=True):
    """The line of the seat with this *index*, as a path."""

    seat: str
    index: int
    path: str


class Sign(Struct, frozen=True):
    """A mark on the line of the seat with this *index*, with its text.

    A throw is a triangle that points *up* or down; a choice has a *sign*.
    """

    event: int
    index: int
    x: float
    y: float
    up: bool
    sign: str
    said: str


class Curve(Struct, frozen=True):
    """The curve of values, ready to be drawn."""

    bands: tuple[Band, ...]
    grid: tuple[tuple[int, float], ...]
    courses: tuple[Course, ...]
    signs: tuple[Sign, ...]
    wide: int = _WIDE
    high: int = _HIGH
    left: int = _LEFT
    right: int = _WIDE - _RIGHT
    top: int = _TOP
    bottom: int = _HIGH - _BOTTOM


class EventWorth(Struct, frozen=True):
    """One event: its place on the curve, and the values there.

    *told* says what it changed, "" for nothing worth a line; *mark* is its label.
    """

    x: float
    values: str
    told: str = ""
    mark: str = ""


class Highlight(Struct, frozen=True):
    """A moment that decided something, in a line or two."""

    event: int
    lines: tuple[str, ...]


class Worth(Struct, frozen=True):
    """What a page shows of an analysis."""

    sentences: tuple[str, ...]
    how: str
    errors: bool
    curve: Curve
    at: dict[int, EventWorth]
    accounts: tuple[tuple[str, ...], ...]
    decisive: tuple[Highlight, ...]
    costly: tuple[Highlight, ...]


def worth_of(found: Analysis, events: int) -> Worth:
    """Return the part of a page about *found*, the analysis of *events* events."""
    first = decisive_moments(found)
    others = [one for one in marked_choices(found) if one not in first][:_MOST]
    return Worth(
        tuple(summary(found)),
        continuation_in_words(found),
        any(one.error for one in found.accounts),
        _curve(found),
        dict(_at(found, events)),
        tuple(map(_account, found.accounts)),
        tuple([_highlight(found, one) for one in first]),
        tuple([_highlight(found, one) for one in others]),
    )


def _highlight(found: Analysis, one: Moment) -> Highlight:
    return Highlight(one.event, tuple(describe_moment(found, one)))


def _account(one: Account) -> tuple[str, ...]:
    return (
        one.seat,
        one.who,
        expectation_in_words(one),
        *in_tenths(one),
        f"{one.marked} of {one.choices}",
    )


def _at(found: Analysis, events: int) -> Iterator[tuple[int, EventWorth]]:
    """Yield each event with the values after it, and what its moment changed."""
    beginning = {one.event: one for one in found.moments}
    ends = {one.last: at for at, one in enumerate(found.moments, 1)}
    place, count = 0, len(found.moments)
    now = found.moments[0].before
    for number in range(1, events + 1):
        if number in ends:
            place = ends[number]
            now = found.moments[place - 1].after
        values = ", ".join(
            f"{one.seat} {of_100(now[one.place])}" for one in found.accounts
        )
        moment = beginning.get(number)
        x, values = _across(place, count), f"{values} of 100"
        if moment is None:
            yield number, EventWorth(x, values)
        else:
            yield number, EventWorth(x, values, _change(found, moment), moment.mark)


def _change(found: Analysis, one: Moment) -> str:
    """Return what a moment changed, and of a marked choice what was better."""
    moved = [
        f"{account.seat} from {of_100(one.before[account.place])} to"
        f" {of_100(one.after[account.place])}{_by(one, account.place)}"
        for account in found.accounts
        if abs(one.after[account.place] - one.before[account.place]) >= _SMALL
    ]
    said = "; ".join(moved)
    if one.kind != "choice" or not one.mark:
        return said
    better = f" Better: {one.best}" if one.best else ""
    return f"It costs {cost_in_words(one)}.{better}{f' ({said})' if said else ''}"


def _by(one: Moment, place: int) -> str:
    """Return the change of a value with its standard error, if it has one."""
    if not one.error[place]:
        return ""
    change = signed(one.after[place] - one.before[place])
    return f" ({change} ± {of_100(one.error[place])})"


def _curve(found: Analysis) -> Curve:
    count = len(found.moments)
    return Curve(
        tuple(_bands(found)),
        tuple([(value, _up(value)) for value in _GRID]),
        tuple(
            [
                Course(one.seat, one.place, _path(values_of(found.moments, one.place)))
                for one in found.accounts
            ]
        ),
        tuple(
            [
                sign
                for at, one in enumerate(found.moments, 1)
                if one.mark
                for sign in (_sign(found, one, _across(at, count)),)
            ]
        ),
    )


def _bands(found: Analysis) -> Iterator[Band]:
    count = len(found.moments)
    for turn, (number, first, last) in enumerate(of_rounds(found.moments)):
        left, right = _across(first, count), _across(last + 1, count)
        wide = round(right - left, 1)
        yield Band(
            left, wide, str(number or "") if wide >= _ROOM else "", turn % 2 == 1
        )


def _path(values: Sequence[float]) -> str:
    """Return a path through *values* that steps from each to the next."""
    count = len(values) - 1
    parts = [f"M{_across(0, count)} {_up(values[0])}"]
    for at in range(1, count + 1):
        parts.append(f"H{_across(at, count)}")
        if values[at] != values[at - 1]:
            parts.append(f"V{_up(values[at])}")
    return "".join(parts)


def _sign(found: Analysis, one: Moment, x: float) -> Sign:
    """Return the mark of a moment: of a choice on the line of whoever chose."""
    by_seat = {account.seat: account for account in found.accounts}
    account = by_seat.get(one.seat, found.accounts[0])
    if one.kind != "choice":
        account = max(found.accounts, key=lambda each: abs(one.luck[each.place]))
    place = account.place
    sign = ""
    if one.kind == "choice":
        sign = next((s for word, s in _SIGNS.items() if word in one.mark), "?")
    said = f"{at_event(one)}: {one.mark}"
    up = one.luck[place] > 0
    return Sign(one.event, place, x, _up(100 * one.after[place]), up, sign, said)


def _across(place: int, count: int) -> float:
    return round(_LEFT + (_WIDE - _LEFT - _RIGHT) * place / max(count, 1), 1)


def _up(value: float) -> float:
    return round(_TOP + (_HIGH - _TOP - _BOTTOM) * (1 - value / 100), 1)
