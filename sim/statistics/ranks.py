"""Who is above whom, said of many at once."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import TypeVar

import numpy as np

from sim.statistics.betting import Numbers
from sim.statistics.intervals import CONFIDENCE

K = TypeVar("K")

_TINY = 1e-9
_CYCLE = 3


def holm(chances: Mapping[K, float]) -> dict[K, float]:
    """Return *chances* (p-values) adjusted so that all may be read at once, by Holm."""
    ordered = sorted(chances.items(), key=lambda item: item[1])
    adjusted: dict[K, float] = {}
    least = 0.0
    for index, (name, chance) in enumerate(ordered):
        least = max(least, min(1.0, chance * (len(ordered) - index)))
        adjusted[name] = least
    return {name: adjusted[name] for name in chances}


def surely_above(
    draws: Numbers, confidence: float = CONFIDENCE
) -> set[tuple[int, int]]:
    """Return all (one, other) of which the one is surely stronger, all at once.

    *draws* has a row for each draw of everybody's strength. What counts as sure is how
    far the farthest of all differences strays (max-t).
    """
    count = draws.shape[1]
    pairs = [
        (one, other) for one, other in permutations(range(count), 2) if one < other
    ]
    if not pairs:
        return set()
    ahead = np.array([draws[:, one] - draws[:, other] for one, other in pairs])
    means = ahead.mean(axis=1)
    errors = np.maximum(ahead.std(axis=1), _TINY)
    farthest = (np.abs(ahead - means[:, None]) / errors[:, None]).max(axis=0)
    limit = float(np.quantile(farthest, confidence))
    sure: set[tuple[int, int]] = set()
    for (one, other), mean, error in zip(pairs, means, errors, strict=True):
        if abs(mean) > limit * error:
            sure.add((one, other) if mean > 0 else (other, one))
    return sure


def rank_bounds(count: int, above: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return between which ranks (from 1) each of so many surely is."""
    return [
        (
            1 + sum(other == one for _, other in above),
            count - sum(better == one for better, _ in above),
        )
        for one in range(count)
    ]


def cycles(beats: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Return every three of which each beats the next, lowest number first."""
    edges = set(beats)
    everyone = sorted({one for edge in edges for one in edge})
    return [
        (one, two, three)
        for one, two, three in permutations(everyone, _CYCLE)
        if one == min(one, two, three)
        and {(one, two), (two, three), (three, one)} <= edges
    ]
