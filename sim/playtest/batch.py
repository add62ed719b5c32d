"""A batch of conflicts, played in any process: the same result wherever it is played.

Its agents are made for this batch only, so that even an agent with a memory plays the
same here, on a worker, and where an interrupted playtest goes on.
"""

from functools import cache, lru_cache
from hashlib import blake2b

import msgspec
from msgspec import Struct

from sim.errors import FracasError
from sim.library.scenario import from_json
from sim.playtest.restricted_agents import Player, Restricted, make_player
from sim.playtest.table import Table
from sim.run.chunk import stdout_kept_clean
from sim.run.code import fingerprint, package_of
from sim.seam.protocol import Agent

Seating = tuple[Player, ...]
"""Who plays at every seat."""


class Line(Struct, frozen=True, array_like=True):
    """How one conflict ended, and how often somebody in it was restricted."""

    how: str
    rounds: int
    returns: tuple[float, ...]
    narrowed: int


class Lines(Struct, frozen=True, array_like=True):
    """The conflicts of a batch; *failed* says why one of them could not be played."""

    lines: tuple[Line, ...]
    failed: str = ""


class Batch(Struct, frozen=True):
    """Conflicts to play, each as (who plays, number). *scenario* is JSON."""

    scenario: bytes
    seed: str
    plays: tuple[tuple[Seating, int], ...]

    def __str__(self) -> str:
        first, last = self.plays[0][1] + 1, self.plays[-1][1] + 1
        return f"conflicts {first} to {last} of a playtest"

    def prepared(self) -> bytes:
        """Return the scenario and the fingerprints of the code that plays it.

        Raises ScenarioError if it cannot be played.
        """
        return scenario_with_fingerprints(self.scenario, self.seed)

    @property
    def digest(self) -> str:
        """A digest of what is played, by which a recorded batch is recognised."""
        hashed = blake2b(self.scenario, digest_size=8)
        hashed.update(self.seed.encode())
        for who, number in self.plays:
            hashed.update(f"{number}: {', '.join(map(str, who))}\n".encode())
        return hashed.hexdigest()


def play_batch(batch: Batch) -> bytes:
    """Play *batch*; return its Lines, encoded."""
    table = table_of(batch.scenario, batch.seed)
    seated = cache(_make_at_seat)
    lines: list[Line] = []
    with stdout_kept_clean():
        try:
            for who, number in batch.plays:
                agents = [seated(player, seat) for seat, player in enumerate(who)]
                lines.append(_play_line(table, agents, number))
        except FracasError as error:
            return msgspec.msgpack.encode(Lines(tuple(lines), str(error)))
    return msgspec.msgpack.encode(Lines(tuple(lines)))


def decode_lines(data: bytes) -> Lines:
    """Return the lines of a batch from the bytes of its result."""
    return msgspec.msgpack.decode(data, type=Lines)


def _play_line(table: Table, agents: list[Agent], number: int) -> Line:
    limited = [agent for agent in agents if isinstance(agent, Restricted)]
    for agent in limited:
        agent.times = 0
    played = table.play(agents, number)
    narrowed = sum(agent.times for agent in limited)
    return Line(
        played.outcome.how, played.state.round, tuple(played.outcome.returns), narrowed
    )


def _make_at_seat(player: Player, seat: int) -> Agent:
    del seat  # each seat has an agent of its own, which may have a memory
    return make_player(player)


def scenario_with_fingerprints(scenario: bytes, seed: str) -> bytes:
    """Return *scenario* and the fingerprints of the code that plays it.

    Raises ScenarioError if it cannot be played.
    """
    loaded = table_of(scenario, seed).loaded
    code = fingerprint(package_of(loaded.scenario))
    return msgspec.json.encode([loaded.digest, loaded.system.version, code])


@lru_cache(maxsize=4)
def table_of(scenario: bytes, seed: str) -> Table:
    """Return the table at which conflicts of *scenario* are played."""
    return Table(from_json(scenario), seed)
