"""The typical and the strangest of many conflicts: two worth reading.

Two conflicts have the same outcome if they ended in the same way with the same returns.
The typical one has the most frequent outcome, and the median length of these. The
strangest has the rarest outcome and, of those, the length farthest from the median of
all. Of several the first is taken. Only counts and first names are kept, however many
conflicts there are.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, structs

from sim.conflict.stream import Line

_OUTCOMES_MAX = 10_000
"""The most distinct outcomes that are counted; later ones are left out."""

Outcome = tuple[str, tuple[float, ...]]
"""The ending, and the return of every seat."""


class Sample(Struct, frozen=True):
    """One conflict by its *name*, as an example of what it *is*.

    *alike* of all *conflicts* have the same outcome. *median* is the median number of
    events of all, the lower one of an even number of conflicts.
    """

    what: str
    name: str
    how: str
    returns: tuple[float, ...]
    events: int
    alike: int
    conflicts: int
    median: int

    def to_dict(self) -> dict[str, Any]:
        """Return the sample by name."""
        return structs.asdict(self)


class Samples:
    """Looks at lines, one after the other."""

    def __init__(self) -> None:
        self._seen: dict[Outcome, dict[int, tuple[int, str]]] = {}

    def add(self, line: Line, name: str) -> None:
        """Look at the *line* of the conflict called *name*."""
        self.see(name, line.how, line.returns, line.events)

    def see(self, name: str, how: str, returns: tuple[float, ...], events: int) -> None:
        """Look at the conflict called *name*, which ended so after this many events."""
        outcome = how, returns
        lengths = self._seen.get(outcome)
        if lengths is None:
            if len(self._seen) >= _OUTCOMES_MAX:
                return
            lengths = self._seen[outcome] = {}
        times, first = lengths.get(events, (0, name))
        lengths[events] = times + 1, first

    def picked(self) -> Iterator[Sample]:
        """Yield the typical conflict, and the strangest if that is another."""
        if not self._seen:
            return
        times = {
            outcome: sum(many for many, _ in lengths.values())
            for outcome, lengths in self._seen.items()
        }
        every: dict[int, int] = {}
        for lengths in self._seen.values():
            for events, (many, _) in lengths.items():
                every[events] = every.get(events, 0) + many
        median = _median(every)
        usual = max(times, key=lambda outcome: times[outcome])
        own = {events: many for events, (many, _) in self._seen[usual].items()}
        yield self._sample("typical", usual, _median(own), times, median)
        rare = min(times.values())
        _, outcome, events = max(
            ((abs(events - median), -place), outcome, events)
            for place, (outcome, lengths) in enumerate(self._seen.items())
            if times[outcome] == rare
            for events in lengths
        )
        if (outcome, events) != (usual, _median(own)):
            yield self._sample("strangest", outcome, events, times, median)

    def _sample(
        self,
        what: str,
        outcome: Outcome,
        events: int,
        times: dict[Outcome, int],
        median: int,
    ) -> Sample:
        name = self._seen[outcome][events][1]
        how, returns = outcome
        every = sum(times.values())
        return Sample(what, name, how, returns, events, times[outcome], every, median)


def _median(times: dict[int, int]) -> int:
    """Return the lower median of numbers that occurred this many *times*."""
    half, seen = sum(times.values()) / 2, 0
    for number in sorted(times):
        seen += times[number]
        if seen >= half:
            return number
    return 0
