"""`fracas list STORE RUN --sort`: the conflicts of a run in another order."""

from collections.abc import Callable, Iterable
from math import isfinite, nan

import click
from msgspec import Struct

from sim.conflict.stream import Line
from sim.reading.hints import quoted
from sim.run.ranking import (
    MEDIAN,
    Measure,
    first_lines,
    highest_first,
    median_of,
    nearest_first,
)

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
    """Return the order that options ask for; raises UsageError if they disagree."""
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


def sorted_lines(
    lines: Callable[[], Iterable[Line]], measure: Measure, around: str, limit: int
) -> tuple[list[Line], float | None]:
    """Return the first *limit* lines by *measure*, 0 for all, and what they are around.

    *lines* are read once, or twice for the median, and are not all kept unless *limit*
    is 0.
    """
    if not around:
        return first_lines(lines(), highest_first(measure), limit), None
    middle = _middle(lines, measure, around)
    return first_lines(lines(), nearest_first(measure, middle), limit), middle


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
    return median_of(lines(), measure)
