"""Plays the conflicts of a playtest: one scenario, with the dice of one seed.

A conflict whose events are looked at is played in this process. Of all others only the
results matter, so they are played in batches, by workers if there are any.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import structs

from sim.errors import AgentError
from sim.library.scenario import Loaded
from sim.playtest.batch import Batch, Lines, Seating
from sim.playtest.restricted_agents import Player, make_player
from sim.playtest.runner import PlaytestRunner
from sim.playtest.table import Game, Table
from sim.seam.events import Seat
from sim.seam.protocol import Agent
from sim.statistics.records import side_in_short

_KEPT = 256
BATCH = 20
"""The conflicts of one batch, unless they take long."""

Play = tuple[Seating, int]
"""Who plays, and the number of the conflict."""


class Arena:
    """Plays one scenario; *agents* are the specs of all seats."""

    def __init__(
        self,
        loaded: Loaded,
        agents: Sequence[str],
        seed: str,
        runner: PlaytestRunner | None = None,
    ) -> None:
        self.loaded = loaded
        self.agents = tuple(agents)
        self.seed = seed
        self.runner = runner or PlaytestRunner()
        self.batch = BATCH
        self._table = Table(loaded, seed)
        self.system = self._table.system
        self.seats = self._table.seats
        self.members = self._table.members
        self.state = self._table.state
        self._seated = lru_cache(maxsize=_KEPT)(_make_at_seat)

    @property
    def played(self) -> int:
        """How many conflicts have been played so far, here and elsewhere."""
        return self.runner.played

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides that take part, in order."""
        return tuple(self.members)

    def side_name(self, side: int) -> str:
        """Return the name of *side* in reports: its only seat, or the side itself."""
        return side_in_short(self.seats, self.members[side])

    def seated(self, given: Mapping[int, Player]) -> Seating:
        """Return the player of every seat: the *given* one, or its own agent."""
        return tuple(given.get(at, own) for at, own in enumerate(self.agents))

    def of_side(self, side: int, agent: Player) -> dict[int, Player]:
        """Return *agent* at all seats of *side*."""
        return dict.fromkeys(self.members[side], agent)

    def play(self, who: Seating, number: int) -> Game:
        """Play the conflict *number* here; raises AgentError if an agent fails."""
        agents = [self._seated(player, seat) for seat, player in enumerate(who)]
        played = self._table.play(agents, number)
        self.runner.count()
        how, returns = played.outcome.how, played.outcome.returns
        game = self._table.game(number, how, played.state.round, returns)
        return structs.replace(game, events=played.events)

    def games(self, plays: Sequence[Play]) -> list[Game]:
        """Return the played *plays*, in order; raises AgentError if an agent fails."""
        batches = self.batches(plays)
        games: list[Game] = []
        for batch, lines in zip(batches, self.runner.lines(batches), strict=True):
            if lines.failed:
                raise AgentError(lines.failed)
            games += self.games_of(batch, lines)
        return games

    def batches(self, plays: Sequence[Play]) -> list[Batch]:
        """Return *plays* in batches."""
        return [
            Batch(self.loaded.data, self.seed, tuple(plays[first : first + self.batch]))
            for first in range(0, len(plays), self.batch)
        ]

    def games_of(self, batch: Batch, lines: Lines) -> list[Game]:
        """Return the conflicts of *batch*, whose results are *lines*."""
        return [
            structs.replace(
                self._table.game(number, line.how, line.rounds, line.returns),
                narrowed=line.narrowed,
            )
            for (_, number), line in zip(batch.plays, lines.lines, strict=True)
        ]

    def for_scenario(self, loaded: Loaded) -> "Arena":
        """Return the arena of a changed scenario, with the same agents and dice.

        Raises AgentError if it has other seats.
        """
        arena = Arena(loaded, self.agents, self.seed, self.runner)
        arena.batch = self.batch
        if len(arena.seats) != len(self.seats):
            message = f"{loaded.name} has other seats than {self.loaded.name}"
            raise AgentError(message)
        return arena

    def seat_of(self, name: str) -> Seat:
        """Return the seat called *name*."""
        return Seat([seat.name for seat in self.seats].index(name))


def play_in_all(
    arenas: Sequence[Arena], numbers: Sequence[int]
) -> list[list[Game] | None]:
    """Play conflicts of these *numbers* in all *arenas*, each by its own agents.

    The result of an arena in which an agent failed is None.
    """
    if not arenas:
        return []
    batches = [
        arena.batches([(arena.agents, number) for number in numbers])
        for arena in arenas
    ]
    lines = arenas[0].runner.lines([batch for own in batches for batch in own])
    games_of_arenas: list[list[Game] | None] = []
    for arena, own in zip(arenas, batches, strict=True):
        played = [(batch, next(lines)) for batch in own]
        failed = any(result.failed for _, result in played)
        games = [] if failed else [arena.games_of(*pair) for pair in played]
        games_of_arenas.append(
            None if failed else [game for batch in games for game in batch]
        )
    return games_of_arenas


def _make_at_seat(player: Player, seat: int) -> Agent:
    del seat  # each seat has an agent of its own, which may have a memory
    return make_player(player)
