"""The distribution of successes of a pool, precise enough to weigh options.

`odds` has exact fractions; these are floating-point numbers, cut off where the
probability is negligible.
"""

from functools import lru_cache
from itertools import accumulate, zip_longest
from math import comb

from sim.rules.dice_pool.scenario.rulings import Rulings

MOST = 40
"""The largest number of successes considered."""
FACES = 10

Chances = tuple[float, ...]
"""The chance of 0, 1, 2 ... successes."""


def _convolved(chances: Chances, other: Chances) -> Chances:
    size = min(len(chances) + len(other) - 1, MOST)
    total = [0.0] * size
    for left, chance in enumerate(chances):
        for right in range(min(len(other), size - left)):
            total[left + right] += chance * other[right]
    return tuple(total)


@lru_cache(maxsize=64)
def one_die(success: int, again: int) -> Chances:
    """Return the distribution of one die, including the dice thrown again."""
    more = max(0, FACES + 1 - again) / FACES
    plain = (FACES + 1 - success) / FACES - more
    chances = [(success - 1) / FACES]
    while len(chances) < MOST:
        # Each success beyond the first takes a die that was thrown again before.
        chances.append((plain if len(chances) == 1 else 0.0) + more * chances[-1])
    return tuple(chances)


@lru_cache(maxsize=2048)
def plain_pool(dice: int, success: int, again: int) -> Chances:
    """Return the distribution of the successes of *dice* dice."""
    if not dice:
        return (1.0,)
    # Pools are built by doubling, so that pools of all sizes share their halves.
    half, odd = divmod(dice, 2)
    chances = _convolved(
        plain_pool(half, success, again), plain_pool(half, success, again)
    )
    return _convolved(chances, one_die(success, again)) if odd else chances


@lru_cache(maxsize=2048)
def _succeeding(dice: int, success: int, again: int) -> Chances:
    """Return the distribution of dice that have all succeeded in their first wave."""
    if not dice:
        return (1.0,)
    more = max(0, FACES + 1 - again) / FACES
    hit = (FACES + 1 - success) / FACES
    # One success is certain; with the chance of an again among successes the die goes
    # on as a fresh one.
    first = [0.0, *(more / hit * chance for chance in one_die(success, again))]
    first[1] += 1.0 - more / hit
    return _convolved(tuple(first[:MOST]), _succeeding(dice - 1, success, again))


@lru_cache(maxsize=2048)
def _rote(dice: int, success: int, again: int, *, add: bool) -> Chances:
    """Return the distribution of the better of two throws, or of their sum."""
    fail = (success - 1) / FACES
    chances = [0.0] * MOST
    # Only the dice that failed are thrown again. So sum over how many did: the others
    # have all succeeded, and the second throw has as many dice as failed.
    for failed in range(dice + 1):
        weight = comb(dice, failed) * fail**failed * (1 - fail) ** (dice - failed)
        first = _succeeding(dice - failed, success, again)
        second = plain_pool(failed, success, again)
        both = _convolved(first, second) if add else better((first, second))
        for number, chance in enumerate(both):
            chances[number] += weight * chance
    return tuple(chances)


@lru_cache(maxsize=4096)
def better(pools: tuple[Chances, ...]) -> Chances:
    """Return the distribution of the best of several totals [DP-TEAM-02]."""
    size = max(len(pool) for pool in pools)
    # The best is at most n exactly if all of them are: multiply the cumulative sums,
    # and take differences at the end.
    below = [1.0] * size
    for pool in pools:
        sums = list(accumulate(pool))
        sums += [sums[-1]] * (size - len(sums))
        below = [chance * total for chance, total in zip(below, sums, strict=True)]
    return tuple([here - (below[n - 1] if n else 0.0) for n, here in enumerate(below)])


@lru_cache(maxsize=2048)
def mixed(chances: Chances, other: Chances) -> Chances:
    """Return the equal mixture of two distributions."""
    pairs = zip_longest(chances, other, fillvalue=0.0)
    return tuple([(left + right) / 2 for left, right in pairs])


@lru_cache(maxsize=4096)
def pool_chances(
    dice: int, rulings: Rulings, *, rote: bool = False, chance: bool = False
) -> Chances:
    """Return the distribution of a pool's total under the rulings."""
    success, again = rulings.success_face, rulings.again_face
    if chance or dice <= 0:
        success = rulings.chance_face
        again = success if rulings.chance_explodes else FACES + 1
        dice = 1
    if rote:
        return _rote(dice, success, again, add=rulings.rote_mode == "add")
    return plain_pool(dice, success, again)


@lru_cache(maxsize=8192)
def weighed(mine: Chances, theirs: Chances) -> tuple[float, float, float]:
    """Return the chance that *mine* is higher, and the mean margins of both sides."""
    win = ours = lost = 0.0
    for number, chance in enumerate(mine):
        if chance <= 0.0:
            continue
        for other, against in enumerate(theirs):
            if number > other:
                win += chance * against
                ours += chance * against * (number - other)
            elif other > number:
                lost += chance * against * (other - number)
    return min(1.0, win), ours, lost


@lru_cache(maxsize=4096)
def mean(chances: Chances) -> float:
    """Return the mean of *chances*."""
    return sum(number * chance for number, chance in enumerate(chances))
