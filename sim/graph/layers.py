"""Probability mass in arrays over the numbers of a state, moved from layer to layer.

All arrays of a layer have the same axes: the values that each number takes in it.
"""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from msgspec import Struct

from sim.graph.graph import Bools, Floats, Ints
from sim.seam.chart import Mark

Axes = tuple[Ints, ...]
"""The values that each number takes in a layer, in increasing order."""
Line = TypeVar("Line", Ints, Bools)


class Box(Struct, frozen=True, eq=False):
    """A box: the cells of a layer that are beyond the same marks.

    *axis* is the only number that the box restricts, None if there are several; *where*
    is a mask along it, or over the *whole* layer.
    """

    reached: int
    axis: int | None
    where: Bools
    whole: bool

    def over(self, size: tuple[int, ...]) -> Bools:
        """Return the mask over a whole layer of this *size*."""
        where = self.where
        if self.axis is not None:
            where = along_axis(where, self.axis, len(size))
        return np.broadcast_to(where, size)

    def within(self, other: "Box", size: tuple[int, ...]) -> "Box":
        """Return the intersection with *other*."""
        if other.whole:
            return self
        both = self.over(size) & other.over(size)
        return Box(self.reached, None, both, bool(both.all()))


def boxes_of(axes: Axes, marks: Sequence[Mark]) -> list[Box]:
    """Return the boxes into which *marks* cut a layer on *axes*."""
    size = tuple([len(values) for values in axes])
    # Give every cell a number whose bits say which marks it has reached: cells with the
    # same number are a box. Axes that no mark weighs stay of length 1 and are
    # broadcast, so that this costs no more than the marks need.
    bits: Ints = np.zeros((1,) * len(size), dtype=np.int64)
    for bit, mark in enumerate(marks):
        total: Ints = np.zeros((1,) * len(size), dtype=np.int64)
        for axis, weight in enumerate(mark.weights):
            if weight:
                total = total + weight * along_axis(axes[axis], axis, len(size))
        bits = bits + ((total >= mark.least).astype(np.int64) << bit)
    # Most boxes restrict one number only. A mask along that axis says it all, and moves
    # and sums over it take whole rows.
    wide = [axis for axis, length in enumerate(bits.shape) if length > 1]
    if len(wide) == 1:
        line = bits.reshape(-1)
        masks = [(reached, line == reached) for reached in np.unique(line).tolist()]
        only = wide[0]
    else:
        bits, only = np.broadcast_to(bits, size), None
        sets = np.unique(bits).tolist()
        masks = [(reached, np.equal(bits, reached)) for reached in sets]
    return [Box(reached, only, where, bool(where.all())) for reached, where in masks]


def whole_box(axes: Axes) -> Box:
    """Return the box that is a whole layer on *axes*."""
    return boxes_of(axes, ())[0]


def along_axis(values: Line, axis: int, dimensions: int) -> Line:
    """Return *values* as an array along *axis*."""
    return values.reshape([-1 if at == axis else 1 for at in range(dimensions)])


class Mass:
    """The mass of one core and round of a layer, with cached sums over its cells."""

    def __init__(self, cells: Floats) -> None:
        self.cells = cells
        self._lines: dict[int, Floats] = {}
        self._all: float | None = None

    def of(self, cut: Box) -> float:
        """Return the mass in *cut*."""
        if cut.whole:
            if self._all is None:
                self._all = float(self.cells.sum())
            return self._all
        if cut.axis is None:
            return float(self.cells[cut.where].sum())
        line = self._lines.get(cut.axis)
        if line is None:
            axes = range(self.cells.ndim)
            others = tuple([axis for axis in axes if axis != cut.axis])
            line = self._lines[cut.axis] = self.cells.sum(axis=others)
        return float(line[cut.where].sum())

    def first(self, cut: Box) -> tuple[int, ...]:
        """Return the index of the first cell with mass in *cut*."""
        occupied = cut.over(self.cells.shape) & (self.cells > 0.0)
        return tuple([int(places[0]) for places in np.nonzero(occupied)])


class Move(Struct, frozen=True):
    """A move: the cells of a cut go on with a probability, shifted by given amounts."""

    cut: Box
    added: tuple[int, ...]
    chance: float

    @property
    def still(self) -> bool:
        """Whether it shifts no number of any cell."""
        return self.cut.whole and not any(self.added)

    @property
    def axis(self) -> int | None:
        """The only axis that it restricts or shifts; None if there are several."""
        axes = {axis for axis, amount in enumerate(self.added) if amount}
        if not self.cut.whole:
            axes |= {-1 if self.cut.axis is None else self.cut.axis}
        return axes.pop() if len(axes) == 1 and -1 not in axes else None


