"""The summary of many conflicts: who won how often, how it ended, how long it took.

A summary only counts, in whole numbers, and stores no conflict. So summaries merged in
any order, by any number of workers, are the same to the last byte. Shares and means are
computed from the counts only when asked for.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from sim.conflict.stream import Line
from sim.seam.protocol import SeatInfo
from sim.statistics import html
from sim.statistics.counts import Counts
from sim.statistics.intervals import Interval, wilson
from sim.statistics.records import Record, members, record
from sim.statistics.words import figure, share

CLOCK = ("rounds", "events", "decisions")
"""The measures of a whole conflict."""


class Summary:
    """Adds up lines; the result does not depend on their order."""

    def __init__(self, seats: Sequence[SeatInfo], lines: Iterable[Line] = ()) -> None:
        self.seats = tuple(seats)
        self.games = 0
        self.returns: dict[tuple[float, ...], int] = {}
        self.how: dict[str, int] = {}
        self.clock = {name: Counts() for name in CLOCK}
        self.tally: dict[str, tuple[Counts, ...]] = {}
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

    def _measure(self, name: str) -> tuple[Counts, ...]:
        counts = self.tally.get(name)
        if counts is None:
            counts = self.tally[name] = tuple(Counts() for _ in self.seats)
        return counts

    def records(self) -> tuple[Record, ...]:
        """Return the record of every participant; judges have none."""
        return tuple(
            record(seat.name, seat.side_named, (index,), self.seats, self.returns)
            for index, seat in enumerate(self.seats)
            if seat.side is not None
        )

    def sides(self) -> tuple[Record, ...]:
        """Return the record of every side, in order."""
        return tuple(
            record(
                "", self.seats[own[0]].side_named, tuple(own), self.seats, self.returns
            )
            for own in members(self.seats).values()
        )

    def endings(self) -> tuple[tuple[str, int, Interval], ...]:
        """Return (ending, count, share), the most frequent first."""
        ordered = sorted(self.how.items(), key=lambda item: (-item[1], item[0]))
        return tuple((how, times, wilson(times, self.games)) for how, times in ordered)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole summary, ready for JSON and the same in any order."""
        return {
            "games": self.games,
            "sides": [side.to_dict() for side in self.sides()],
            "seats": [record.to_dict() for record in self.records()],
            "endings": [
                {"how": how, "games": times, "share": share.to_dict()}
                for how, times, share in self.endings()
            ],
            "conflict": {name: counts.to_dict() for name, counts in self.clock.items()},
            "measures": {
                name: [
                    {"seat": seat.name, **moments.to_dict()}
                    for seat, moments in zip(self.seats, self.tally[name], strict=True)
                    if seat.side is not None
                ]
                for name in sorted(self.tally)
            },
        }

    def __repr__(self) -> str:
        rows = [
            f"  {record.seat}: wins {share(record.win)}, return"
            f" {figure(record.returns)}"
            for record in self.records()
        ]
        endings = [
            f"  {how.replace('_', ' ')}: {share(interval)}"
            for how, _, interval in self.endings()
        ]
        return "\n".join([f"Summary of {self.games} conflicts", *rows, *endings])

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_html(self) -> str:
        """Return the summary as tables, which notebooks show."""
        sides = [
            (
                *(side.side, side.won, side.drawn, side.lost),
                *(share(side.win), figure(side.returns)),
            )
            for side in self.sides()
        ]
        endings = [
            (how.replace("_", " "), times, share(interval))
            for how, times, interval in self.endings()
        ]
        heads = ("side", "won", "drawn", "lost", "wins", "return")
        return (
            f"<p>{self.games} conflicts</p>"
            + html.table(heads, sides)
            + html.table(("how it ended", "conflicts", "share"), endings)
        )
