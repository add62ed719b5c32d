"""Arrays of values: a cell for each combination of numbers, round by round backwards.

The turns of a round become a *program*: nodes in layers, each with a row of cells. A
layer is computed at once: a throw is a weighted sum of rows, a choice the best of rows,
and where marks divide the cells, each cell is copied from the row of its own way.
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
"""How many values are computed at once, so that they fit into a processor's cache; and
the least number of cells of each node that are computed at once."""


class Grid:
    """The combinations of numbers that a turn may begin with.

    Each number is rounded to the values of its axis; *up* says which are rounded up.
    """

    def __init__(self, axes: Sequence[Ints], *, up: tuple[bool, ...]) -> None:
        self.axes, self._up = axes, up
        mesh = np.meshgrid(*self.axes, indexing="ij")
        self.cells: Ints = np.stack(
            [coordinates.ravel() for coordinates in mesh], axis=1
        )
        self._shape = tuple(len(axis) for axis in self.axes)
        self._moved: dict[Numbers, Ints] = {}
        self._parted: dict[tuple[bytes, bytes, Numbers], tuple[Ints, Ints]] = {}

    def place(self, numbers: Numbers) -> int:
        """Return the cell of *numbers*, rounded."""
        cell = [
            _rounded(axis, np.array([number]), up=up)[0]
            for axis, number, up in zip(self.axes, numbers, self._up, strict=True)
        ]
        return int(np.ravel_multi_index(cell, self._shape))

    def moved(self, added: Numbers) -> Ints:
        """Return for each cell the cell of its numbers plus *added*, rounded."""
        cells = self._moved.get(added)
        if cells is None:
            places_by_axis = [
                _rounded(axis, axis + amount, up=up)
                for axis, amount, up in zip(self.axes, added, self._up, strict=True)
            ]
            mesh = np.meshgrid(*places_by_axis, indexing="ij")
            cells = self._moved[added] = np.ravel_multi_index(
                [places.ravel() for places in mesh], self._shape
            )
        return cells

    def parted(self, marks: "Marks", added: Numbers) -> tuple[Ints, Ints]:
        """Return which marks every cell reaches when *added* is added to its numbers.

        That is (sets of marks, the number of each cell's set); a set is a row of 0 and
        1.
        """
        key = marks.weights.tobytes(), marks.least.tobytes(), added
        known = self._parted.get(key)
        if known is None:
            sums = (self.cells + np.array(added)) @ marks.weights.T
            sets, number = np.unique(
                (sums >= marks.least).astype(np.int64), axis=0, return_inverse=True
            )
            known = self._parted[key] = sets, number.reshape(-1)
        return known


def _rounded(axis: Ints, values: Ints, *, up: bool) -> Ints:
    """Return the place of each value on an axis; values beyond it get the last."""
    if up:
        return np.minimum(np.searchsorted(axis, values), len(axis) - 1)
    return np.searchsorted(axis, values, side="right") - 1


class Marks(Struct, frozen=True):
    """Marks, each reached where *weights* times numbers sum to at least *least*."""

    weights: Ints
    least: Ints


class DraftNode(Struct, frozen=True, kw_only=True):
    """A node of a program under construction, of one of four kinds.

    It is a number (*worth*); a branch by the set of *marks* that are reached; a *turn*,
    by its row and what was *added*; or a choice, or dice, with the nodes *after* it.
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
        """Equal for nodes that have the same value in every cell."""
        marks, chances = self.marks, self.chances
        return (
            *(self.worth, self.added, self.turn, self.later, self.after, self.side),
            None if marks is None else (marks.weights.tobytes(), marks.least.tobytes()),
            None if chances is None else chances.tobytes(),
        )


class _Dice(Struct, frozen=True):
    """Nodes at which dice fall; row n of *chances* has the chance of every target."""

    nodes: Ints
    chances: Sparse

    @classmethod
    def of(cls, throws: Sequence[tuple[int, DraftNode]], size: int) -> "_Dice":
        """Return the chance nodes *throws* of a program with *size* nodes."""
        nodes = np.array([node for node, _ in throws], dtype=np.int64)
        rows = np.repeat(
            np.arange(len(throws)), [len(draft.after) for _, draft in throws]
        )
        after = np.array(
            [target for _, draft in throws for target in draft.after], dtype=np.int64
        )
        parts = [draft.chances for _, draft in throws if draft.chances is not None]
        matrix = summed_matrix(
            (np.concatenate(parts), (rows, after)), (len(throws), size)
        )
        return cls(nodes, matrix)


class _Choices(Struct, frozen=True):
    """Nodes at which one side chooses among the same number of options.

    *after* has a row for each option: its target at every node.
    """

    side: int
    nodes: Ints
    after: Ints

    @classmethod
    def of(cls, choices: Sequence[tuple[int, DraftNode]]) -> "list[_Choices]":
        """Return *choices* in groups, by side and number of options."""
        groups = defaultdict[tuple[int, int], list[tuple[int, DraftNode]]](list)
        for node, draft in choices:
            groups[draft.side, len(draft.after)].append((node, draft))
        return [
            cls(
                side,
                np.array([node for node, _ in group], dtype=np.int64),
                np.array([draft.after for _, draft in group], dtype=np.int64).T,
            )
            for (side, _), group in groups.items()
        ]

    def best(self, values: Floats) -> Floats:
        """Return the values of the nodes: the best of their targets for the side."""
        better = np.minimum if self.side else np.maximum
        best: Floats = values[self.after[0]]
        for targets in self.after[1:]:
            better(best, values[targets], out=best)
        return best


class _Layer(Struct, frozen=True):
    """Nodes of one height: dice, choices of either side, and branches by marks.

    A group of branches is (nodes, the number of the set of marks that each cell
    reaches, the targets of each node by set).
    """

    rolled: _Dice | None
    chosen: tuple[_Choices, ...]
    parted: tuple[tuple[Ints, Ints, Ints], ...]


class Program:
    """The turns of one level of a round, as arrays; *cores* are their first nodes."""

    def __init__(
        self, drafted: Sequence[DraftNode], cores: Sequence[int], grid: Grid
    ) -> None:
        self._grid, self._cores = grid, np.array(cores, dtype=np.int64)
        self._size = len(drafted)
        consts = [
            (node, draft.worth)
            for node, draft in enumerate(drafted)
            if draft.worth is not None
        ]
        self._consts = np.array([node for node, _ in consts], dtype=np.int64)
        self._worths = np.array([worth for _, worth in consts], dtype=np.float64)
        self._turns = self._moves(drafted)
        self._layers = [self._layer(nodes) for nodes in _nodes_by_height(drafted)]
        self._chunk = max(_LEAST, _ROOM // (self._size + 1))

    def _moves(
        self, drafted: Sequence[DraftNode]
    ) -> list[tuple[bool, Ints, Ints, Ints]]:
        """Return (in the next round?, nodes, rows of turns, cells after the move)."""
        groups = defaultdict[tuple[bool, Numbers], list[tuple[int, int]]](list)
        for node, draft in enumerate(drafted):
            if draft.turn is not None:
                groups[draft.later, draft.added].append((node, draft.turn))
        moves = list[tuple[bool, Ints, Ints, Ints]]()
        for (later, added), pairs in groups.items():
            nodes, rows = np.array(pairs, dtype=np.int64).T
            moves.append((later, nodes, rows, self._grid.moved(added)))
        return moves

    def _layer(self, drafted: Sequence[tuple[int, DraftNode]]) -> _Layer:
        rolled = [pair for pair in drafted if pair[1].chances is not None]
        marked = [pair for pair in drafted if pair[1].marks is not None]
        chosen = [
            pair
            for pair in drafted
            if pair[1].chances is None and pair[1].marks is None
        ]
        groups = defaultdict[int, list[tuple[int, DraftNode]]](list)
        which = dict[int, Ints]()
        for node, draft in marked:
            assert draft.marks is not None
            _, number = self._grid.parted(draft.marks, draft.added)
            which[id(number)] = number
            groups[id(number)].append((node, draft))
        parted = [
            (
                np.array([node for node, _ in group], dtype=np.int64),
                which[key],
                np.array([draft.after for _, draft in group], dtype=np.int64),
            )
            for key, group in groups.items()
        ]
        dice = _Dice.of(rolled, self._size) if rolled else None
        return _Layer(dice, tuple(_Choices.of(chosen)), tuple(parted))

    def run(self, begun: Floats, later: Floats, until: Clock) -> Floats:
        """Return the values of the turns, a row for each.

        *begun* are the values of turns of this round that are known already, *later*
        those of the next round. Raises TimeUpError if it takes longer than *until*.
        """
        cells = len(self._grid.cells)
        values = np.empty((len(self._cores), cells))
        for first in range(0, cells, self._chunk):
            chunk = slice(first, min(cells, first + self._chunk))
            values[:, chunk] = self._values_of(chunk, begun, later, until)[self._cores]
        return values

    def _values_of(
        self, chunk: slice, begun: Floats, later: Floats, until: Clock
    ) -> Floats:
        """Return the values of all nodes in a *chunk* of the cells."""
        values = np.empty((self._size, chunk.stop - chunk.start))
        values[self._consts] = self._worths[:, None]
        for is_later, nodes, turns, moved in self._turns:
            source = later if is_later else begun
            values[nodes] = np.take(source, moved[chunk], axis=1)[turns]
        for layer in self._layers:
            until.look()
            if (rolled := layer.rolled) is not None:
                values[rolled.nodes] = rolled.chances @ values
            for chosen in layer.chosen:
                values[chosen.nodes] = chosen.best(values)
            for nodes, which, ways in layer.parted:
                reached, branch = which[chunk], values[ways[:, 0]]
                for number in range(1, ways.shape[1]):
                    np.copyto(branch, values[ways[:, number]], where=reached == number)
                values[nodes] = branch
        return values


def _nodes_by_height(drafted: Sequence[DraftNode]) -> list[list[tuple[int, DraftNode]]]:
    """Return the nodes with targets, grouped by height, the lowest first.

    Targets come before the nodes that lead to them.
    """
    heights = list[int]()
    layers = list[list[tuple[int, DraftNode]]]()
    for node, draft in enumerate(drafted):
        height = 1 + max([heights[target] for target in draft.after], default=-1)
        heights.append(height)
        if draft.after:
            while len(layers) < height:
                layers.append([])
            layers[height - 1].append((node, draft))
    return layers
