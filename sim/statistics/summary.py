"""What many conflicts come to: who won how often, how it ended, how long it took.

A summary counts; it keeps no conflict. All it keeps are whole numbers, so summaries
merged in any order, by any number of workers, are the same to the last byte. Shares
and means are computed from the counts only when asked for.
"""

from collections.abc import Iterable, Sequence
from math import fsum, inf
from typing import Any

from msgspec import Struct

from sim.protocol import Seat
from sim.statistics.intervals import Interval, mean, wilson
from sim.stream import Line

CLOCK = ("rounds", "events", "decisions")
"""What is measured of a whole conflict."""


class Moments(Struct):
    """The exact sums behind a mean: how many, their total, their squares, the ends."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int | None = None
    most: int | None = None

    def add(self, value: int, times: int = 1) -> None:
        """Count *value*, *times* over."""
        self.count += times
        self.total += value * times
        self.squares += value * value * times
        self.least = value if self.least is None else min(self.least, value)
        self.most = value if self.most is None else max(self.most, value)

    def merge(self, other: "Moments") -> None:
        """Count what *other* counted."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        ends = [end for end in (self.least, other.least) if end is not None]
        self.least = min(ends, default=None)
        ends = [end for end in (self.most, other.most) if end is not None]
        self.most = max(ends, default=None)

    def mean(self) -> Interval:
        """Return the mean with Student's interval, or Wilson's where all are 0 or 1.

        What was never negative has no bound below 0.
        """
        if self.least in {0, 1} and self.most in {0, 1}:
            return wilson(self.total, self.count)
        least = -inf if self.least is None or self.least < 0 else 0.0
        return mean(self.count, self.total, self.squares).within(least, inf)

    def to_words(self) -> dict[str, Any]:
        """Return the mean with its interval, and the ends."""
        return {
            "mean": self.mean().to_words(),
            "least": self.least,
            "most": self.most,
            "total": self.total,
        }


class Record(Struct, frozen=True):
    """How one seat did: conflicts won, drawn and lost, and its mean return.

    A seat wins when no other side got more and some other side less; it draws when
    every other side got the same; else it loses. Where there is only one side, it
    wins with more than one half. The share is the mean return.
    """

    seat: Seat
    games: int
    won: int
    drawn: int
    lost: int
    share: Interval

    @property
    def win_rate(self) -> Interval:
        """The share of conflicts won, with Wilson's interval."""
        return wilson(self.won, self.games)

    def to_words(self) -> dict[str, Any]:
        """Return the record by name."""
        return {
            "seat": self.seat.name,
            "side": self.seat.side,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "win_rate": self.win_rate.to_words(),
            "share": self.share.to_words(),
        }


class Summary:
    """Adds up lines; what it gives depends on which lines, never on their order."""

    def __init__(self, seats: Sequence[Seat], lines: Iterable[Line] = ()) -> None:
        self.seats = tuple(seats)
        self.games = 0
        self.returns: dict[tuple[float, ...], int] = {}
        self.how: dict[str, int] = {}
        self.clock = {name: Moments() for name in CLOCK}
        self.tally: dict[str, tuple[Moments, ...]] = {}
        for line in lines:
            self.add(line)

    def add(self, line: Line) -> None:
        """Count one conflict."""
        self.games += 1
        self.returns[line.returns] = self.returns.get(line.returns, 0) + 1
        self.how[line.how] = self.how.get(line.how, 0) + 1
        clock = self.clock
        clock["rounds"].add(line.rounds)
        clock["events"].add(line.events)
        clock["decisions"].add(line.decisions)
        for name, totals in line.tally.items():
            for moments, total in zip(self._measure(name), totals, strict=True):
                moments.add(total)

    def merge(self, other: "Summary") -> None:
        """Count every conflict that *other* counted."""
        self.games += other.games
        for returns, times in other.returns.items():
            self.returns[returns] = self.returns.get(returns, 0) + times
        for how, times in other.how.items():
            self.how[how] = self.how.get(how, 0) + times
        for name, moments in other.clock.items():
            self.clock[name].merge(moments)
        for name, theirs in other.tally.items():
            for moments, more in zip(self._measure(name), theirs, strict=True):
                moments.merge(more)

    def _measure(self, name: str) -> tuple[Moments, ...]:
        found = self.tally.get(name)
        if found is None:
            found = self.tally[name] = tuple(Moments() for _ in self.seats)
        return found

    def record(self, seat: int) -> Record:
        """Return how the participant at *seat* did."""
        side = self.seats[seat].side
        rivals = [
            index
            for index, other in enumerate(self.seats)
            if other.side is not None and other.side != side
        ]
        won = drawn = lost = 0
        for returns, times in self.returns.items():
            own = returns[seat]
            best = max((returns[index] for index in rivals), default=0.5)
            least = min((returns[index] for index in rivals), default=0.5)
            if own < best:
                lost += times
            elif own > least:
                won += times
            else:
                drawn += times
        share = self._share(seat)
        return Record(self.seats[seat], self.games, won, drawn, lost, share)

    def _share(self, seat: int) -> Interval:
        """Return the mean return: Wilson's interval where all are 0 or 1.

        Else it is Student's, cut to 0 to 1 where the returns stay there.
        """
        counted = sorted(
            (returns[seat], times) for returns, times in self.returns.items()
        )
        total = fsum(value * times for value, times in counted)
        if all(value in {0, 1} for value, _ in counted):
            return wilson(total, self.games)
        squares = fsum(value * value * times for value, times in counted)
        found = mean(self.games, total, squares)
        possible = all(0 <= value <= 1 for value, _ in counted)
        return found.within(0, 1) if possible else found

    def records(self) -> tuple[Record, ...]:
        """Return how every participant did; those who judge win and lose nothing."""
        return tuple(
            self.record(index)
            for index, seat in enumerate(self.seats)
            if seat.side is not None
        )

    def endings(self) -> tuple[tuple[str, int, Interval], ...]:
        """Return how conflicts ended, the most frequent first."""
        ordered = sorted(self.how.items(), key=lambda item: (-item[1], item[0]))
        return tuple((how, times, wilson(times, self.games)) for how, times in ordered)

    def to_words(self) -> dict[str, Any]:
        """Return the whole summary, ready for JSON and the same in any order."""
        return {
            "games": self.games,
            "seats": [record.to_words() for record in self.records()],
            "endings": [
                {"how": how, "games": times, "share": share.to_words()}
                for how, times, share in self.endings()
            ],
            "conflict": {name: self.clock[name].to_words() for name in CLOCK},
            "measures": {
                name: [
                    {"seat": seat.name, **moments.to_words()}
                    for seat, moments in zip(self.seats, self.tally[name], strict=True)
                    if seat.side is not None
                ]
                for name in sorted(self.tally)
            },
        }
