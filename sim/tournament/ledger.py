"""The blocks played so far, and queries over them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean

from msgspec import Struct

from sim.conflict.stream import Line
from sim.statistics.intervals import EVEN
from sim.store.contests import BlocksRecorded
from sim.tournament.arena import FIRST, Arena, Result, Seating, block_result
from sim.tournament.blocks import Luck, of_side
from sim.tournament.contest import Contest

Pair = tuple[int, int]
"""Two agents by their numbers; the score of a block is the first one's."""

_DIGITS = 9


class Block(Struct, frozen=True):
    """All games under the same dice between two agents in one place.

    *luck* is the first agent's luck minus the second's.
    """

    number: int
    result: Result
    lines: tuple[Line, ...]
    luck: float

    @property
    def alike(self) -> bool:
        """Whether the agents played every seat alike, as far as their lines show."""
        first = _course(self.lines[0])
        return all(_course(line) == first for line in self.lines[1:])


class Ledger:
    """The blocks of a tournament, in the order in which they were recorded."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.games = 0
        self.games_alone = 0
        """Games of agents against themselves, which count in no score."""
        self._blocks: dict[tuple[Pair, int], list[Block]] = {}
        self._uneven: Counter[int] = Counter()
        self._alone: Counter[int] = Counter()

    def add(self, batch: BlocksRecorded) -> None:
        """Enter a batch of blocks."""
        place = self.contest.places[batch.place]
        pair = batch.first, batch.second
        self.games += len(batch.lines)
        if batch.first == batch.second:
            self.games_alone += len(batch.lines)
        seatings = seatings_of(place, pair)
        size = len(seatings)
        for index in range(len(batch.lines) // size):
            games = slice(index * size, index * size + size)
            lines, luck = batch.lines[games], batch.luck[games]
            if pair[0] == pair[1]:
                # One agent at every seat plays the same game twice under the same dice.
                # If it does not, its choices depend on more than the conflict.
                self._alone[pair[0]] += 1
                self._uneven[pair[0]] += lines[0] != lines[1]
                continue
            # The block is the unit: its games share their dice and are not independent.
            result = block_result(place, lines)
            gained = _luck(place, seatings, luck)
            block = Block(batch.start + index, result, lines, gained)
            self._blocks.setdefault((pair, batch.place), []).append(block)

    def blocks(self, pair: Pair, place: int) -> Sequence[Block]:
        """Return the blocks of *pair* in one place, in order."""
        return self._blocks.get((pair, place), ())

    def count(self, pair: Pair) -> int:
        """Return how many blocks *pair* has played in every place."""
        places = range(len(self.contest.places))
        return min(len(self.blocks(pair, place)) for place in places)

    def results(self, pair: Pair, place: int | None = None) -> list[Result]:
        """Return the results of *pair*, block by block.

        Blocks of the same number in all places are averaged into one: places have equal
        weight, and differences between places do not widen the interval of the mean.
        """
        if place is not None:
            return [block.result for block in self.blocks(pair, place)]
        columns = [
            [block.result for block in self.blocks(pair, index)]
            for index in range(len(self.contest.places))
        ]
        return [
            Result(fmean(r.score for r in row), fmean(r.margin for r in row))
            for row in zip(*columns, strict=False)
        ]

    def scores(self, pair: Pair, place: int | None = None) -> dict[float, int]:
        """Return how many blocks of *pair* had which score."""
        found = Counter(round(one.score, _DIGITS) for one in self.results(pair, place))
        return dict(sorted(found.items()))

    def met(self) -> list[Pair]:
        """Return every two agents that have met, in the order of agents."""
        return sorted({pair for pair, _ in self._blocks})

    def alike(self, pair: Pair, place: int | None = None) -> bool:
        """Whether *pair* played alike in every game so far."""
        places = range(len(self.contest.places)) if place is None else (place,)
        return all(
            block.alike for where in places for block in self.blocks(pair, where)
        )

    def games_of(self, agent: int) -> Iterator[tuple[int, int, Seating, Line]]:
        """Yield (place, FIRST or SECOND, seating, line) of an agent's games."""
        for (pair, place), blocks in sorted(self._blocks.items(), key=_key):
            if agent not in pair:
                continue
            who = pair.index(agent)
            seatings = self.contest.places[place].seatings
            for block in blocks:
                for seating, line in zip(seatings, block.lines, strict=True):
                    if who in seating:
                        yield place, who, seating, line

    def compared_blocks(self, agent: int) -> Iterator[tuple[int, Block]]:
        """Yield (FIRST or SECOND, block) of an agent's blocks with one open side.

        There each agent plays one game, and only the block compares the two.
        """
        for (pair, place), blocks in sorted(self._blocks.items(), key=_key):
            if agent in pair and len(self.contest.places[place].sides) == 1:
                for block in blocks:
                    yield pair.index(agent), block

    def null(self, agent: int) -> tuple[int, int]:
        """Return the number of an agent's blocks against itself, and of uneven ones."""
        return self._alone[agent], self._uneven[agent]


def seatings_of(place: Arena, pair: Pair) -> tuple[Seating, ...]:
    """Return the seatings of a block; an agent against itself plays a game twice."""
    if pair[0] == pair[1]:
        return ((FIRST,) * len(place.sides),) * 2
    return place.seatings


def _luck(place: Arena, seatings: Sequence[Seating], luck: Sequence[Luck]) -> float:
    gained: list[float] = []
    for seating, game in zip(seatings, luck, strict=True):
        for side, who in enumerate(seating):
            got = of_side(game, place.sides[side]) / seating.count(who)
            gained.append(got if who == FIRST else -got)
    return sum(gained) / len(seatings)


def _course(line: Line) -> tuple[object, ...]:
    """Return the course of a game as its line has it, without the seating."""
    return (
        line.how,
        line.returns,
        line.rounds,
        line.events,
        line.decisions,
        tuple(line.tally.items()),
    )


def _key(entry: tuple[tuple[Pair, int], list[Block]]) -> tuple[Pair, int]:
    return entry[0]


__all__ = ["EVEN", "Block", "Ledger", "Pair", "seatings_of"]
