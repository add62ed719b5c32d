"""The graph: a node for each position where a round begins, an edge for each round.

Nodes are numbered as they are found, the most likely are played first. Edges lie in
flat arrays, 24 bytes each.
"""

from array import array
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.graph.budget import BoundError, Budget, clock
from sim.graph.likeliest import Likeliest
from sim.graph.parts import Position
from sim.graph.progress import Progress, quiet
from sim.graph.rounds import Rounds
from sim.seam.protocol import State

S = TypeVar("S", bound=State)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_OFTEN = 256
"""How many rounds are played between two checks of the budget."""


class Edges:
    """Arrays of edges, with their probabilities."""

    def __init__(self) -> None:
        self.source = array("q")
        self.target = array("q")
        self.chance = array("d")

    def add(self, source: int, target: int, chance: float) -> None:
        """Add an edge."""
        self.source.append(source)
        self.target.append(target)
        self.chance.append(chance)

    def extend(self, sources: Ints, targets: Ints, chances: Floats) -> None:
        """Add so many edges at once."""
        self.source.frombytes(sources.astype(np.int64).tobytes())
        self.target.frombytes(targets.astype(np.int64).tobytes())
        self.chance.frombytes(chances.astype(np.float64).tobytes())

    def arrays(self) -> tuple[Ints, Ints, Floats]:
        """Return the arrays: sources, targets, chances.

        They are no copies, since edges are most of a graph's memory: while one of them
        is held no edge can be added.
        """
        return (
            np.asarray(self.source, dtype=np.int64),
            np.asarray(self.target, dtype=np.int64),
            np.asarray(self.chance, dtype=np.float64),
        )


class Graph(Generic[S]):
    """The positions found so far, and the rounds between those that were played."""

    def __init__(self, rounds: Rounds[S], budget: Budget) -> None:
        self.rounds = rounds
        self.budget = budget
        self.since = clock()
        """When the seconds of the budget began."""
        self.positions: list[Position[S]] = []
        self.numbers: dict[Position[S], int] = {}
        self.played: set[int] = set()
        self.edges = Edges()
        self.ends = Edges()
        self.length: array[int] = array("q")
        """For each edge to an ending, in which round it ended."""
        self.endings: dict[tuple[str, tuple[float, ...]], int] = {}
        self.full = ""
        """Why no more may be found; "" while there is room."""
        self._waiting = Likeliest(self.played)
        self._progress: Progress = quiet
        rounds.watch = self._within

    def node(self, position: Position[S], mass: float = 0.0) -> int:
        """Return the number of *position*, to be played when its *mass* is due."""
        number = self.numbers.get(position)
        if number is None:
            number = self.numbers[position] = len(self.positions)
            self.positions.append(position)
            self._waiting.add()
        self._waiting.put(number, mass)
        return number

    def round_of(self) -> Ints:
        """Return for every node the round its position is in."""
        rounds = [state.round for state, _ in self.positions]
        return np.array(rounds, dtype=np.int64)

    def explore(self, told: Progress) -> bool:
        """Play the rounds of all nodes that wait, the most likely first.

        Tell how many are played and known. Return whether all are played; where the
        budget ends it says so in `full`.
        """
        self._progress = told
        while (number := self._waiting.take()) is not None:
            if not self._is_full():
                try:
                    self._play(number)
                except BoundError as error:
                    self.full = error.bound
            if self.full:
                self._waiting.give_back(number)
                return False
        told(len(self.played), len(self.positions))
        return True

    def _play(self, number: int) -> None:
        mass = self._waiting.mass[number]
        played = self.rounds.play(self.positions[number])
        self.played.add(number)
        for position, chance in played.then.items():
            self.edges.add(number, self.node(position, mass * chance), chance)
        for (how, returns, length), chance in played.ended.items():
            end = self.endings.setdefault((how, returns), len(self.endings))
            self.ends.add(number, end, chance)
            self.length.append(length)

    def _within(self, ways: int) -> None:
        """Tell of a round with so many *ways*; raises BoundError beyond the budget."""
        self._progress(len(self.played), len(self.positions) + ways)
        if bound := self.budget.used_up(self.since):
            message = f"one round does not fit into {bound}"
            raise BoundError(message, bound)

    def _is_full(self) -> bool:
        """Whether the budget is used up; checked now and then."""
        played = len(self.played)
        if self.full:
            return True
        if played % _OFTEN == 0 and played:
            self._progress(played, len(self.positions))
            self.full = self.budget.used_up(self.since)
        if len(self.positions) >= self.budget.states:
            self.full = self.budget.of_states
        return bool(self.full)
