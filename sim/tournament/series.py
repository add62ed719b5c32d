"""The blocks of two agents in one place, so small that a million fit into memory.

Games end in few ways, so a game is kept as the number of its ending: four bytes instead
of a line of hundreds. The luck of a block, and whether the agents played alike, are
kept as well. A Block is built when it is read.
"""

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import overload

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sim.conflict.stream import Line
from sim.tournament.blocks import Luck, of_side
from sim.tournament.place import FIRST, Place, Result, Seating, result_of_returns


class End(Struct, frozen=True):
    """How a game ended, and what every seat got."""

    how: str
    returns: tuple[float, ...]


class Block(Struct, frozen=True):
    """All games under the same dice between two agents in one place.

    *ends* are those of its games, in the order of seatings. *luck* is the first agent's
    luck minus the second's. It is *alike* if the agents played every seat alike, as far
    as lines show.
    """

    number: int
    result: Result
    ends: tuple[End, ...]
    luck: float
    alike: bool


class Series(Sequence[Block]):
    """Blocks from number 0 on, in order."""

    def __init__(self, place: Place, seatings: Sequence[Seating]) -> None:
        self.place = place
        self.seatings = tuple(seatings)
        self.ends: list[End] = []
        """The ways in which games ended, in the order in which they were first seen."""
        self.rounds: Counter[tuple[int, int]] = Counter()
        """Seating and ending, by their numbers -> how many rounds such games had."""
        self.alike = True
        """Whether all blocks are alike."""
        self._numbers: dict[End, int] = {}
        self._games = array("I")
        self._luck = array("d")
        self._parted = bytearray()
        self._results: dict[tuple[int, ...], Result] = {}

    def add(self, lines: Sequence[Line], luck: Sequence[Luck]) -> None:
        """Add the next block: the line and the luck of its game in each seating."""
        played: list[int] = []
        for seating, line in enumerate(lines):
            end = End(line.how, line.returns)
            number = self._numbers.get(end)
            if number is None:
                number = self._numbers[end] = len(self.ends)
                self.ends.append(end)
            played.append(number)
            self.rounds[seating, number] += line.rounds
        key = tuple(played)
        if key not in self._results:
            self._results[key] = result_of_returns(
                self.place, [line.returns for line in lines]
            )
        first = _course(lines[0])
        parted = any(_course(line) != first for line in lines[1:])
        self.alike = self.alike and not parted
        self._games.extend(played)
        self._luck.append(_gained(self.place, self.seatings, luck))
        self._parted.append(parted)

    def __len__(self) -> int:
        return len(self._luck)

    @overload
    def __getitem__(self, index: int) -> Block: ...
    @overload
    def __getitem__(self, index: slice) -> list[Block]: ...
    def __getitem__(self, index: int | slice) -> Block | list[Block]:
        """Return one block, or several."""
        numbers = range(len(self))[index]
        if isinstance(numbers, range):
            return list(map(self._block, numbers))
        return self._block(numbers)

    def __iter__(self) -> Iterator[Block]:
        return map(self._block, range(len(self)))

    def results(self, start: int = 0) -> Iterator[Result]:
        """Yield the result of each block from number *start* on."""
        return map(self._results.__getitem__, self._keys(start))

    def played(self) -> NDArray[np.uint32]:
        """Return the number of the ending of each game, a row a block."""
        return np.array(self._games, dtype=np.uint32).reshape(len(self), -1)

    def times(self, seating: int) -> Counter[End]:
        """Return how many games of one seating ended in each way."""
        counts = Counter(self._games[seating :: len(self.seatings)])
        return Counter({self.ends[number]: count for number, count in counts.items()})

    def _keys(self, start: int) -> Iterator[tuple[int, ...]]:
        size = len(self.seatings)
        # The same iterator several times: each takes a game of the block in turn.
        games = islice(self._games, start * size, None)
        return zip(*[games] * size, strict=True)

    def _block(self, number: int) -> Block:
        size = len(self.seatings)
        played = tuple(self._games[number * size : (number + 1) * size])
        ends = tuple(self.ends[ending] for ending in played)
        luck, parted = self._luck[number], self._parted[number]
        return Block(number, self._results[played], ends, luck, not parted)


def _gained(place: Place, seatings: Sequence[Seating], luck: Sequence[Luck]) -> float:
    """Return the luck of the first agent in a block less that of the second."""
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
