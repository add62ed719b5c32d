"""Rankings of many at once."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import TypeVar

K = TypeVar("K")

_CYCLE = 3


def holm(chances: Mapping[K, float]) -> dict[K, float]:
    """Return *chances* (p-values) adjusted so that all may be read at once, by Holm."""
    # The smallest of n is multiplied by n, the next by n - 1, and so on; the order of
    # the adjusted values must stay the same.
    ordered = sorted(chances.items(), key=lambda item: item[1])
    adjusted: dict[K, float] = {}
    least = 0.0
    for index, (name, chance) in enumerate(ordered):
        least = max(least, min(1.0, chance * (len(ordered) - index)))
        adjusted[name] = least
    return {name: adjusted[name] for name in chances}


def rank_bounds(count: int, above: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the best and the worst rank (from 1) that each of *count* may have.

    *above* has (better, worse) for all pairs whose order is sure.
    """
    return [
        (
            1 + sum(worse == number for _, worse in above),
            count - sum(better == number for better, _ in above),
        )
        for number in range(count)
    ]


def cycles(beats: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Return cycles in which each beats the next, lowest number first.

    They are all cycles of three and, for each edge that is in none of these, a shortest
    cycle through it, if there is one. So there are none exactly if some order agrees
    with all of *beats*.
    """
    edges = set(beats)
    everyone = sorted({number for edge in edges for number in edge})
    rings: list[tuple[int, ...]] = [
        (first, second, third)
        for first, second, third in permutations(everyone, _CYCLE)
        if first == min(first, second, third)
        and {(first, second), (second, third), (third, first)} <= edges
    ]
    # A longer cycle need not contain one of three. For every edge that is in none so
    # far search for the shortest way back.
    covered = {edge for cycle in rings for edge in _edges(cycle)}
    for edge in sorted(edges):
        if edge not in covered and (cycle := _shortest(edges, edge)) is not None:
            rings.append(cycle)
            covered |= set(_edges(cycle))
    return rings


def _edges(cycle: tuple[int, ...]) -> list[tuple[int, int]]:
    return list(zip(cycle, (*cycle[1:], cycle[0]), strict=True))


def _shortest(
    edges: set[tuple[int, int]], edge: tuple[int, int]
) -> tuple[int, ...] | None:
    """Return a shortest cycle through *edge*, breadth first; None if there is none."""
    home, first = edge
    paths: list[tuple[int, ...]] = [(first,)]
    seen = {first}
    for path in paths:
        for better, other in sorted(edges):
            if better != path[-1] or other in seen:
                continue
            if other == home:
                ring = (home, *path)
                least = ring.index(min(ring))
                return ring[least:] + ring[:least]
            seen.add(other)
            paths.append((*path, other))
    return None
