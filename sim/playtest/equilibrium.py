"""The value of a field of agents: an equilibrium of the game between them.

One side picks a row, the other a column, and each wants the margin for itself. If
several weightings are about as good, the most even of them is taken, so that luck in
the games does not pick one.
"""

from collections.abc import Sequence
from importlib import import_module
from math import log
from typing import Any

Weights = tuple[float, ...]
"""The weight of each agent; they add up to 1."""

_SMALL = 1e-9


def maximin_weights(margins: Sequence[Sequence[float]], within: float) -> Weights:
    """Return how to mix the rows of *margins* so that the least column is greatest.

    Of all mixtures that lose no more than *within* of that, it is the one with the
    largest entropy.
    """
    rows = len(margins)
    if rows == 1:
        return (1.0,)
    best, value = _best_mixture(margins)
    least = value - within
    columns = list(zip(*margins, strict=True))
    optimize: Any = import_module("scipy.optimize")

    def negative_entropy(mix: Sequence[float]) -> float:
        return sum(weight * log(max(weight, _SMALL)) for weight in mix)

    def excess(mix: Sequence[float]) -> float:
        return sum(mix) - 1.0

    def surplus(mix: Sequence[float]) -> list[float]:
        return [_dot(mix, column) - least for column in columns]

    result: Any = optimize.minimize(
        negative_entropy,
        [1.0 / rows] * rows,
        bounds=[(0.0, 1.0)] * rows,
        constraints=[{"type": "eq", "fun": excess}, {"type": "ineq", "fun": surplus}],
        method="SLSQP",
        options={"ftol": _SMALL, "maxiter": 300},
    )
    return _shares(result.x if result.success else best)


def _best_mixture(margins: Sequence[Sequence[float]]) -> tuple[Weights, float]:
    """Return a best mixture of rows and its value, by linear programming."""
    optimize: Any = import_module("scipy.optimize")
    rows, columns = len(margins), len(margins[0])
    result: Any = optimize.linprog(
        [0.0] * rows + [-1.0],
        A_ub=[
            [-margins[row][at] for row in range(rows)] + [1.0] for at in range(columns)
        ],
        b_ub=[0.0] * columns,
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * rows + [(None, None)],
    )
    return _shares(result.x[:rows]), float(result.x[rows])


def _dot(mix: Sequence[float], column: Sequence[float]) -> float:
    return sum(weight * margin for weight, margin in zip(mix, column, strict=True))


def _shares(mix: Sequence[float]) -> Weights:
    """Return *mix* without what is only rounding, as plain numbers that add up to 1."""
    kept = [max(0.0, float(weight)) for weight in mix]
    kept = [weight if weight > 1e-6 else 0.0 for weight in kept]  # noqa: PLR2004 - rounding
    total = sum(kept)
    return tuple(weight / total for weight in kept)
