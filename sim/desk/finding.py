"""A search among the conflicts of a run: their order, bounds, and how they ended.

It reads every line of the run, one for each conflict, and no conflict.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from math import isfinite
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct, structs

from sim.conflict.stream import Line, spelt
from sim.desk.jobs import RefusedError
from sim.reading.hints import among
from sim.run.ranking import (
    Measure,
    first_lines,
    highest_first,
    measures_of,
    median_of,
    nearest_first,
)
from sim.seam.protocol import SeatInfo
from sim.statistics.records import Result, members, results, side_in_short
from sim.store.events import RunStarted
from sim.store.store import Store

ORDERS = {
    "highest": "the highest first",
    "lowest": "the lowest first",
    "median": "the nearest to the median first",
}
"""The orders of conflicts by a measure, in words."""
_MOST = 200
"""The most characters of a search term."""
Lines = Callable[[], Iterable[Line]]


class Wanted(Struct, frozen=True):
    """A search as it was typed: "" for whatever is not looked for.

    *by* is a measure, *order* how it orders, *least* and *most* its bounds; *how* is an
    ending, and *won* who won.
    """

    by: str = ""
    order: str = ""
    least: str = ""
    most: str = ""
    how: str = ""
    won: str = ""

    def __bool__(self) -> bool:
        """Whether anything is looked for."""
        return bool(self.by or self.how or self.won)

    def query(self) -> str:
        """Return it as the query of an address, to which more can be added."""
        given = {key: text for key, text in structs.asdict(self).items() if text}
        return f"?{urlencode(given)}&" if given else "?"


class Matches(Struct, frozen=True):
    """The lines of a page, and how many there are on all pages."""

    lines: list[Line]
    count: int


def read_query(query: Mapping[str, str]) -> Wanted:
    """Return what the *query* of an address looks for; raises RefusedError."""
    given = {key: query.get(key, "").strip() for key in Wanted.__struct_fields__}
    if max(map(len, given.values())) > _MOST:
        message = f"expected at most {_MOST} characters"
        raise RefusedError(message, 400)
    wanted = Wanted(**given)
    if wanted.order and wanted.order not in ORDERS:
        message = f"there is no order {wanted.order!r}"
        raise RefusedError(message, 400)
    for text in (wanted.least, wanted.most):
        _number(text)
    if (wanted.least or wanted.most) and not wanted.by:
        message = "a bound needs a measure: choose one"
        raise RefusedError(message, 400)
    return wanted


def _number(text: str) -> float | None:
    """Return what was typed as a number, None for nothing; raises RefusedError."""
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        message = f"{text!r} is no number"
        raise RefusedError(message, 400)
    return number


def offered_for(
    run: RunStarted, seats: Iterable[SeatInfo], first: Line | None
) -> dict[str, Any]:
    """Return what may be looked for in *run*, whose *first* line has its measures."""
    seats = tuple(seats)
    return {
        "measures": list(measures_of(run, first)),
        "orders": ORDERS,
        "sides": list(_sides(seats).values()),
    }


def find_lines(
    store: Store, run: RunStarted, seats: Iterable[SeatInfo], wanted: Wanted, to: int
) -> Matches:
    """Return the first *to* lines that are *wanted*, in its order, and count all.

    Raises RefusedError for a measure, an ending or a side that the run does not have.
    """
    seats = tuple(seats)
    measures = measures_of(run, next(store.lines(run.run), None))
    if wanted.by and wanted.by not in measures:
        expected = among([*measures], wanted.by)
        message = f"there is no measure {wanted.by!r}, expected {expected}"
        raise RefusedError(message, 400)
    measure = measures.get(wanted.by)
    fits = _fitting(seats, wanted, measure)
    counted = _Counted(lambda: filter(fits, store.lines(run.run)))
    if measure is None:
        lines = list(islice(counted.once(), to))
        counted.rest()
    else:
        lines = first_lines(counted.once(), _order(counted, wanted, measure), to)
    return Matches(lines, counted.number)


class _Counted:
    """Lines that can be read again, and are counted while they are read."""

    def __init__(self, lines: Lines) -> None:
        self.lines, self.number = lines, 0
        self._reading: Iterator[Line] = iter(())

    def once(self) -> Iterator[Line]:
        """Yield the lines, and count them."""
        self._reading = iter(self.lines())
        return self._counted()

    def _counted(self) -> Iterator[Line]:
        for line in self._reading:
            self.number += 1
            yield line

    def rest(self) -> None:
        """Count the lines that nobody has read yet."""
        self.number += sum(1 for _ in self._reading)


def _order(counted: _Counted, wanted: Wanted, measure: Measure) -> Measure:
    if wanted.order == "median":
        return nearest_first(measure, median_of(counted.lines(), measure))
    return measure if wanted.order == "lowest" else highest_first(measure)


def _fitting(
    seats: tuple[SeatInfo, ...], wanted: Wanted, measure: Measure | None
) -> Callable[[Line], bool]:
    """Return a function that says whether a line is wanted."""
    least, most = _number(wanted.least), _number(wanted.most)
    sides = {name: side for side, name in _sides(seats).items()}
    if wanted.won and wanted.won not in sides:
        expected = among([*sides], wanted.won)
        message = f"no side is called {wanted.won!r}, expected {expected}"
        raise RefusedError(message, 400)

    @cache
    def won(returns: tuple[float, ...]) -> dict[int, Result]:
        return results(returns, seats)

    def fits(line: Line) -> bool:
        if wanted.how and spelt(line.how) != wanted.how:
            return False
        if wanted.won and won(line.returns)[sides[wanted.won]] is not Result.WON:
            return False
        if measure is None:
            return True
        value = measure(line)
        return (least is None or value >= least) and (most is None or value <= most)

    return fits


def _sides(seats: tuple[SeatInfo, ...]) -> dict[int, str]:
    """Return the name of each side: that of its one seat, or its own."""
    return {side: side_in_short(seats, own) for side, own in members(seats).items()}
