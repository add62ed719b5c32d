"""The graph: a node for each position where a round begins, edges for its outcomes.

Nodes are numbered as they are found, the most likely are played first. Edges lie in
flat arrays, 12 bytes each.
"""

from array import array
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.graph.budget import BoundError, Budget, Guard, clock
from sim.graph.columns import Sparse
from sim.graph.likeliest import Likeliest
from sim.graph.parts import Position
from sim.graph.progress import Progress, no_progress
from sim.graph.rounds import Rounds
from sim.seam.protocol import State

S = TypeVar("S", bound=State)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_OFTEN = 256
"""How many rounds are played between two checks of the budget."""


class Edges:
    """Arrays of edges with their probabilities, those of one source together."""

    def __init__(self) -> None:
        self._source = array("i")
        self._count = array("i")
        """The source of each run of edges, and how many there are in it."""
        self._target = array("i")
        self._chance = array("d")

    def __len__(self) -> int:
        return len(self._target)

    def add(self, source: int, target: int, chance: float) -> None:
        """Add an edge."""
        if not self._source or self._source[-1] != source:
            self._source.append(source)
            self._count.append(0)
        self._count[-1] += 1
        self._target.append(target)
        self._chance.append(chance)

    def extend(self, sources: Ints, targets: Ints, chances: Floats) -> None:
        """Add this many edges at once; those of one source follow one another."""
        if not len(sources):
            return
        begins = np.flatnonzero(np.append(True, sources[1:] != sources[:-1]))
        counts = np.diff(np.append(begins, len(sources)))
        self._source.frombytes(sources[begins].astype(np.int32).tobytes())
        self._count.frombytes(counts.astype(np.int32).tobytes())
        self._target.frombytes(targets.astype(np.int32).tobytes())
        self._chance.frombytes(chances.astype(np.float64).tobytes())

    def sources(self) -> Ints:
        """Return the source of every run of edges."""
        return np.array(self._source, dtype=np.int64)

    def chances(self) -> Floats:
        """Return the chance of every edge."""
        return np.array(self._chance, dtype=np.float64)

    def sums(self, values: Floats) -> Floats:
        """Return for every run the sum of the *values* of its edges."""
        counts = np.asarray(self._count, dtype=np.int32)
        run = np.repeat(np.arange(len(counts)), counts)
        return np.bincount(run, values, len(counts)).astype(np.float64)

    def arrays(self) -> tuple[Ints, Ints, Floats]:
        """Return the arrays: sources, targets, chances."""
        counts = np.asarray(self._count, dtype=np.int32)
        return (
            np.repeat(self.sources(), counts),
            np.array(self._target, dtype=np.int64),
            self.chances(),
        )

    def matrix(self, targets: int) -> Sparse:
        """Return a matrix with a line for every run, and a column for every target.

        It is no copy, since edges are most of a graph's memory: while it is held no
        edge can be added.
        """
        of: Any = import_module("scipy.sparse")
        counts = np.asarray(self._count, dtype=np.int32)
        begins = np.zeros(len(counts) + 1, dtype=np.int32)
        np.cumsum(counts, out=begins[1:])
        target = np.asarray(self._target, dtype=np.int32)
        chance = np.asarray(self._chance, dtype=np.float64)
        return of.csr_array((chance, target, begins), shape=(len(counts), targets))


class Graph(Generic[S]):
    """The positions found so far, and the rounds between those that were played."""

    def __init__(self, rounds: Rounds[S], budget: Budget) -> None:
        self.rounds = rounds
        self.budget = budget
        self.since = clock()
        """When the seconds of the budget began."""
        self.positions: list[Position[S]] = []
        self.numbers: dict[Position[S], int] = {}
        self._played: set[int] = set()
        self.edges = Edges()
        self.ends = Edges()
        self.length: array[int] = array("q")
        """For each edge to an ending, in which round it ended."""
        self.endings: dict[tuple[str, tuple[float, ...]], int] = {}
        self.full = ""
        """Why no more may be found; "" while there is room."""
        self._waiting = Likeliest(self._played)
        self._progress: Progress = no_progress
        self._ways = 0
        rounds.watch, rounds.check = self._report_ways, Guard(self._within)

    def node(self, position: Position[S], mass: float = 0.0) -> int:
        """Return the number of *position*, to be played when its *mass* is due."""
        number = self.numbers.get(position)
        if number is None:
            number = self.numbers[position] = len(self.positions)
            self.positions.append(position)
            self._waiting.add()
        self._waiting.put(number, mass)
        return number

    def nodes(self, positions: Sequence[Position[S]], mass: Floats) -> Ints:
        """Return the numbers of *positions*, to be played when their *mass* is due."""
        both = zip(positions, mass.tolist(), strict=True)
        return np.array([self.node(*pair) for pair in both], dtype=np.int64)

    def round_of(self) -> Ints:
        """Return the round of every node's position."""
        rounds = [state.round for state, _ in self.positions]
        return np.array(rounds, dtype=np.int64)

    def expanded(self) -> Bools:
        """Return a mask of the nodes whose rounds were played."""
        mask = np.zeros(len(self.positions), dtype=np.bool_)
        mask[list(self._played)] = True
        return mask

    @property
    def played(self) -> int:
        """The number of rounds played."""
        return len(self._played)

    def explore(self, progress: Progress) -> bool:
        """Play the rounds of all waiting nodes, the most probable first.

        *progress* is called with the numbers of nodes played and known. Return whether
        all are played; if the budget ends it, `full` names the bound.
        """
        self._progress = progress
        while (number := self._waiting.take()) is not None:
            if not self._is_full():
                try:
                    self._play(number)
                except BoundError as error:
                    self.full = error.bound
            if self.full:
                self._waiting.give_back(number)
                return False
        progress(self.played, len(self.positions))
        return True

    def _play(self, number: int) -> None:
        mass = self._waiting.mass[number]
        played = self.rounds.play(self.positions[number])
        self._played.add(number)
        for position, chance in played.then.items():
            self.edges.add(number, self.node(position, mass * chance), chance)
        for (how, returns, length), chance in played.ended.items():
            end = self.endings.setdefault((how, returns), len(self.endings))
            self.ends.add(number, end, chance)
            self.length.append(length)

    def _report_ways(self, ways: int) -> None:
        """Report a round with this many *ways*; raises BoundError beyond the budget."""
        self._ways = ways
        self._within()

    def _within(self) -> None:
        """Raise BoundError if a round does not fit into the budget."""
        self._progress(self.played, len(self.positions) + self._ways)
        if bound := self.budget.used_up(self.since):
            message = f"one round does not fit into {bound}"
            raise BoundError(message, bound)

    def _is_full(self) -> bool:
        """Whether the budget is used up; checked now and then."""
        played = self.played
        if self.full:
            return True
        if played % _OFTEN == 0 and played:
            self._progress(played, len(self.positions))
            self.full = self.budget.used_up(self.since)
        if len(self.positions) >= self.budget.states:
            self.full = self.budget.of_states
        return bool(self.full)
