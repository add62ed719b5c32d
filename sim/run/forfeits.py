"""Which agents forfeited: in how many of their games, and why the first time.

A forfeit earns its side nothing, but says nothing about how an agent plays. So if there
are many, the results do not measure play.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field, structs

from sim.conflict.play import FORFEIT
from sim.conflict.stream import Line
from sim.seam.events import Event, Forfeited
from sim.seam.protocol import SeatInfo

MANY = 0.01
"""The share of games from which an agent's forfeits count as many. Wins and returns may
be too low by this much, which is less than the uncertainty of 1000 games. In fewer than
100 games a single forfeit is many.
"""
UNKNOWN = "failed, and why is not recorded"


class ForfeitCount(Struct, frozen=True):
    """How many of its *games* an agent forfeited, and why it forfeited the first.

    *seat* is where it sat then, *scenario* in which scenario, "" for the only one of a
    run. *first* is the number of that game in a run, from 1, or the id of the conflict
    in a tournament. *reason* continues a sentence that begins with "it".
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
        """Whether there are so many that results say little about the agent's play."""
        return self.forfeits >= MANY * self.games

    def to_dict(self) -> dict[str, object]:
        """Return the count by name."""
        return {**structs.asdict(self), "many": self.many}


class ForfeitLog(Struct):
    """Collects the forfeits of a run while it is played.

    For games played earlier, in a resumed run, it gets only the lines; their details
    are read from the store.
    """

    _games: dict[str, set[int]] = field(default_factory=dict[str, set[int]])
    _reasons: dict[str, tuple[int, str]] = field(
        default_factory=dict[str, tuple[int, str]]
    )
    _ended: set[int] = field(default_factory=set[int])

    def add(self, game: int, seat: str, reason: str) -> None:
        """Record that *seat* forfeited the game with this number, from 0."""
        self._games.setdefault(seat, set()).add(game)
        first = self._reasons.setdefault(seat, (game, reason))
        if game < first[0]:
            self._reasons[seat] = (game, reason)

    def add_line(self, line: Line) -> None:
        """Record the ending of a game, or of each chapter in a campaign."""
        if FORFEIT in line.how.split(", "):
            self._ended.add(line.game)

    @property
    def unheard(self) -> list[int]:
        """The games that ended by a forfeit without further details."""
        return sorted(self._ended.difference(*self._games.values()))

    def counts(self, games: int, agents: Mapping[str, str]) -> tuple[ForfeitCount, ...]:
        """Return who forfeited, most often first; *agents* has the one of each seat."""
        counts = [
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
        return tuple(sorted(counts, key=lambda count: (-count.forfeits, count.seat)))


def forfeits_in(
    events: Sequence[Event], seats: Sequence[SeatInfo]
) -> Iterator[tuple[str, str]]:
    """Yield which of *seats* forfeited in a recorded conflict, and the reason."""
    for event in events:
        if isinstance(event, Forfeited):
            yield seats[event.who].name, event.reason
