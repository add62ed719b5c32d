"""The dice of a throw, and how each of its readers reads them.

Planets come in the order of the Forces, then for each reader in side order the Benefit
and the Hindrance [PL-RUL-37]. Omega dice are placed, not thrown.
"""

from functools import lru_cache

from sim.dice.pool import Pool, d
from sim.rules.planets.dice.pools import opposed_pool
from sim.rules.planets.dice.reading import Column, Extra, Throw
from sim.rules.planets.forces.rolls import Roll
from sim.rules.planets.forces.task import EACH
from sim.rules.planets.scenario.rulings import Rulings


@lru_cache(maxsize=16384)
def throw(rolls: tuple[Roll, ...], rulings: Rulings) -> tuple[Pool, Throw]:
    """Return the pool of *rolls* and its reading, for one reader or two.

    PL-STEP-04, PL-COMB-02 to 05.
    """
    pool = rolls[0].sizes
    if len(rolls) > 1:
        pool = opposed_pool(pool, rolls[1].sizes)
    thrown = [force for force in EACH if pool[force]]
    dice = [d(pool[force]) for force in thrown]
    columns: list[Column] = []
    for roll in rolls:
        extras: list[Extra] = []
        for die in roll.dice:
            extras.append(Extra(len(dice), die.kind, die.severity))
            dice.append(d(die.size))
        places = tuple((i, f) for i, f in enumerate(thrown) if roll.sizes[f])
        columns.append(
            Column(roll.who, places, roll.omegas, roll.task, tuple(extras), rulings)
        )
    return tuple(dice), Throw(tuple(columns), len(thrown))
