"""Two pools of Intensity, roll by roll: IN-COMPARE-02 to 06."""

from collections import Counter
from itertools import combinations_with_replacement, product
from math import prod

from msgspec import structs

from sim.rules.intensity.appraisal.odds import PoolsQuery
from tests.odds.question import Enumerated, Law, Parts, counted, gathered

SIZES = (1, 2, 3, 4, 6)
ROLLS_MOST = 6**4
"""So many rolls of both pools are enumerated at most."""


def compared(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[str, tuple[int, int]]:
    """Compare two rolls: the upper hand, and what each keeps.

    The highest dice are laid side by side, a 1 for a missing die. Equal ones drop out,
    the first that is higher has the upper hand; the other keeps half, rounded up.
    """
    length = max(len(a), len(b))
    left, right = (
        sorted(roll + (1,) * (length - len(roll)), reverse=True) for roll in (a, b)
    )
    unequal = [
        ours > theirs
        for ours, theirs in zip(left, right, strict=True)
        if ours != theirs
    ]
    if not unequal:
        return "none", (0, 0)
    wins_a = sum(unequal)
    wins_b = len(unequal) - wins_a
    if unequal[0]:
        return "a", (wins_a, -(-wins_b // 2))
    return "b", (-(-wins_a // 2), wins_b)


def naive(query: PoolsQuery) -> Parts:
    """Compare every roll with every other."""
    results: Counter[tuple[str, tuple[int, int]]] = Counter()
    rolls_a, rolls_b = (
        list(product(*(range(1, size + 1) for size in pool)))
        for pool in (query.pool, query.vs)
    )
    for a, b in product(rolls_a, rolls_b):
        results[compared(a, b)] += 1
    whole: Law = counted(results)
    return {
        "upper": gathered([(hand, p) for (hand, _), p in whole.items()]),
        "kept": gathered([(kept, p) for (_, kept), p in whole.items()]),
    }


def swap(query: PoolsQuery) -> PoolsQuery:
    """Give each the pool of the other."""
    return structs.replace(query, pool=query.vs, vs=query.pool)


POOLS = [
    pool for length in range(4) for pool in combinations_with_replacement(SIZES, length)
]
GRID = [
    PoolsQuery(a[::-1], b)
    for a, b in product(POOLS, POOLS)
    if prod(a) * prod(b) <= ROLLS_MOST
]

QUESTIONS = {"pools": Enumerated(grid=GRID, naive=naive, swap=swap)}
