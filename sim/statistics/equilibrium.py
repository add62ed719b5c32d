"""What a table of pay-offs comes to where no single number can say it.

Nash averaging (Balduzzi and others, 2018) weighs agents as the most even mixture that
nobody beats; alpha-rank (Omidshafiei and others, 2019) as they survive in a population
where the better spreads.
"""

from collections.abc import Sequence
from importlib import import_module
from math import expm1

import numpy as np

from sim.statistics.betting import Numbers

POPULATION = 50
ALPHA = 10.0
_TINY = 1e-12
_STEPS = 1000
_LARGEST = 500.0


def nash_average(payoffs: Sequence[Sequence[float]]) -> tuple[Numbers, Numbers]:
    """Return (weights, what each agent gets against the weights).

    *payoffs* say what each row gets from each column, and are antisymmetric. The
    weights are the equilibrium of largest entropy, of which there is only one.
    """
    table = np.array(payoffs, dtype=float)
    count = len(table)
    unbeaten = import_module("scipy.optimize").linprog(
        np.zeros(count),
        A_ub=table,
        b_ub=np.zeros(count),
        A_eq=np.ones((1, count)),
        b_eq=[1.0],
    )
    found = np.maximum(_most_even(table, (unbeaten.x + 1 / count) / 2), 0)
    weights: Numbers = found / found.sum()
    return weights, table @ weights


def _most_even(table: Numbers, start: Numbers) -> Numbers:
    """Return the weights of largest entropy that nobody beats."""

    def order(weights: Numbers) -> float:
        kept = np.maximum(weights, _TINY)
        return float(kept @ np.log(kept))

    def slope(weights: Numbers) -> Numbers:
        rise: Numbers = np.log(np.maximum(weights, _TINY)) + 1
        return rise

    def whole(weights: Numbers) -> float:
        return float(weights.sum()) - 1

    def unbeaten(weights: Numbers) -> Numbers:
        left: Numbers = -table @ weights
        return left

    def bounded(_: Numbers) -> Numbers:
        return -table

    found = import_module("scipy.optimize").minimize(
        order,
        start,
        jac=slope,
        bounds=[(0.0, 1.0)] * len(table),
        constraints=[
            {"type": "eq", "fun": whole, "jac": np.ones_like},
            {"type": "ineq", "fun": unbeaten, "jac": bounded},
        ],
        options={"maxiter": _STEPS, "ftol": 1e-13},
    )
    return np.asarray(found.x, dtype=np.float64)


def alpha_rank(
    payoffs: Sequence[Sequence[float]],
    *,
    alpha: float = ALPHA,
    population: int = POPULATION,
) -> Numbers:
    """Return how much of the time a population is of each agent.

    Now and then one of another kind comes in and spreads, or dies out, by what both
    get from each other; *alpha* says how much better the better spreads.
    """
    table = np.array(payoffs, dtype=float)
    count = len(table)
    moves = np.zeros((count, count))
    for old in range(count):
        for new in range(count):
            if old != new:
                gain = alpha * (table[new, old] - table[old, new])
                moves[old, new] = _takes_over(gain, population) / (count - 1)
        moves[old, old] = 1 - moves[old].sum()
    system = np.vstack([moves.T - np.eye(count), np.ones(count)])
    goal = np.append(np.zeros(count), 1.0)
    found: Numbers = np.asarray(np.linalg.lstsq(system, goal, rcond=None)[0], float)
    shares: Numbers = np.maximum(found, 0) / np.maximum(found, 0).sum()
    return shares


def _takes_over(gain: float, population: int) -> float:
    """Return the chance that one of another kind takes over the population."""
    if abs(gain) < _TINY:
        return 1 / population
    if population * -gain > _LARGEST:
        return 0.0 if gain < 0 else 1.0
    return expm1(-gain) / expm1(-population * gain)
