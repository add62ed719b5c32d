"""Arrays of values: a cell for each combination of numbers, round by round backwards.

What follows the turns of a round is a *program*: nodes in layers, each with a row of
cells. A layer is computed at once: what dice lead to as sums of rows, choices as the
best of rows, and where marks part the cells, each cell from the row of its way.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from sim.graph.clock import Clock
from sim.graph.columns import Sparse, summed_matrix
from sim.optimal.matrix import Floats, Ints

Numbers = tuple[int, ...]
_ROOM, _LEAST = 1_000_000, 32
"""How many values are held at once, beside those of the turns, so that they fit into a
processor's cache; and of how many cells of each node at least."""


class Grid:
    """The combinations of numbers that a turn may begin with.

    Each number is rounded to the values of its axis; *up* says which are rounded up.
    """

    def __init__(self, axes: Sequence[Ints], *, up: tuple[bool, ...]) -> None:
        self.axes, self._up = axes, up
        mesh = np.meshgrid(*self.axes, indexing="ij")
        self.cells: Ints = np.stack([one.ravel() for one in mesh], axis=1)
        self._shape = tuple(len(axis) for axis in self.axes)
        self._moved: dict[Numbers, Ints] = {}
        self._parted: dict[tuple[bytes, bytes, Numbers], tuple[Ints, Ints]] = {}

    def place(self, numbers: Numbers) -> int:
        """Return the cell of *numbers*, rounded."""
        cell = [
            _rounded(axis, np.array([one]), up=up)[0]
            for axis, one, up in zip(self.axes, numbers, self._up, strict=True)
        ]
        return int(np.ravel_multi_index(cell, self._shape))

    def moved(self, added: Numbers) -> Ints:
        """Return the cell that each cell comes to by what is *added*, rounded."""
        found = self._moved.get(added)
        if found is None:
            each = [
                _rounded(axis, axis + more, up=up)
                for axis, more, up in zip(self.axes, added, self._up, strict=True)
            ]
            mesh = np.meshgrid(*each, indexing="ij")
            found = self._moved[added] = np.ravel_multi_index(
                [one.ravel() for one in mesh], self._shape
            )
        return found

    def parted(self, marks: "Marks", added: Numbers) -> tuple[Ints, Ints]:
        """Return for every cell which marks it reaches: (sets of marks, their number).

        A set is a row of 0 and 1.
        """
        key = marks.weights.tobytes(), marks.least.tobytes(), added
        found = self._parted.get(key)
        if found is None:
            sums = (self.cells + np.array(added)) @ marks.weights.T
            sets, number = np.unique(
                (sums >= marks.least).astype(np.int64), axis=0, return_inverse=True
            )
            found = self._parted[key] = sets, number.reshape(-1)
        return found


def _rounded(axis: Ints, values: Ints, *, up: bool) -> Ints:
    """Return the place of each value on an axis; what is beyond it is the last."""
    if up:
        return np.minimum(np.searchsorted(axis, values), len(axis) - 1)
    return np.searchsorted(axis, values, side="right") - 1


class Marks(Struct, frozen=True):
    """What is reached where the sum of *weights* times numbers is at least *least*."""

    weights: Ints
    least: Ints


class DraftNode(Struct, frozen=True, kw_only=True):
    """A node of a program before it is one: of one of four kinds.

    A number; what *marks* part, by the sets of marks that are reached; a turn, by its
    row and what was added, or a choice or dice with what follows.
    """

    worth: float | None = None
    marks: Marks | None = None
    added: Numbers = ()
    turn: int | None = None
    later: bool = False
    after: tuple[int, ...] = ()
    chances: Floats | None = None
    side: int = 0

    @property
    def key(self) -> tuple[object, ...]:
        """What nodes have in common that are worth the same in every cell."""
        marks, chances = self.marks, self.chances
        return (
            *(self.worth, self.added, self.turn, self.later, self.after, self.side),
            None if marks is None else (marks.weights.tobytes(), marks.least.tobytes()),
            None if chances is None else chances.tobytes(),
        )


class _Dice(Struct, frozen=True):
    """Nodes at which dice fall; *chances* has a row for each, of all nodes."""

    nodes: Ints
    chances: Sparse

    @classmethod
    def of(cls, some: Sequence[tuple[int, DraftNode]], size: int) -> "_Dice":
        """Return the dice at *some* of this many nodes."""
        nodes = np.array([node for node, _ in some], dtype=np.int64)
        rows = np.repeat(np.arange(len(some)), [len(one.after) for _, one in some])
        after = np.array([to for _, one in some for to in one.after], dtype=np.int64)
        parts = [one.chances for _, one in some if one.chances is not None]
        matrix = summed_matrix(
            (np.concatenate(parts), (rows, after)), (len(some), size)
        )
        return cls(nodes, matrix)


