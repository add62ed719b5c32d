"""Checks of the Solar System, roll by roll: SS-DIE-02 to 05, SS-CHK-02, SS-CHK-03."""

from collections import Counter
from functools import cache
from itertools import product
from operator import sub

from sim.rules.solar_system.appraisal.odds import CheckQuery
from tests.odds.question import Enumerated, Law, Parts, counted, gathered, swapped


@cache
def levels(rank: int, bonus: int, penalty: int) -> Law:
    """Roll three dice and one for each die of difference; keep three of them."""
    net = bonus - penalty
    results: Counter[int] = Counter()
    for faces in product((-1, 0, 1), repeat=3 + abs(net)):
        kept = sorted(faces)[-3:] if net > 0 else sorted(faces)[:3]
        results[max(0, rank + sum(kept))] += 1
    return counted(results)


def naive(query: CheckQuery) -> Parts:
    """Lay each roll beside each of the other."""
    mine = levels(query.rank, query.bonus, query.penalty)
    if query.vs_rank is None:
        return {"level": mine}
    theirs = levels(query.vs_rank, query.vs_bonus, query.vs_penalty)
    pairs = [
        (sub(our_level, their_level), p * q)
        for our_level, p in mine.items()
        for their_level, q in theirs.items()
    ]
    words = [("win" if m > 0 else "lose" if m else "tie", p) for m, p in pairs]
    return {"": gathered(words), "margin": gathered(pairs)}


def swap(query: CheckQuery) -> CheckQuery | str:
    """Give each the dice of the other."""
    return "nobody is opposed" if query.vs_rank is None else swapped(query)


SIDES = list(product((-1, 0, 1, 2, 3, 4), (0, 1, 2, 4), (0, 1, 3)))
GRID = [
    *[CheckQuery(*mine) for mine in SIDES],
    *[CheckQuery(*mine, *theirs) for mine, theirs in product(SIDES, SIDES)],
]

QUESTIONS = {"check": Enumerated(grid=GRID, naive=naive, swap=swap)}
