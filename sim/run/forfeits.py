"""Which agents forfeited: in how many of their games, and why the first time.

A forfeit says nothing of how an agent plays, and counts as a lost game all the same. So
where there are many, the figures they went into are no figures about play.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field, structs

from sim.conflict.play import FORFEIT
from sim.conflict.stream import Line
from sim.seam.events import Event, Forfeited
from sim.seam.protocol import SeatInfo

MANY = 0.01
"""An agent that forfeits this share of its games or more forfeits in many.

What is won or returned may be so much too low by them, which is less than the interval
of 1000 games leaves open. Of fewer than 100 games a single one is many.
"""
UNKNOWN = "failed, and why is not recorded"


class ForfeitCount(Struct, frozen=True):
    """An agent that forfeited so many of its *games*, and why in the first of them.

    *seat* is where it sat then, *scenario* where that was, "" for the one scenario of a
    run. *first* is the number of the first such game of a run, from 1, or the id of the
    conflict in a tournament. *reason* goes on from "it".
    """

    agent: str
    seat: str
    scenario: str
    forfeits: int
    games: int
    first: str
    reason: str

    @property
    def many(self) -> bool:
        """Whether so many that the figures say little of how the agent plays."""
        return self.forfeits >= MANY * self.games

    def to_dict(self) -> dict[str, object]:
        """Return the count by name."""
        return {**structs.asdict(self), "many": self.many}


class ForfeitLog(Struct):
    """What is heard of the forfeits of a run while it is played.

    Of games that were played before, in a run that is resumed, it hears the lines
    alone; what happened in them is read from the store.
    """

    _games: dict[str, set[int]] = field(default_factory=dict[str, set[int]])
    _reasons: dict[str, tuple[int, str]] = field(
        default_factory=dict[str, tuple[int, str]]
    )
    _ended: set[int] = field(default_factory=set[int])

    def add(self, game: int, seat: str, reason: str) -> None:
        """Note that *seat* forfeited the game of that number, from 0."""
        self._games.setdefault(seat, set()).add(game)
        first = self._reasons.setdefault(seat, (game, reason))
        if game < first[0]:
            self._reasons[seat] = (game, reason)

    def add_line(self, line: Line) -> None:
        """Note how a game ended, or each chapter of it in a campaign."""
        if FORFEIT in line.how.split(", "):
            self._ended.add(line.game)

    @property
    def unheard(self) -> list[int]:
        """The games that ended by a forfeit of which nothing else was heard."""
        return sorted(self._ended.difference(*self._games.values()))

    def counts(self, games: int, agents: Mapping[str, str]) -> tuple[ForfeitCount, ...]:
        """Return who forfeited, most often first; *agents* has the one of each seat."""
        found = [
            ForfeitCount(
                agents.get(seat, ""),
                seat,
                "",
                len(self._games[seat]),
                games,
                str(game + 1),
                reason,
            )
            for seat, (game, reason) in self._reasons.items()
        ]
        return tuple(sorted(found, key=lambda one: (-one.forfeits, one.seat)))


def forfeits_in(
    events: Sequence[Event], seats: Sequence[SeatInfo]
) -> Iterator[tuple[str, str]]:
    """Yield which of *seats* forfeited in a recorded conflict, and the reason."""
    for event in events:
        if isinstance(event, Forfeited):
            yield seats[event.who].name, event.reason
