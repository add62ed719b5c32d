"""The mix of options that does best where others answer at the same time, unseen.

Rows are what one side may answer, columns what the other may; an entry is what the
first gains by it, and the second loses. Both learn by regret, each step from what they
would have gained by each answer (regret matching+, Tammelin 2014); their averages are
the mixes at which neither gains by answering otherwise (von Neumann 1928). There is no
library and no random number in it, so every machine finds the same.
"""

from collections.abc import Sequence
from functools import lru_cache

Matrix = tuple[tuple[float, ...], ...]
Mix = tuple[float, ...]

STEPS = 1_000
RARE = 0.01
"""An option with a smaller share was only tried while learning."""


@lru_cache(maxsize=1 << 14)
def maximin(matrix: Matrix) -> Mix:
    """Return the share of each row in a mix that makes sure of the most.

    One row alone if it makes sure of as much as any mix.
    """
    lows = [min(row) for row in matrix]
    sure = max(range(len(lows)), key=lows.__getitem__)
    if lows[sure] >= min(max(column) for column in zip(*matrix, strict=True)):
        return tuple([float(row == sure) for row in range(len(lows))])
    return _cleared(_learned(matrix))


def _learned(matrix: Matrix) -> list[float]:
    """Return the average of the rows, the later steps counting more."""
    columns = list(zip(*matrix, strict=True))
    regrets, theirs = [0.0] * len(matrix), [0.0] * len(columns)
    average = [0.0] * len(matrix)
    mix, against = _shares(regrets), _shares(theirs)
    for step in range(1, STEPS + 1):
        gains = [_dot(row, against) for row in matrix]
        regrets = _after(regrets, gains, _dot(gains, mix))
        mix = _shares(regrets)
        losses = [-_dot(column, mix) for column in columns]
        theirs = _after(theirs, losses, _dot(losses, against))
        against = _shares(theirs)
        average = [old + step * new for old, new in zip(average, mix, strict=True)]
    return average


def _after(regrets: list[float], gains: list[float], got: float) -> list[float]:
    """Return the regrets after a step; what is below nothing is forgotten."""
    both = zip(regrets, gains, strict=True)
    return [max(0.0, old + gain - got) for old, gain in both]


def _dot(values: Sequence[float], weights: Sequence[float]) -> float:
    return sum([a * b for a, b in zip(values, weights, strict=True)])


def _shares(weights: Sequence[float]) -> list[float]:
    """Return *weights* as shares of one; the same share for all if there are none."""
    total = sum(weights)
    if total <= 0.0:
        return [1.0 / len(weights)] * len(weights)
    return [weight / total for weight in weights]


def _cleared(weights: Sequence[float]) -> Mix:
    """Return *weights* as shares, without those that are rare."""
    kept = [share if share >= RARE else 0.0 for share in _shares(weights)]
    return tuple(_shares(kept))