class _Choices(Struct, frozen=True):
    """Nodes at which a side chooses among equally many options.

    *after* has a row for each option: what it leads to.
    """

    side: int
    nodes: Ints
    after: Ints

    @classmethod
    def of(cls, some: Sequence[tuple[int, DraftNode]]) -> "list[_Choices]":
        """Return the choices at *some* nodes, by side and number of options."""
        groups = defaultdict[tuple[int, int], list[tuple[int, DraftNode]]](list)
        for node, one in some:
            groups[one.side, len(one.after)].append((node, one))
        return [
            cls(
                side,
                np.array([node for node, _ in group], dtype=np.int64),
                np.array([one.after for _, one in group], dtype=np.int64).T,
            )
            for (side, _), group in groups.items()
        ]

    def best(self, values: Floats) -> Floats:
        """Return the best of what each node may lead to, for whoever chooses."""
        better = np.minimum if self.side else np.maximum
        found: Floats = values[self.after[0]]
        for rows in self.after[1:]:
            better(found, values[rows], out=found)
        return found


class _Layer(Struct, frozen=True):
    """Nodes of one height: dice, choices of either side, and what marks part.

    Of these: nodes, which set of marks each cell reaches, and their ways by set.
    """

    rolled: _Dice | None
    chosen: tuple[_Choices, ...]
    parted: tuple[tuple[Ints, Ints, Ints], ...]


class Program:
    """The turns of one round that need no other turn but *begun*, computed before.

    *cores* are the nodes at which these turns begin.
    """

    def __init__(
        self, drafted: Sequence[DraftNode], cores: Sequence[int], grid: Grid
    ) -> None:
        self._grid, self._cores = grid, np.array(cores, dtype=np.int64)
        self._size = len(drafted)
        consts = [
            (node, one.worth)
            for node, one in enumerate(drafted)
            if one.worth is not None
        ]
        self._consts = np.array([node for node, _ in consts], dtype=np.int64)
        self._worths = np.array([worth for _, worth in consts], dtype=np.float64)
        self._turns = self._moves(drafted)
        self._layers = [self._layer(some) for some in _nodes_by_height(drafted)]
        self._chunk = max(_LEAST, _ROOM // (self._size + 1))

    def _moves(
        self, drafted: Sequence[DraftNode]
    ) -> list[tuple[bool, Ints, Ints, Ints]]:
        """Return (in the next round?, nodes, rows of turns, which cell each is)."""
        groups = defaultdict[tuple[bool, Numbers], list[tuple[int, int]]](list)
        for node, one in enumerate(drafted):
            if one.turn is not None:
                groups[one.later, one.added].append((node, one.turn))
        found = list[tuple[bool, Ints, Ints, Ints]]()
        for (later, added), pairs in groups.items():
            nodes, rows = np.array(pairs, dtype=np.int64).T
            found.append((later, nodes, rows, self._grid.moved(added)))
        return found

    def _layer(self, some: Sequence[tuple[int, DraftNode]]) -> _Layer:
        rolled = [pair for pair in some if pair[1].chances is not None]
        marked = [pair for pair in some if pair[1].marks is not None]
        chosen = [
            pair for pair in some if pair[1].chances is None and pair[1].marks is None
        ]
        groups = defaultdict[int, list[tuple[int, DraftNode]]](list)
        which = dict[int, Ints]()
        for node, one in marked:
            assert one.marks is not None
            _, number = self._grid.parted(one.marks, one.added)
            which[id(number)] = number
            groups[id(number)].append((node, one))
        parted = [
            (
                np.array([node for node, _ in group], dtype=np.int64),
                which[key],
                np.array([one.after for _, one in group], dtype=np.int64),
            )
            for key, group in groups.items()
        ]
        dice = _Dice.of(rolled, self._size) if rolled else None
        return _Layer(dice, tuple(_Choices.of(chosen)), tuple(parted))

    def run(self, begun: Floats, later: Floats, until: Clock) -> Floats:
        """Return the values of the turns, a row for each.

        *begun* are those of turns of this round, *later* those of the next round.
        """
        cells = len(self._grid.cells)
        found = np.empty((len(self._cores), cells))
        for first in range(0, cells, self._chunk):
            some = slice(first, min(cells, first + self._chunk))
            found[:, some] = self._chunked(some, begun, later, until)[self._cores]
        return found

    def _chunked(
        self, some: slice, begun: Floats, later: Floats, until: Clock
    ) -> Floats:
        values = np.empty((self._size, some.stop - some.start))
        values[self._consts] = self._worths[:, None]
        for is_later, nodes, turns, moved in self._turns:
            source = later if is_later else begun
            values[nodes] = np.take(source, moved[some], axis=1)[turns]
        for layer in self._layers:
            until.look()
            if (rolled := layer.rolled) is not None:
                values[rolled.nodes] = rolled.chances @ values
            for chosen in layer.chosen:
                values[chosen.nodes] = chosen.best(values)
            for nodes, which, ways in layer.parted:
                here, found = which[some], values[ways[:, 0]]
                for number in range(1, ways.shape[1]):
                    np.copyto(found, values[ways[:, number]], where=here == number)
                values[nodes] = found
        return values


def _nodes_by_height(drafted: Sequence[DraftNode]) -> list[list[tuple[int, DraftNode]]]:
    """Return the nodes that follow from others by height; these come before them."""
    height = list[int]()
    found = list[list[tuple[int, DraftNode]]]()
    for node, one in enumerate(drafted):
        own = 1 + max([height[to] for to in one.after], default=-1)
        height.append(own)
        if one.after:
            while len(found) < own:
                found.append([])
            found[own - 1].append((node, one))
    return found
