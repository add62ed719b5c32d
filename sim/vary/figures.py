"""Figures of a scenario: exact if it was solved, else with an interval."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, structs

from sim.errors import OddsError, UnknownNameError
from sim.reading.hints import among, as_known, quoted
from sim.seam.protocol import SeatInfo
from sim.statistics import words
from sim.statistics.betting import always_valid
from sim.statistics.intervals import CONFIDENCE, Interval
from sim.statistics.records import Result, results

Kind = Literal["wins", "returns", "value"]
KINDS: tuple[Kind, ...] = ("wins", "returns")
"""What is known of every seat. The value is that of best play, which has no seat."""
VALUE: Literal["value"] = "value"

_MEASURE = re.compile(r"\s*(\w+)\s*\((.*)\)\s*")
_TARGET = re.compile(r"(.*\))\s*=\s*([+-]?\d*\.?\d+)\s*(%?)\s*")
_CALLED: Mapping[str, Kind] = {
    "wins": "wins",
    "win": "wins",
    "value": "returns",
    "returns": "returns",
    "return": "returns",
}
_VALUE = re.compile(r"\s*value\s*=\s*([+-]?\d*\.?\d+)\s*")
_DIGITS = 9
_FORM = "wins(NAME)=0.5, returns(NAME)=0.5 or, for best play, value=0"


class Measure(Struct, frozen=True):
    """The win rate or the mean return of a seat, or the value of best play."""

    kind: Kind
    seat: str

    def __str__(self) -> str:
        return f"{self.kind}({self.seat})" if self.seat else self.kind


class Target(Struct, frozen=True):
    """The value that a *measure* should have."""

    measure: Measure
    value: float

    def __str__(self) -> str:
        return f"{self.measure}={self.value:g}"


class Figure(Struct, frozen=True):
    """A share or a mean: *exact*, with both bounds the same, or an interval of 95 %.

    The interval is estimated from *games* and holds however often it is looked at.
    Without games, and where it is not exact, the truth lies between *low* and *high*.
    """

    value: float
    low: float
    high: float
    exact: bool
    games: int = 0

    @property
    def half(self) -> float:
        """The distance from the value to the farther bound."""
        return max(self.value - self.low, self.high - self.value)

    def excludes(self, value: float) -> bool:
        """Whether *value* lies outside the interval."""
        return not self.exact and (value < self.low or value > self.high)

    def text(self, kind: Kind) -> str:
        """Format it for people; a win rate is a percentage."""
        if self.exact:
            percent = f"{100 * self.value:.3f} %"
            return percent if kind == "wins" else f"{self.value:.5f}"
        if not self.games:
            return words.between(self.low, self.high, 5)
        interval = Interval(self.value, self.low, self.high)
        return words.share(interval) if kind == "wins" else words.figure(interval)

    def to_dict(self) -> dict[str, Any]:
        """Return its fields by name."""
        return {
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "exact": self.exact,
            "games": self.games,
        }


Says = Literal["more", "less", "equal", "open"]
_ROUNDING = 1e-9
"""The largest difference of two solutions of one conflict."""


class Gain(Struct, frozen=True):
    """A *measure* in the first and in the second conflict, and their difference.

    *says* what is certain: the second has more, less, or the same within the
    tolerance; "open" if the interval does not decide it.
    """

    measure: Measure
    first: Figure
    second: Figure
    gap: Figure
    says: Says


def verdict_on_difference(between: Figure, within: float) -> Says:
    """Return what is certain of a difference; surely at most *within* is equal."""
    if between.low > _ROUNDING or between.high < -_ROUNDING:
        return "more" if between.low > 0 else "less"
    return "equal" if max(-between.low, between.high) <= within else "open"


def meant_by_the_same(gains: Sequence[Gain], within: float) -> str:
    """Return a sentence about "the same" if it is not equality, else ""."""
    near = any(gain.says == "equal" and not gain.gap.exact for gain in gains)
    return f" The same: no farther apart than {within:g}." if near else ""


def exact_figure(value: float) -> Figure:
    """Return the figure that is known to be *value*."""
    return Figure(value, value, value, exact=True)


def figure_between(low: float, high: float) -> Figure:
    """Return the figure that lies between *low* and *high*; exact if they are equal."""
    return Figure((low + high) / 2, low, high, exact=low == high)


def estimated_mean(values: Sequence[float], confidence: float = CONFIDENCE) -> Figure:
    """Return the mean of *values*, each from 0 to 1, with its interval."""
    counts = Counter(round(value, _DIGITS) for value in values)
    interval = always_valid(counts, confidence)
    return Figure(
        interval.value, interval.low, interval.high, exact=False, games=len(values)
    )


def estimated_difference(
    values: Sequence[float], confidence: float = CONFIDENCE
) -> Figure:
    """Return the mean of *values*, each from -1 to 1, with its interval."""
    half = estimated_mean([(value + 1) / 2 for value in values], confidence)
    value, low, high = (2 * end - 1 for end in (half.value, half.low, half.high))
    return Figure(value, low, high, exact=False, games=len(values))


def win_of(returns: Sequence[float], seats: Sequence[SeatInfo], index: int) -> float:
    """Return 1 where the seat *index* is on the side that won, else 0."""
    side = seats[index].side
    return float(side is not None and results(returns, seats)[side] is Result.WON)


def read_target(text: str) -> Target:
    """Parse a target such as `wins(Tela)=0.5`; raises OddsError if malformed.

    `value=0` is that of best play: how much more the first side gets than the second.
    """
    if best := _VALUE.fullmatch(text):
        value = float(best[1])
        if not -1 <= value <= 1:
            message = f"the target is {quoted(text)}, expected a number from -1 to 1"
            raise OddsError(message)
        return Target(Measure(VALUE, ""), value)
    match = _TARGET.fullmatch(text)
    if match is None:
        message = f"the target is {quoted(text)}, expected {_FORM}"
        raise OddsError(message)
    value = float(match[2]) / (100 if match[3] else 1)
    if not 0 <= value <= 1:
        message = f"the target is {quoted(text)}, expected a number from 0 to 1"
        raise OddsError(message)
    return Target(read_measure(match[1]), value)


def read_measure(text: str) -> Measure:
    """Parse a measure such as `wins(Tela)`; raises OddsError if malformed."""
    match = _MEASURE.fullmatch(text)
    if match is None or match[1] not in _CALLED:
        message = f"found {quoted(text)}, expected wins(NAME) or returns(NAME)"
        raise OddsError(message)
    return Measure(_CALLED[match[1]], match[2].strip().strip("\"'"))


def measure_of(seats: Sequence[SeatInfo], measure: Measure) -> Measure:
    """Return *measure* with its seat as it is written; raises UnknownNameError."""
    return structs.replace(measure, seat=seats[seat_index(seats, measure.seat)].name)


def seat_index(seats: Sequence[SeatInfo], name: str) -> int:
    """Return the place of the participant *name*, in any case, or UnknownNameError."""
    names = [seat.name for seat in seats if seat.side is not None]
    name = as_known(name, names)
    if name not in names:
        message = f"no participant is called {quoted(name)}, expected"
        message += f" {among(names, name)}"
        raise UnknownNameError(message)
    return [seat.name for seat in seats].index(name)
