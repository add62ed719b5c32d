"""How one conflict ended, by the names of its seats."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from sim.conflict.stream import returned, spelt
from sim.errors import StreamError
from sim.library.scenario import Loaded
from sim.seam.events import ConflictEnded, Event, Forfeited
from sim.statistics.records import Result, results


class ConflictOutcome(Struct, frozen=True):
    """How a conflict ended, and what every participant got.

    *meaning* explains the ending in a sentence, *returns* is what each seat got, from 0
    (it lost) to 1 (it obtained what it wanted), and *winners* are the seats of the side
    that won, if any. *forfeit* says who forfeited, and why.
    """

    how: str
    meaning: str
    returns: Mapping[str, float]
    winners: tuple[str, ...]
    forfeit: str = ""

    def __str__(self) -> str:
        return f"{spelt(self.how)}; {returned(self.returns)}"


def outcome_of(loaded: Loaded, stream: str, events: Sequence[Event]) -> ConflictOutcome:
    """Return how the conflict *stream*, which plays *loaded*, ended.

    Raises StreamError if *events* do not record it.
    """
    seats = loaded.system.seats(loaded.scenario)
    ended = next((event for event in events if isinstance(event, ConflictEnded)), None)
    if ended is None or len(ended.returns) != len(seats):
        message = f"{stream} has no recorded end"
        raise StreamError(message)
    fared = results(ended.returns, seats)
    sided = [(seat, got) for seat, got in zip(seats, ended.returns, strict=True)]
    forfeits = (event for event in events if isinstance(event, Forfeited))
    return ConflictOutcome(
        ended.how,
        loaded.system.endings.get(ended.how, ""),
        {seat.name: got for seat, got in sided if seat.side is not None},
        tuple(
            seat.name
            for seat in seats
            if seat.side is not None and fared[seat.side] is Result.WON
        ),
        next(
            (f"{seats[forfeit.who].name} {forfeit.reason}" for forfeit in forfeits), ""
        ),
    )
