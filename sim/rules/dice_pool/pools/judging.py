"""The worth of several details together; they are never simply added up."""

from collections.abc import Sequence
from functools import lru_cache

from sim.rules.dice_pool.pools.details import Named
from sim.rules.dice_pool.scenario.rulings import Rulings

FOLD = 3
"""Each time there are this many times as many details, they are worth one more die
[DP-R-06].
"""
PER_STEP, MORE_MAX = 5, 2
"""By fives: this many further details are worth one more die, up to this many dice."""


def assessed(details: Sequence[tuple[int, bool]], rulings: Rulings) -> int:
    """Return the worth of details (dice, extraordinary) together.

    That is the best of them, one more die from three details on and two from nine, up
    to the cap, unless one of them exceeds it alone or is extraordinary [DP-R-06,
    DP-R-07].
    """
    if not details:
        return 0
    best = max(dice for dice, _ in details)
    if rulings.stacking == "max":
        together = best
    elif rulings.many_details == "by_fives":
        together = best + min(MORE_MAX, (len(details) - 1) // PER_STEP)
    else:
        together = best + _times(len(details))
    lifted = best > rulings.soft_cap or any(lifts for _, lifts in details)
    return together if lifted else min(together, rulings.soft_cap)


def _times(count: int) -> int:
    """Return how often *count* can be divided by three: 1 from 3 on, 2 from 9."""
    times = 0
    while count >= FOLD:
        count //= FOLD
        times += 1
    return times


@lru_cache(maxsize=1024)
def judged(named: Named, rulings: Rulings) -> int:
    """Return the worth of *named* details if no judge is asked [DP-R-77]."""
    if not named:
        return 0
    return assessed([(dice, lifts) for _, dice, lifts in named], rulings)
