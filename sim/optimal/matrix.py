"""Zero-sum matrix games: the value of a choice that both sides make unseen.

The rows are the options of the first side, which maximises; the columns those of the
second, which minimises. The numbers that a linear program reports are not trusted: what
its mixes make sure of is computed anew from the matrix (`MixPair.low`, `.high`).
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
"""Values that differ by less are equal."""
_SUPPORT = 1e-7
"""Smaller probabilities in a solution of a linear program are errors, not support."""


class MixPair(Struct, frozen=True):
    """A pair of mixes, one of each side, and the bounds that they make sure of.

    By *rows* the first side gets at least *low*, whatever the other does, and by
    *columns* the second gives at most *high*.
    """

    rows: Floats
    columns: Floats
    low: float
    high: float

    @property
    def gap(self) -> float:
        """The most by which both mixes together miss the value."""
        return self.high - self.low


def value_of_mixes(matrix: Floats, rows: Floats, columns: Floats) -> MixPair:
    """Return the mixes *rows* and *columns* with the bounds that they make sure of."""
    low, high = (rows @ matrix).min(), (matrix @ columns).max()
    return MixPair(rows, columns, float(low), float(high))


def optimal_mixes(matrix: Floats) -> MixPair:
    """Return an optimal mix of each side.

    A saddle point is looked for first. Otherwise dominated options are removed, and the
    rest is solved by formula if it is two by two, else by a linear program.
    """
    lows, highs = matrix.min(axis=1), matrix.max(axis=0)
    row, column = int(lows.argmax()), int(highs.argmin())
    if highs[column] - lows[row] < STILL:
        return pure_mixes(matrix, row, column)
    rows, columns = _undominated(matrix)
    small = matrix[np.ix_(rows, columns)]
    mixes = (
        _mixes_two_by_two(small) if small.shape == (2, 2) else _mixes_by_program(small)
    )
    # Dominated options have the probability 0.
    all_rows, all_columns = np.zeros(len(lows)), np.zeros(len(highs))
    all_rows[rows], all_columns[columns] = mixes
    return value_of_mixes(matrix, all_rows, all_columns)


def pure_mixes(matrix: Floats, row: int, column: int) -> MixPair:
    """Return the pair of mixes that take one *row* and one *column* for certain."""
    height, width = matrix.shape
    return value_of_mixes(matrix, _pure_mix(height, row), _pure_mix(width, column))


def _pure_mix(size: int, place: int) -> Floats:
    """Return the mix of *size* options that takes the one at *place*."""
    mix = np.zeros(size)
    mix[place] = 1.0
    return mix


def _undominated(matrix: Floats) -> tuple[Ints, Ints]:
    """Return the rows and columns that are left after removing dominated ones.

    An option is dominated if another one is at least as good against everything; of
    equal options the first is kept. Removing one can make others dominated, so this is
    repeated until nothing is removed.
    """
    rows = np.arange(len(matrix), dtype=np.int64)
    columns = np.arange(len(matrix.T), dtype=np.int64)
    while True:
        small = matrix[np.ix_(rows, columns)]
        rows_left: Ints = rows[_undominated_rows(small)]
        columns_left: Ints = columns[
            _undominated_rows(-matrix[np.ix_(rows_left, columns)].T)
        ]
        if len(rows_left) == len(rows) and len(columns_left) == len(columns):
            return rows, columns
        rows, columns = rows_left, columns_left


def _undominated_rows(matrix: Floats) -> Bools:
    """Return a mask of the rows that no other row dominates."""
    # at_least[i, j]: row i is nowhere below row j. An equal row beats only later ones.
    at_least = (matrix[:, None, :] >= matrix[None, :, :]).all(axis=2)
    same = at_least & at_least.T
    before = np.tril(np.ones_like(same), -1).T
    beats = at_least & (~same | before)
    np.fill_diagonal(beats, val=False)
    return np.logical_not(beats.any(axis=0)).reshape(-1)


def _mixes_two_by_two(matrix: Floats) -> tuple[Floats, Floats]:
    """Return the equalizing mixes: the other side's two options are worth the same."""
    (a, b), (c, d) = matrix
    across = a - b - c + d
    first, second = (d - c) / across, (d - b) / across
    mixes = np.array([first, 1.0 - first]), np.array([second, 1.0 - second])
    return _as_shares(mixes[0]), _as_shares(mixes[1])


def _mixes_by_program(matrix: Floats) -> tuple[Floats, Floats]:
    """Return the mixes of a linear program, sharpened by equations if that is better.

    The program stops within a tolerance of the solution, but by then the support of the
    mixes is usually right; given the support, the mixes follow from equations.
    """
    # Shift all entries above 0, and solve: minimise sum x, where x' (matrix + lift)
    # is at least 1 in every column. The mix is x scaled to 1; the duals give the other.
    lift = 1.0 - float(matrix.min())
    optimize: Any = import_module("scipy.optimize")
    program = optimize.linprog(
        np.ones(matrix.shape[0]),
        A_ub=-(matrix + lift).T,
        b_ub=-np.ones(matrix.shape[1]),
        method="highs",
    )
    rows, columns = _as_shares(program.x), _as_shares(-program.ineqlin.marginals)
    approximate = value_of_mixes(matrix, rows, columns)
    used = np.flatnonzero(rows > _SUPPORT), np.flatnonzero(columns > _SUPPORT)
    core = matrix[np.ix_(*used)]
    exact = np.zeros_like(rows), np.zeros_like(columns)
    exact[0][used[0]], exact[1][used[1]] = (
        _equalizing_shares(core.T),
        _equalizing_shares(core),
    )
    sharpened = value_of_mixes(matrix, *exact)
    return exact if sharpened.gap < approximate.gap else (rows, columns)


def _equalizing_shares(matrix: Floats) -> Floats:
    """Return the mix of columns at which all rows are worth the same."""
    # Unknowns: the shares and the common value. A row each: matrix row times shares
    # less the value is 0; the last row: the shares add up to 1.
    height, width = matrix.shape
    system = np.zeros((height + 1, width + 1))
    system[:height, :width], system[:height, width] = matrix, -1.0
    system[height, :width] = 1.0
    right = np.zeros(height + 1)
    right[height] = 1.0
    return _as_shares(solve_equations(system, right)[:width])


def solve_equations(system: Floats, right: Floats) -> Floats:
    """Return the least-squares solution of a *system* of equations."""
    solution: Floats = np.linalg.lstsq(system, right, rcond=None)[0].astype(np.float64)
    return solution


def _as_shares(weights: Floats) -> Floats:
    """Return *weights* scaled to add up to one; negative ones count as zero."""
    positive = np.maximum(weights, 0.0)
    shares: Floats = positive / positive.sum()
    return shares
