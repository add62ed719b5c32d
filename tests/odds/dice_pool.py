"""Dice pools, die by die: DP-R-01 to DP-R-03, DP-R-10, DP-R-27, DP-R-28, DP-WILL-03.

Dice are thrown again without end. But so many successes come of finitely many throws,
so the chance of each total is summed out exactly, up to a total beyond which next to
nothing is left; what is left is said to be left.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from sim.rules.dice_pool.appraisal.odds import PoolQuery
from tests.odds.question import Enumerated, Law, Parts, gathered, swapped

WORK_QUICK = 16
"""So much `work` is a question that is asked by default, and the next at most."""
WORK_MOST = 64
MOST = 24
"""Totals are enumerated up to this one."""
ZERO = Fraction(0)
Joint = Mapping[tuple[int, int], Fraction]
"""(successes, dice that failed) -> how likely."""


@cache
def one_die(success: int, again: int) -> Law:
    """Return the successes of one die: each face that is thrown again adds a throw."""
    chances: dict[int, Fraction] = {}
    reached, wave = Fraction(1), 0
    while wave <= MOST:
        for face in range(1, 11):
            if face < max(success, again):
                total = wave + (face >= success)
                chances[total] = chances.get(total, ZERO) + reached / 10
        reached *= Fraction(sum(face >= again for face in range(1, 11)), 10)
        if again > 10 and success <= 10:
            chances[wave + 1] = Fraction(11 - success, 10)
            break
        wave += 1
    return {total: chance for total, chance in chances.items() if total <= MOST}


@cache
def pool(dice: int, success: int, again: int) -> Joint:
    """Throw die after die; a die fails that adds nothing."""
    chances: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    for _ in range(dice):
        after: dict[tuple[int, int], Fraction] = {}
        for (total, failed), p in chances.items():
            for more, q in one_die(success, again).items():
                key = total + more, failed + (not more)
                if key[0] <= MOST:
                    after[key] = after.get(key, ZERO) + p * q
        chances = after
    return chances


@cache
def totals(dice: int, again: int, *, rote: bool, willpower: bool) -> Law:
    """Throw the pool, if it is rote its failed dice too; the better throw counts."""
    count = dice + 3 * willpower
    success = 8
    if count <= 0:
        count, success, again = 1, 10, 11
    first = pool(count, success, again)
    if not (rote or willpower):
        return gathered([(total, p) for (total, _), p in first.items()])
    seconds = {
        failed: gathered([(t, q) for (t, _), q in pool(failed, success, again).items()])
        for failed in range(count + 1)
    }
    return gathered(
        [
            (max(total, second), p * q)
            for (total, failed), p in first.items()
            for second, q in seconds[failed].items()
        ]
    )


def naive(query: PoolQuery) -> Parts:
    """Lay the totals of the one beside those of the other."""
    mine = totals(query.pool, query.again, rote=query.rote, willpower=query.willpower)
    if query.vs_pool is None:
        some = [
            ("failure" if not successes else "success", p)
            for successes, p in mine.items()
        ]
        named = {str(successes): p for successes, p in mine.items()}
        return {"outcome": gathered(some), "successes": named}
    again = query.again if query.vs_again is None else query.vs_again
    theirs = totals(
        query.vs_pool, again, rote=query.vs_rote, willpower=query.vs_willpower
    )
    return {
        "": gathered(
            [
                (
                    "win" if ours > theirs_ else "lose" if ours < theirs_ else "tie",
                    p * q,
                )
                for ours, p in mine.items()
                for theirs_, q in theirs.items()
            ]
        )
    }


def swap(query: PoolQuery) -> PoolQuery | str:
    """Give each the dice of the other."""
    return "nobody is opposed" if query.vs_pool is None else swapped(query)


HOW = ((False, False), (True, False), (False, True))
"""Plain, rote, or with a point of Willpower (which is rote)."""
SIDES = [
    (dice, again, *how)
    for dice, again, how in product((0, 1, 2, 5, 8), (8, 9, 10, 11), HOW)
]
ALONE = [
    *[PoolQuery(*mine) for mine in SIDES],
    *[
        PoolQuery(dice, willpower=spent)
        for dice in (-5, -2, -1)
        for spent in (False, True)
    ],
    PoolQuery(-2, vs_pool=2, vs_willpower=True),
]
OPPOSED = [
    PoolQuery(
        *mine,
        vs_pool=dice,
        vs_again=None if again == mine[1] else again,
        vs_rote=rote,
        vs_willpower=willpower,
    )
    for mine, (dice, again, rote, willpower) in product(SIDES, SIDES)
]


def work(query: PoolQuery) -> int:
    """Return the work of a question: dice times dice, those of rote pools twice."""
    own = max(1, query.pool + 3 * query.willpower) * (1 + query.rote + query.willpower)
    other = max(1, (query.vs_pool or 0) + 3 * query.vs_willpower)
    return own * other * (1 + query.vs_rote + query.vs_willpower)


# Two large rote pools take seconds a question; the largest are left out.
GRID = [query for query in ALONE + OPPOSED if work(query) <= WORK_MOST]


def is_quick(query: PoolQuery) -> bool:
    """Leave two large pools for the whole grid."""
    return work(query) <= WORK_QUICK


QUESTIONS = {
    "pool": Enumerated(grid=GRID, naive=naive, swap=swap, quick=is_quick),
}
