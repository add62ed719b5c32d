"""Blocks, played in any process: the games of every seating, and the luck in them.

The result depends on the job alone.
"""

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct, structs

from sim.conflict.codec import tag
from sim.conflict.stream import Line, Sealed
from sim.run.chunk import Job, Plan
from sim.run.together import play_jobs
from sim.seam.events import DiceRolled

Luck = tuple[float, ...]
"""How far the dice of a game were above their expectation, for each seat."""

_ROLLED = tag(DiceRolled)
_roll: Callable[[bytes], DiceRolled] = msgspec.msgpack.Decoder(DiceRolled).decode


class BlockJob(Struct, frozen=True):
    """Blocks to play: *count* of them from number *first* on, a plan a seating."""

    plans: tuple[Plan, ...]
    first: int
    count: int

    def __str__(self) -> str:
        who = ", ".join(dict.fromkeys(self.plans[0].agents))
        return f"blocks {self.first + 1} to {self.first + self.count} of {who}"

    def prepared(self) -> bytes:
        """Return the first events of the conflicts of each seating.

        Raises ScenarioError, AgentError or UnknownNameError when that cannot be.
        """
        jobs = (Job(plan, self.first, self.count) for plan in self.plans)
        return b"".join(job.prepared() for job in jobs)


class Played(Struct, frozen=True):
    """The games of a job, block by block, in the order of seatings.

    *forfeits* maps the id of a game to the seat that forfeited it and the reason; it is
    not stored.
    """

    lines: tuple[Line, ...]
    luck: tuple[Luck, ...]
    forfeits: dict[str, tuple[str, str]] = {}


def play_blocks(job: BlockJob) -> bytes:
    """Play the blocks of *job*; return them encoded, for `decode_blocks`."""
    seatings = play_jobs(
        [
            Job(structs.replace(plan, record="full"), job.first, job.count)
            for plan in job.plans
        ]
    )
    blocks = list(zip(*seatings, strict=True))
    games = [game for block in blocks for game in block]
    lines = tuple(game.line for game in games)
    luck = tuple(game_luck for block in blocks for game_luck in _luck_of(block))
    forfeits = {game.stream_id: why for game in games for why in game.forfeits}
    return _encode(Played(lines, luck, forfeits))


def _luck_of(block: Sequence[Sealed]) -> list[Luck]:
    """Return the luck in each game; games that were played alike have the same."""
    first = block[0]
    first_luck = _luck(first)
    same = first.rows[1:-1]
    return [
        first_luck if game is first or game.rows[1:-1] == same else _luck(game)
        for game in block
    ]


def _luck(game: Sealed) -> Luck:
    """Return the luck of each seat: each die counts -1/2 to 1/2 of its range."""
    luck = [0.0] * len(game.line.returns)
    for kind, data in game.rows:
        if kind != _ROLLED:
            continue
        roll = _roll(data)
        if roll.who >= 0:
            for die, face in zip(roll.pool, roll.faces, strict=True):
                if die.high > die.low:
                    middle = (die.low + die.high) / 2
                    luck[roll.who] += (face - middle) / (die.high - die.low)
    return tuple(round(value, 6) for value in luck)


def of_side(luck: Luck, members: Sequence[int]) -> float:
    """Return the luck of a whole side."""
    return sum(luck[index] for index in members)


_encode = msgspec.msgpack.Encoder().encode
decode_blocks = msgspec.msgpack.Decoder(Played).decode
"""Decodes the result of `play_blocks`."""