def axes_after(axes: Axes, moves: Sequence[Move]) -> Axes:
    """Return the axes of the next layer, which *moves* lead to."""
    next_axes: list[Ints] = []
    # Each number is shifted independently: its next values depend on the cells that a
    # move takes and on its own shift, not on the other numbers.
    for axis, values in enumerate(axes):
        shifts = {(move.cut, move.added[axis]) for move in moves}
        after = [
            (values[cut.where] if cut.axis == axis else values) + amount
            for cut, amount in shifts
        ]
        next_axes.append(np.unique(np.concatenate([values[:0], *after])))
    return tuple(next_axes)


class Mover:
    """Moves mass from one layer to the next."""

    def __init__(self, axes: Axes, onto: Axes) -> None:
        self.size = tuple([len(axis) for axis in onto])
        self._axes = axes
        self._onto = onto
        self._shifts: dict[tuple[int, Move], tuple[int, Ints]] = {}
        self._put: dict[int | None, tuple[slice | Ints, ...]] = {}

    def move(self, mass: Floats, moves: Sequence[Move], into: Floats) -> None:
        """Add to *into* the *mass* after these moves."""
        # Three ways, the cheapest that will do: add the array as it is, shift whole
        # rows along one axis, or take the cells one by one.
        still = 0.0
        lines: dict[int, list[Move]] = {}
        for move in moves:
            if move.still:
                still += move.chance
            elif (axis := move.axis) is None:
                self._jump(mass, move, into)
            else:
                lines.setdefault(axis, []).append(move)
        if still:
            into[self._places()] += still * mass
        for axis, line in lines.items():
            self._shift(mass, axis, line, into)

    def _shift(
        self, mass: Floats, axis: int, line: Sequence[Move], into: Floats
    ) -> None:
        """Move mass along one axis, row by row."""
        rows = np.moveaxis(mass, axis, 0)
        size = rows[0].size
        # The last row is empty, for values that no move leads to.
        source = np.zeros((len(rows) + 1, size))
        source[:-1] = rows.reshape(len(rows), size)
        target = np.zeros((self.size[axis], size))
        for move in line:
            first, taken = self._shifted(axis, move)
            shifted = source.take(taken, axis=0)
            shifted *= move.chance
            target[first : first + len(taken)] += shifted
        moved = np.moveaxis(target.reshape(len(target), *rows.shape[1:]), 0, axis)
        into[self._places(axis)] += moved

    def _shifted(self, axis: int, move: Move) -> tuple[int, Ints]:
        """Return the first target row of a move, and the source rows from there on."""
        shift = self._shifts.get((axis, move))
        if shift is None:
            values = self._axes[axis]
            rows = np.arange(len(values))
            if not move.cut.whole:
                rows = rows[move.cut.where]
            # Where each value lies on the new axis. Between the first and the last
            # there may be values that nothing moves to; they take the empty row.
            place = np.searchsorted(self._onto[axis], values[rows] + move.added[axis])
            first = int(place[0])
            taken = np.full(int(place[-1]) - first + 1, len(values))
            taken[place - first] = rows
            shift = self._shifts[axis, move] = first, taken
        return shift

    def _places(self, moved: int | None = None) -> tuple[slice | Ints, ...]:
        """Return the indices of the old cells in the new axes, except a shifted one."""
        places = self._put.get(moved)
        if places is None:
            places = self._put[moved] = self._placed(moved)
        return places

    def _placed(self, moved: int | None) -> tuple[slice | Ints, ...]:
        places = [
            np.arange(self.size[axis])
            if axis == moved
            else np.searchsorted(self._onto[axis], values)
            for axis, values in enumerate(self._axes)
        ]
        # Without gaps slices do, which add in place; index arrays copy.
        if all(len(at) == at[-1] - at[0] + 1 for at in places):
            return tuple([slice(int(at[0]), int(at[-1]) + 1) for at in places])
        return np.ix_(*places)

    def _jump(self, mass: Floats, move: Move, into: Floats) -> None:
        """Shift the cells of a cut along several axes at once."""
        cells = np.nonzero(move.cut.over(mass.shape) & (mass > 0.0))
        target = tuple(
            [
                np.searchsorted(onto, values[at] + amount)
                for onto, values, at, amount in zip(
                    self._onto, self._axes, cells, move.added, strict=True
                )
            ]
        )
        into[target] += move.chance * mass[cells]
