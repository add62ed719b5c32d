"""Measuring side by side: whatever disturbs one piece of work disturbs the others.

Machines are shared and change; times do not travel, ratios do. So pieces of work are
timed in turn, round after round, in one process, and what is reported is the median
of each round's ratio, with the middle half of the rounds as its spread.
"""

import gc
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import perf_counter, process_time

from msgspec import Struct

Work = Callable[[], int]
"""Does a piece of work; returns how many units of it there were."""
Clock = Callable[[], float]

cpu: Clock = process_time
"""For work of one process that waits for nothing."""
wall: Clock = perf_counter
"""For work that waits for a disk or for other processes."""


class Figure(Struct, frozen=True):
    """One number, with the spread of its rounds and its aim.

    *most* or *least* is the aim; a figure without either is only for orientation.
    """

    name: str
    value: float
    low: float
    high: float
    most: float | None = None
    least: float | None = None

    @property
    def aim(self) -> str:
        """The aim in words."""
        if self.most is not None:
            return f"at most {self.most:g}"
        return f"at least {self.least:g}" if self.least is not None else ""

    @property
    def verdict(self) -> str:
        """Whether the aim is met."""
        if self.most is not None:
            return "met" if self.value <= self.most else "missed"
        if self.least is not None:
            return "met" if self.value >= self.least else "missed"
        return ""


class Section(Struct, frozen=True):
    """One question: a title, the figures that answer it, and notes."""

    title: str
    figures: list[Figure]
    notes: list[str] = []


def side_by_side(
    rounds: int, *works: Work, clock: Clock = cpu
) -> list[tuple[float, ...]]:
    """Do every work once in each of *rounds*; return the seconds a unit took.

    One round more goes before them and is thrown away: it fills the caches.
    """
    times = [tuple(_seconds(work, clock) for work in works) for _ in range(rounds + 1)]
    return times[1:]


def _seconds(work: Work, clock: Clock) -> float:
    gc.collect()
    start = clock()
    units = work()
    return (clock() - start) / units


def ratio(
    name: str,
    top: Sequence[float],
    bottom: Sequence[float],
    *,
    most: float | None = None,
    least: float | None = None,
) -> Figure:
    """Return how *top* compares with *bottom*, round by round."""
    return spread(
        name, [a / b for a, b in zip(top, bottom, strict=True)], most=most, least=least
    )


def spread(
    name: str,
    values: Sequence[float],
    *,
    most: float | None = None,
    least: float | None = None,
) -> Figure:
    """Return the median of *values*, and the middle half of them."""
    ends = quantiles(values, n=4, method="inclusive") if len(values) > 1 else values
    return Figure(name, median(values), ends[0], ends[-1], most, least)


def columns(times: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]]:
    """Return the times of each work, over all rounds."""
    return list(zip(*times, strict=True))
