"""The conflicts of a run in the order of a measure: harm, rounds, a seat's return.

Only the lines of a run are read, one for each conflict: once to order them by a
measure, twice to order them by the distance from its median.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from heapq import nsmallest
from operator import attrgetter
from statistics import median

from sim.conflict.stream import Line
from sim.errors import UnknownNameError
from sim.reading.hints import among, quoted
from sim.reading.words import alike
from sim.statistics.summary import CLOCK
from sim.store.events import RunStarted
from sim.store.store import Store

Measure = Callable[[Line], float]
"""A number of a conflict, read off its line."""
MEDIAN = "median"


def measure_of(store: Store, run: RunStarted, name: str) -> tuple[str, Measure]:
    """Return the measure called *name* of the conflicts of *run*, after its full name.

    It is a length of the conflict (such as its rounds), a seat's return, or a measure
    of the system, over all seats ("harm") or of one ("harm:Ann"). The first words of a
    measure are enough if no other begins with them. Raises UnknownNameError for any
    other name.
    """
    known = measures_of(run, next(store.lines(run.run), None))
    begun = [full_name for full_name in known if _begins(name, full_name)]
    for full_name, measure in known.items():
        if alike(name, full_name) or [full_name] == begun:
            return full_name, measure
    message = f"there is no measure {quoted(name)}, expected {among([*known], name)}"
    raise UnknownNameError(message)


def _begins(name: str, measure: str) -> bool:
    """Return whether *name* has the first words of *measure*, and the same seat."""
    words, _, seat = name.partition(":")
    whole, _, other = measure.partition(":")
    first = " ".join(whole.split()[: max(1, len(words.split()))])
    return alike(words, first) and alike(seat, other)


def measures_of(run: RunStarted, first: Line | None) -> dict[str, Measure]:
    """Return every measure of *run* by its name; its *first* line has the system's."""
    return dict(_measures([seat.seat for seat in run.seats], first))


def _measures(
    seats: Sequence[str], first: Line | None
) -> Iterator[tuple[str, Measure]]:
    measures = [] if first is None else list(first.tally)
    for clock in CLOCK:
        yield clock, attrgetter(clock)
    for place, seat in enumerate(seats):
        yield seat, partial(_returned, place)
    for name in measures:
        yield name, partial(_total, name)
    for name in measures:
        for place, seat in enumerate(seats):
            yield f"{name}:{seat}", partial(_tallied, name, place)


def _returned(place: int, line: Line) -> float:
    return line.returns[place]


def _total(name: str, line: Line) -> float:
    return sum(line.tally.get(name, ()))


def _tallied(name: str, place: int, line: Line) -> float:
    return line.tally.get(name, ())[place] if name in line.tally else 0


def highest_first(measure: Measure) -> Measure:
    """Return a sort key by *measure*, the highest first."""
    return lambda line: -measure(line)


def nearest_first(measure: Measure, middle: float) -> Measure:
    """Return a sort key by the distance of *measure* from *middle*."""
    return lambda line: abs(measure(line) - middle)


def median_of(lines: Iterable[Line], measure: Measure) -> float:
    """Return the median of a measure; 0 of no lines."""
    numbers = [measure(line) for line in lines]
    return median(numbers) if numbers else 0.0


def first_lines(lines: Iterable[Line], order: Measure, limit: int) -> list[Line]:
    """Return the *limit* lines that *order* puts first, all for 0.

    Of equals the earlier game comes first. At most *limit* lines are kept in memory,
    unless all are wanted.
    """

    def place(line: Line) -> tuple[float, int]:
        return order(line), line.game

    return nsmallest(limit, lines, place) if limit else sorted(lines, key=place)
