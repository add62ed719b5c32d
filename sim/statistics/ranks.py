"""Who is above whom, said of many at once."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import TypeVar

K = TypeVar("K")

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


def rank_bounds(count: int, above: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return between which ranks (from 1) each of so many surely is.

    *above* has (better, other) for all of whom that is sure.
    """
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
