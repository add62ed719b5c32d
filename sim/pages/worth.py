"""The values of every moment: a curve, and a line of text for each event.

The curve is SVG: a line for each participant, rounds as bands, throws as triangles,
choices as circles, each of which leads to its event.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from sim.analysis.accounts import (
    continuation_in_words,
    errors_in_words,
)
from sim.analysis.analysis import Analysis
from sim.analysis.curve import of_rounds, values_of
from sim.analysis.moments import Account, Moment
from sim.analysis.scale import expectation_in_words, in_tenths, of_100, signed
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
"""A band that is this wide has room for a label."""
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
    """The part of a page about an analysis."""

    sentences: tuple[str, ...]
    how: str
    errors: str
    """What ± is; "" if all values are exact."""
    curve: Curve
    at: dict[int, EventWorth]
    accounts: tuple[tuple[str, ...], ...]
    decisive: tuple[Highlight, ...]
    costly: tuple[Highlight, ...]


def worth_of(analysis: Analysis, events: int) -> Worth:
    """Return the part of a page about the *analysis* of *events* events."""
    first = decisive_moments(analysis)
    others = [moment for moment in marked_choices(analysis) if moment not in first][
        :_MOST
    ]
    return Worth(
        tuple(summary(analysis)),
        continuation_in_words(analysis),
        errors_in_words(analysis.accounts),
        _curve(analysis),
        dict(_at(analysis, events)),
        tuple(map(_account, analysis.accounts)),
        tuple([_highlight(analysis, moment) for moment in first]),
        tuple([_highlight(analysis, moment) for moment in others]),
    )


def _highlight(analysis: Analysis, moment: Moment) -> Highlight:
    return Highlight(moment.event, tuple(describe_moment(analysis, moment)))


def _account(account: Account) -> tuple[str, ...]:
    return (
        account.seat,
        account.who,
        expectation_in_words(account),
        *in_tenths(account),
        f"{account.marked} of {account.choices}",
    )


def _at(analysis: Analysis, events: int) -> Iterator[tuple[int, EventWorth]]:
    """Yield each event with the values after it, and what its moment changed."""
    beginning = {moment.event: moment for moment in analysis.moments}
    ends = {moment.last: at for at, moment in enumerate(analysis.moments, 1)}
    place, count = 0, len(analysis.moments)
    now = analysis.moments[0].before
    for number in range(1, events + 1):
        if number in ends:
            place = ends[number]
            now = analysis.moments[place - 1].after
        values = ", ".join(
            f"{account.seat} {of_100(now[account.place])}"
            for account in analysis.accounts
        )
        moment = beginning.get(number)
        x, values = _across(place, count), f"{values} of 100"
        if moment is None:
            yield number, EventWorth(x, values)
        else:
            yield number, EventWorth(x, values, _change(analysis, moment), moment.mark)


def _change(analysis: Analysis, moment: Moment) -> str:
    """Return what a moment changed, and for a marked choice what was better."""
    moved = [
        f"{account.seat} from {of_100(moment.before[account.place])} to"
        f" {of_100(moment.after[account.place])}{_by(moment, account.place)}"
        for account in analysis.accounts
        if abs(moment.after[account.place] - moment.before[account.place]) >= _SMALL
    ]
    said = "; ".join(moved)
    if moment.kind != "choice" or not moment.mark:
        return said
    better = f" Better: {moment.best}" if moment.best else ""
    return f"It costs {cost_in_words(moment)}.{better}{f' ({said})' if said else ''}"


def _by(moment: Moment, place: int) -> str:
    """Return the change of a value with its standard error, if it has one."""
    if not moment.error[place]:
        return ""
    change = signed(moment.after[place] - moment.before[place])
    return f" ({change} ± {of_100(moment.error[place])})"


def _curve(analysis: Analysis) -> Curve:
    count = len(analysis.moments)
    return Curve(
        tuple(_bands(analysis)),
        tuple([(value, _up(value)) for value in _GRID]),
        tuple(
            [
                Course(
                    account.seat,
                    account.place,
                    _path(values_of(analysis.moments, account.place)),
                )
                for account in analysis.accounts
            ]
        ),
        tuple(
            [
                sign
                for at, moment in enumerate(analysis.moments, 1)
                if moment.mark
                for sign in (_sign(analysis, moment, _across(at, count)),)
            ]
        ),
    )


def _bands(analysis: Analysis) -> Iterator[Band]:
    count = len(analysis.moments)
    for turn, (number, first, last) in enumerate(of_rounds(analysis.moments)):
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


def _sign(analysis: Analysis, moment: Moment, x: float) -> Sign:
    """Return the mark of a moment: that of a choice is on the line of whoever chose."""
    by_seat = {account.seat: account for account in analysis.accounts}
    account = by_seat.get(moment.seat, analysis.accounts[0])
    if moment.kind != "choice":
        account = max(
            analysis.accounts, key=lambda account: abs(moment.luck[account.place])
        )
    place = account.place
    sign = ""
    if moment.kind == "choice":
        sign = next((s for word, s in _SIGNS.items() if word in moment.mark), "?")
    said = f"{at_event(moment)}: {moment.mark}"
    up = moment.luck[place] > 0
    return Sign(moment.event, place, x, _up(100 * moment.after[place]), up, sign, said)


def _across(place: int, count: int) -> float:
    return round(_LEFT + (_WIDE - _LEFT - _RIGHT) * place / max(count, 1), 1)


def _up(value: float) -> float:
    return round(_TOP + (_HIGH - _TOP - _BOTTOM) * (1 - value / 100), 1)
