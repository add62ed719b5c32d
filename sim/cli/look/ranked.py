"""`fracas list STORE RUN --sort`: the conflicts of a run in another order."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from heapq import nsmallest
from math import isfinite, nan
from operator import attrgetter
from statistics import median

import click
from msgspec import Struct

from sim.conflict.stream import Line
from sim.errors import UnknownNameError
from sim.reading.hints import among, quoted
from sim.reading.words import alike
from sim.statistics.summary import CLOCK
from sim.store.events import RunStarted
from sim.store.store import Store

Measure = Callable[[Line], float]
MEDIAN = "median"
SECONDS = 60.0
"""How long conflicts are analysed to find the luckiest or closest."""


class Order(Struct, frozen=True):
    """In which order conflicts are listed; the default is that of the games.

    *sort* is a measure, the highest first, or *around* a number or the median, the
    nearest first. *worth* is "luckiest" or "closest", found within *seconds*.
    """

    sort: str = ""
    around: str = ""
    worth: str = ""
    seconds: float = SECONDS

    def __bool__(self) -> bool:
        """Whether it is another order than that of the games."""
        return bool(self.sort or self.worth)


def order_of(
    sort: str | None,
    around: str | None,
    *,
    longest: bool,
    worth: dict[str, bool],
    seconds: float | None,
) -> Order:
    """Return the order that options ask for; raises UsageError where they disagree."""
    chosen = [f"--{name}" for name, given in worth.items() if given]
    chosen += ["--sort"] if sort else []
    chosen += ["--longest"] if longest else []
    if len(chosen) > 1:
        message = f"{' and '.join(chosen)} are different orders, expected one of them"
        raise click.UsageError(message)
    if around is not None and not (sort or longest):
        message = "--around needs a measure: --sort MEASURE"
        raise click.UsageError(message)
    of = next((name for name, given in worth.items() if given), "")
    if seconds is not None and not of:
        message = "--seconds is how long to look for --luckiest or --closest"
        raise click.UsageError(message)
    return Order(
        "events" if longest else sort or "", around or "", of, seconds or SECONDS
    )


def measure_of(store: Store, run: RunStarted, name: str) -> tuple[str, Measure]:
    """Return the measure *name* of the conflicts of *run*, by its own name.

    The clock of a conflict; what a seat got; or a measure of the system, over all seats
    ("harm") or of one ("harm:Ann"). The first words of a measure are enough where no
    other begins with them. Raises UnknownNameError for any other.
    """
    known = dict(_measures(store, run))
    begun = [one for one in known if _begins(name, one)]
    for one, measure in known.items():
        if alike(name, one) or [one] == begun:
            return one, measure
    message = f"there is no measure {quoted(name)}, expected {among([*known], name)}"
    raise UnknownNameError(message)


def _begins(name: str, measure: str) -> bool:
    """Return whether *name* has the first words of *measure*, and the same seat."""
    words, _, seat = name.partition(":")
    whole, _, other = measure.partition(":")
    first = " ".join(whole.split()[: max(1, len(words.split()))])
    return alike(words, first) and alike(seat, other)


def _measures(store: Store, run: RunStarted) -> Iterator[tuple[str, Measure]]:
    """Yield every measure by its name."""
    seats = [seat.seat for seat in run.seats]
    first = next(store.lines(run.run), None)
    tallied = [] if first is None else list(first.tally)
    for clock in CLOCK:
        yield clock, attrgetter(clock)
    for place, seat in enumerate(seats):
        yield seat, partial(_returned, place)
    for one in tallied:
        yield one, partial(_total, one)
    for one in tallied:
        for place, seat in enumerate(seats):
            yield f"{one}:{seat}", partial(_tallied, one, place)


def _returned(place: int, line: Line) -> float:
    return line.returns[place]


def _total(name: str, line: Line) -> float:
    return sum(line.tally.get(name, ()))


def _tallied(name: str, place: int, line: Line) -> float:
    return line.tally.get(name, ())[place] if name in line.tally else 0


def sorted_lines(
    lines: Callable[[], Iterable[Line]], measure: Measure, around: str, limit: int
) -> tuple[list[Line], float | None]:
    """Return the first *limit* lines by *measure*, 0 for all, and what they are around.

    *lines* are read once, or twice for the median, and never all kept but for 0.
    """
    if not around:
        return _first(lines(), lambda line: (-measure(line), line.game), limit), None
    middle = _middle(lines, measure, around)

    def apart(line: Line) -> tuple[float, int]:
        return abs(measure(line) - middle), line.game

    return _first(lines(), apart, limit), middle


def _first(
    lines: Iterable[Line], place: Callable[[Line], tuple[float, int]], limit: int
) -> list[Line]:
    """Return the *limit* lines with the lowest *place*, all for 0."""
    return nsmallest(limit, lines, place) if limit else sorted(lines, key=place)


def _middle(
    lines: Callable[[], Iterable[Line]], measure: Measure, around: str
) -> float:
    if around != MEDIAN:
        try:
            number = float(around)
        except ValueError:
            number = nan
        if not isfinite(number):
            message = f"{quoted(around)} is no place, expected {MEDIAN} or a number"
            raise click.BadParameter(message, param_hint="--around")
        return number
    numbers = [measure(line) for line in lines()]
    return median(numbers) if numbers else 0.0
