"""Zero-sum matrix games: what a choice that both sides make unseen is worth.

The rows are the options of the first side, which wants much; the columns are those of
the second, which wants little. Nothing that a linear program says is believed: whatever
mix was found, its worth is computed anew from the matrix (`Mixed.low`, `Mixed.high`).
"""

from importlib import import_module
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

STILL = 1e-13
"""Values that differ by less are the same."""
_SUPPORT = 1e-7
"""A linear program leaves so much of what should be nothing."""


class Mixed(Struct, frozen=True):
    """A mix of each side, and what it makes sure of.

    By *rows* the first side gets at least *low*, whatever the other does, and by
    *columns* the second gives at most *high*.
    """

    rows: Floats
    columns: Floats
    low: float
    high: float

    @property
    def gap(self) -> float:
        """By how much both mixes together miss the value, at most."""
        return self.high - self.low


def worth(matrix: Floats, rows: Floats, columns: Floats) -> Mixed:
    """Return these mixes with what they make sure of."""
    low, high = (rows @ matrix).min(), (matrix @ columns).max()
    return Mixed(rows, columns, float(low), float(high))


def solved(matrix: Floats) -> Mixed:
    """Return an optimal mix of each side.

    A pair of options that no side regrets is looked for first. What is left after
    dominated options are gone is solved by formula where it has two rows and columns,
    else by a linear program.
    """
    lows, highs = matrix.min(axis=1), matrix.max(axis=0)
    row, column = int(lows.argmax()), int(highs.argmin())
    if highs[column] - lows[row] < STILL:
        return plain(matrix, row, column)
    rows, columns = _undominated(matrix)
    small = matrix[np.ix_(rows, columns)]
    mixes = _two_by_two(small) if small.shape == (2, 2) else _programmed(small)
    whole = np.zeros(len(lows)), np.zeros(len(highs))
    whole[0][rows], whole[1][columns] = mixes
    return worth(matrix, *whole)


def plain(matrix: Floats, row: int, column: int) -> Mixed:
    """Return the mixes that are one option each."""
    height, width = matrix.shape
    return worth(matrix, _one(height, row), _one(width, column))


def _one(size: int, place: int) -> Floats:
    """Return a mix that is one option."""
    mix = np.zeros(size)
    mix[place] = 1.0
    return mix


def _undominated(matrix: Floats) -> tuple[Ints, Ints]:
    """Return the rows and columns that are left when dominated ones are taken out.

    An option is dominated where another one is at least as good against everything; of
    options that are the same, the first is kept. Each may leave others dominated.
    """
    rows = np.arange(len(matrix), dtype=np.int64)
    columns = np.arange(len(matrix.T), dtype=np.int64)
    while True:
        small = matrix[np.ix_(rows, columns)]
        rows_left: Ints = rows[_kept(small)]
        columns_left: Ints = columns[_kept(-matrix[np.ix_(rows_left, columns)].T)]
        if len(rows_left) == len(rows) and len(columns_left) == len(columns):
            return rows, columns
        rows, columns = rows_left, columns_left


def _kept(matrix: Floats) -> Bools:
    """Return which rows no other row dominates."""
    at_least = (matrix[:, None, :] >= matrix[None, :, :]).all(axis=2)
    same = at_least & at_least.T
    before = np.tril(np.ones_like(same), -1).T
    beats = at_least & (~same | before)
    np.fill_diagonal(beats, val=False)
    return np.logical_not(beats.any(axis=0)).reshape(-1)


def _two_by_two(matrix: Floats) -> tuple[Floats, Floats]:
    """Return the mixes at which the other side's two options are worth the same."""
    (a, b), (c, d) = matrix
    across = a - b - c + d
    first, second = (d - c) / across, (d - b) / across
    mixes = np.array([first, 1.0 - first]), np.array([second, 1.0 - second])
    return _shares(mixes[0]), _shares(mixes[1])


def _programmed(matrix: Floats) -> tuple[Floats, Floats]:
    """Return the mixes of a linear program, and those it meant, where they are better.

    A program stops a little beside the answer. Which options it uses is right far
    sooner, and those that are used determine the mixes by equations.
    """
    lift = 1.0 - float(matrix.min())
    optimize: Any = import_module("scipy.optimize")
    program = optimize.linprog(
        np.ones(matrix.shape[0]),
        A_ub=-(matrix + lift).T,
        b_ub=-np.ones(matrix.shape[1]),
        method="highs",
    )
    rows, columns = _shares(program.x), _shares(-program.ineqlin.marginals)
    found = worth(matrix, rows, columns)
    used = np.flatnonzero(rows > _SUPPORT), np.flatnonzero(columns > _SUPPORT)
    core = matrix[np.ix_(*used)]
    exact = np.zeros_like(rows), np.zeros_like(columns)
    exact[0][used[0]], exact[1][used[1]] = _evened(core.T), _evened(core)
    better = worth(matrix, *exact)
    return exact if better.gap < found.gap else (rows, columns)


def _evened(matrix: Floats) -> Floats:
    """Return the shares of the columns at which all rows are worth the same."""
    height, width = matrix.shape
    system = np.zeros((height + 1, width + 1))
    system[:height, :width], system[:height, width] = matrix, -1.0
    system[height, :width] = 1.0
    right = np.zeros(height + 1)
    right[height] = 1.0
    return _shares(solution(system, right)[:width])


def solution(system: Floats, right: Floats) -> Floats:
    """Return what solves a *system* of equations, or misses it by least."""
    found: Floats = np.linalg.lstsq(system, right, rcond=None)[0].astype(np.float64)
    return found


def _shares(weights: Floats) -> Floats:
    """Return *weights* as shares of one; what is below nothing is nothing."""
    positive = np.maximum(weights, 0.0)
    shares: Floats = positive / positive.sum()
    return shares
