"""Which dice one throw has, and how each of its readers reads them.

Planets lie in the order of the Forces, then for each reader in side order the Benefit
and the Hindrance [PL-RUL-37]. Omega dice are placed, not thrown.
"""

from functools import lru_cache

from msgspec import Struct

from sim.dice import Pool, d
from sim.rules.planets.circumstances import Circumstance
from sim.rules.planets.forces import EACH, Forces, Sizes
from sim.rules.planets.pools import opposed_pool
from sim.rules.planets.reading import Column, Extra, Throw
from sim.rules.planets.rulings import Rulings


class Hand(Struct, frozen=True):
    """What one reader brings to a throw; *omegas* are (Force, value)."""

    who: int
    sizes: Sizes
    task: Forces
    omegas: tuple[tuple[int, int], ...] = ()
    dice: tuple[Circumstance, ...] = ()


@lru_cache(maxsize=16384)
def throw(hands: tuple[Hand, ...], rulings: Rulings) -> tuple[Pool, Throw]:
    """Return the pool of *hands* and its reading: one reader's own, or an opposed one.

    PL-STEP-04, PL-COMB-02 to 05.
    """
    pool = hands[0].sizes
    if len(hands) > 1:
        pool = opposed_pool(pool, hands[1].sizes)
    rolled = [force for force in EACH if pool[force]]
    dice = [d(pool[force]) for force in rolled]
    columns: list[Column] = []
    for hand in hands:
        extras: list[Extra] = []
        for die in hand.dice:
            extras.append(Extra(len(dice), die.kind, die.severity))
            dice.append(d(die.size))
        places = tuple((i, f) for i, f in enumerate(rolled) if hand.sizes[f])
        columns.append(
            Column(hand.who, places, hand.omegas, hand.task, tuple(extras), rulings)
        )
    return tuple(dice), Throw(tuple(columns), len(rolled))
