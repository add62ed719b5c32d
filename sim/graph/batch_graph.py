"""A graph whose positions are rows of numbers, explored in batches.

It is explored like `Graph`, the most likely nodes first, but thousands at a time. A
state is assembled from its row only on demand.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import numpy as np

from sim.graph.batch import Batch, RoundOutcomes, TooWide
from sim.graph.batch_rows import Inseparable
from sim.graph.budget import BoundError, Budget
from sim.graph.columns import Floats, GrowingArray, Ints, distinct_keys, packed_rows
from sim.graph.graph import Bools, Graph
from sim.graph.parts import Ending, Position
from sim.graph.progress import Progress
from sim.graph.rounds import Rounds
from sim.graph.rows import Rows
from sim.graph.spot_checks import is_near
from sim.seam.chart import Split
from sim.seam.protocol import State

S = TypeVar("S", bound=State)

CHECKED = 4
"""About how many rounds of a batch are also played without tables, as a check."""
_MANY = 256
"""Once this many were checked, only a quarter as many of each batch are."""
_MOST = 8192
"""The most positions in a batch."""
_FEW = 256
"""A batch may always have this many positions, if the budget has room for this many
batches of them."""
_SHARE = 8
"""A larger batch takes at most one in this many of the waiting nodes, the likeliest."""


class _Positions(Sequence[Position[S]]):
    """The positions of the nodes, assembled from rows on demand."""

    def __init__(self, batch: Batch[S], rows: Rows) -> None:
        self._batch, self._rows = batch, rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, number: int) -> Position[S]:  # type: ignore[override]
        return self._batch.rows.position(self._rows.values[number].tolist())


class _Numbers(Mapping[Position[S], int]):
    """The numbers of the nodes by their positions."""

    def __init__(self, batch: Batch[S], rows: Rows) -> None:
        self._batch, self._rows = batch, rows

    def __getitem__(self, position: Position[S]) -> int:
        row = np.array([self._batch.rows.row(position)], dtype=np.int64)
        if (number := int(self._rows.find(row)[0])) < 0:
            raise KeyError(position)
        return number

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Position[S]]:
        for row in self._rows.values.tolist():
            yield self._batch.rows.position(row)


class BatchGraph(Graph[S]):
    """A graph whose nodes are rows, explored in batches."""

    def __init__(
        self, rounds: Rounds[S], budget: Budget, split: Split[S], people: int
    ) -> None:
        super().__init__(rounds, budget)
        self._batch = Batch(rounds, split, people)
        self._rows = Rows(2 + people)
        self.positions = _Positions(self._batch, self._rows)  # type: ignore[assignment]
        self.numbers = _Numbers(self._batch, self._rows)  # type: ignore[assignment]
        self._mass = GrowingArray(np.float64)
        self._waits = GrowingArray(np.bool_)
        self._done = self._checked = 0
        self._most = _MOST

    @property
    def played(self) -> int:
        """The number of rounds played."""
        return self._done

    def expanded(self) -> Bools:
        """Return a mask of the nodes whose rounds were played."""
        return ~self._waits.values

    def node(self, position: Position[S], mass: float = 0.0) -> int:
        """Return the number of *position*, to be played when its *mass* is due."""
        return int(self.nodes([position], np.array([mass]))[0])

    def nodes(self, positions: Sequence[Position[S]], mass: Floats) -> Ints:
        """Return the numbers of *positions*, to be played when their *mass* is due."""
        if not positions:
            return np.zeros(0, dtype=np.int64)
        rows = np.array(
            [self._batch.rows.row(node) for node in positions], dtype=np.int64
        )
        first, place = distinct_keys(packed_rows(list(rows.T)))
        numbers = self._nodes(rows[first])[place]
        np.add.at(self._mass.values, numbers, mass)
        return numbers

    def _nodes(self, rows: Ints) -> Ints:
        """Return the numbers of the nodes of *rows*, which are all different."""
        numbers = self._rows.find(rows)
        new = numbers < 0
        first = len(self._rows)
        self._rows.add(rows[new])
        added = len(self._rows) - first
        numbers[new] = np.arange(first, len(self._rows))
        self._mass.extend(np.zeros(added))
        self._waits.extend(np.ones(added, dtype=bool))
        return numbers

    def round_of(self) -> Ints:
        """Return the round of every node's position."""
        return self._batch.rows.round_of(self._rows.values[:, 0])

    def explore(self, progress: Progress) -> bool:
        """Play the rounds of all waiting nodes, the most probable first.

        *progress* is called with the numbers of nodes played and known. Return whether
        all are played; if the budget ends it, `full` names the bound. Raises
        Inseparable.
        """
        self._progress = progress
        while len(waiting := np.flatnonzero(self._waits.values)):
            if not self._is_full():
                try:
                    self._play_some(self._likely(waiting))
                except TooWide:
                    self._most = max(1, self._most // 2)
                except BoundError as error:
                    self.full = error.bound
            if self.full:
                return False
        progress(self.played, len(self.positions))
        return True

    def _is_full(self) -> bool:
        """Whether the budget is used up; checked before each batch."""
        self._progress(self.played, len(self.positions))
        self.full = self.full or self.budget.used_up(self.since)
        if len(self.positions) >= self.budget.states:
            self.full = self.budget.of_states
        return bool(self.full)

    def _likely(self, waiting: Ints) -> Ints:
        """Return the most probable of the *waiting* nodes."""
        room = self.budget.states - len(self._rows)
        few = min(_FEW, room // _FEW)
        share = max(1, few, min(len(waiting), room) // _SHARE)
        most = min(self._most, share)
        if most >= len(waiting):
            return waiting
        mass = self._mass.values[waiting]
        return waiting[np.argpartition(-mass, most)[:most]]

    def _play_some(self, numbers: Ints) -> None:
        # Tables are applied to other states than those they were made from, trusting
        # the chart. A few rounds of every batch are also played without tables and
        # courses, so that a wrong declaration is found.
        outcomes = self._batch.play(self._rows.values[numbers])
        checked = CHECKED if self._checked < _MANY else max(1, CHECKED // 4)
        for at in range(0, len(numbers), max(1, len(numbers) // checked)):
            self._check_against_rules(numbers, at, outcomes)
            self._checked += 1
        self._waits.values[numbers] = False
        self._done += len(numbers)
        targets = self._nodes(outcomes.rows)[outcomes.to]
        source = numbers[outcomes.source]
        # The mass of a node is what has reached it so far. It only decides the order of
        # expansion, so it need not be complete.
        moved = self._mass.values[source] * outcomes.chance
        np.add.at(self._mass.values, targets, moved)
        self.edges.extend(source, targets, outcomes.chance)
        kinds = [
            (self.endings.setdefault(ending[:2], len(self.endings)), ending[2])
            for ending in self._batch.tables.over.all
        ]
        if len(outcomes.over):
            table = np.array(kinds, dtype=np.int64)[outcomes.over]
            sources = numbers[outcomes.over_source]
            self.ends.extend(sources, table[:, 0], outcomes.over_chance)
            self.length.frombytes(np.ascontiguousarray(table[:, 1]).tobytes())

    def _check_against_rules(
        self, numbers: Ints, at: int, outcomes: RoundOutcomes
    ) -> None:
        """Play a round of a batch without tables; raises Inseparable if it differs."""
        played = self.rounds.play_anew(self.positions[int(numbers[at])])
        edges, ends = outcomes.source == at, outcomes.over_source == at
        then = {
            self._batch.rows.position(row): chance
            for row, chance in zip(
                outcomes.rows[outcomes.to[edges]].tolist(),
                outcomes.chance[edges].tolist(),
                strict=True,
            )
        }
        over = outcomes.over[ends].tolist()
        ended: dict[Ending, float] = {
            self._batch.tables.over.all[end]: chance
            for end, chance in zip(
                over, outcomes.over_chance[ends].tolist(), strict=True
            )
        }
        if not (is_near(then, played.then) and is_near(ended, played.ended)):
            raise Inseparable
