"""Compiled pools: the best first, and those to contest with."""

from collections.abc import Iterable

from sim.rules.dice_pool.scenario.data import PoolData
from sim.rules.dice_pool.scenario.people import Character, Pool, PoolTable
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.scenario.traits import pool_data
from sim.rules.dice_pool.scenario.words import ARENAS, USUAL

NO_SPECIALTY: frozenset[str] = frozenset()


def best_first(pools: Iterable[PoolData]) -> tuple[PoolData, ...]:
    """Return *pools*, the largest first [DP-SKILL-02]."""
    return tuple(sorted(pools, key=lambda pool: -pool.dice))


def possible(pools: Iterable[Pool]) -> tuple[Pool, ...]:
    """Return those of *pools* that the scenario does not rule out [DP-R-94]."""
    return tuple(
        pool for pool in pools if not (isinstance(pool, PoolTable) and pool.impossible)
    )


def resists(character: Character, rulings: Rulings) -> tuple[tuple[PoolData, ...], ...]:
    """Return the pools the sheet names to contest with, for each arena."""
    return tuple(
        best_first(
            pool_data(character, pool, NO_SPECIALTY, rulings)
            for pool in possible(character.resists.get(arena.value, ()))
        )
        for arena in ARENAS
    )


def usual(character: Character, rulings: Rulings) -> tuple[tuple[PoolData, ...], ...]:
    """Return the one best pool for each kind of answer [DP-R-112]."""
    if not rulings.default_resists:
        return ()
    return tuple(
        best_first(pool_data(character, pool, NO_SPECIALTY, rulings) for pool in pools)[
            :1
        ]
        for pools in USUAL.values()
    )
