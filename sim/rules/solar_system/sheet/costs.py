"""The cost of a sheet in advances, from the cheapest legal beginning.

A beginning is the sheet of a new character before any advance: twelve points in three
pools, innate abilities at three ranks, ten more abilities, one Secret, one Key
[SS-CRE-04 to -07].
"""

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import Struct

from sim.rules.solar_system.advancement.prices import (
    POOL_CHEAP_TO,
    RANK_PRICES,
    pool_price,
)
from sim.rules.solar_system.scenario.character import INNATE, POOLS, RANKS, Character
from sim.rules.solar_system.scenario.setting import Limits
from sim.rules.solar_system.scenario.sheet import SolarScenario
from sim.seam.protocol import Description

POINTS = 12
"""The points a new character shares among the pools [SS-CRE-04]."""

INNATE_RANKS = (2, 1, 0)
"""Journeyman, Greenhorn, Novice: the innate three [SS-CRE-05]."""

CHOSEN_RANKS = (2, 1, 1, 1, 0, 0, 0, 0, 0, 0)
"""The ten abilities a new character picks [SS-CRE-06]."""

Split = tuple[int, int, int]


class Costs(Struct, frozen=True):
    """The advances a sheet costs, by what they were spent on."""

    pools: int
    innate: int
    abilities: int
    secrets: int
    keys: int

    @property
    def total(self) -> int:
        """The total cost [RUL-67]."""
        return self.pools + self.innate + self.abilities + self.secrets + self.keys


def costs_of(scenario: SolarScenario, character: Character) -> Costs:
    """Return the cost of the sheet of *character* over a whole life.

    One Secret and one Key are free; Keys bought off were bought once [SS-CRE-07,
    SS-SAM-06, RUL-67].
    """
    away = character.record.elsewhere
    secrets = len(character.secrets) + len(away.secrets)
    keys = len((*character.keys, *character.record.erased, *away.keys, *away.erased))
    return Costs(
        pools=_pools(scenario, character),
        innate=_ranks(innate_ranks(character), INNATE_RANKS),
        abilities=_ranks(chosen_ranks(character), CHOSEN_RANKS),
        secrets=max(0, secrets - 1),
        keys=max(0, keys - 1),
    )


def costs(scenario: SolarScenario) -> tuple[Description, ...]:
    """Return what everybody's sheet costs, and the cost it states."""
    rows: list[Description] = []
    for character in scenario.seats:
        parts = costs_of(scenario, character)
        words: Description = {"who": character.name}
        words |= {name: getattr(parts, name) for name in Costs.__struct_fields__}
        words |= {"total": parts.total, "stated": character.stated}
        rows.append(words)
    return tuple(rows)


def misstated(scenario: SolarScenario) -> Iterator[str]:
    """Yield those whose sheet states a wrong number of advances [RUL-67]."""
    for character in scenario.seats:
        total = costs_of(scenario, character).total
        if character.stated not in {None, total}:
            stated = f"states {character.stated} advances and costs {total} [RUL-67]"
            yield f"{character.name}: {stated}"


def innate_ranks(character: Character) -> list[int]:
    """Return the ranks of the innate abilities, highest first."""
    return _sorted(
        [rank for name, rank in character.abilities.items() if name in INNATE]
    )


def chosen_ranks(character: Character) -> list[int]:
    """Return the ranks of all other abilities on the sheet, highest first.

    Nil is the rank of what is not on a sheet [SS-ABIL-08].
    """
    away = [rank for _, rank in character.record.elsewhere.abilities]
    here = [rank for name, rank in character.abilities.items() if name not in INNATE]
    return _sorted([*here, *away])


def _sorted(names: Sequence[str]) -> list[int]:
    ranks = [RANKS[name] for name in names]
    return sorted((rank for rank in ranks if rank >= 0), reverse=True)


def _ranks(ranks: Sequence[int], initial: Sequence[int]) -> int:
    """Return the cost of raising *initial* to *ranks*, adding others at Novice."""
    price = sum(RANK_PRICES[rank] for rank in ranks)
    free = sum(RANK_PRICES[rank] for rank in initial)
    return max(0, price - free) + max(0, len(ranks) - len(initial))


def _pools(scenario: SolarScenario, character: Character) -> int:
    scores = scores_of(character)
    costs = [split_cost(scores, split) for split in splits(scenario, character)]
    extra = sum(max(0, score - POOL_CHEAP_TO) for score in scores)
    return min(costs, default=max(0, sum(scores) - POINTS + extra))


def split_cost(scores: Split, split: Split) -> int:
    """Return the cost of the points in *scores* beyond *split* [SS-ADV-03]."""
    return sum(
        pool_price(score)
        for initial, score_now in zip(split, scores, strict=True)
        for score in range(initial + 1, score_now + 1)
    )


def scores_of(character: Character) -> Split:
    """Return the scores of the three pools."""
    return character.pools.vigor, character.pools.instinct, character.pools.reason


def limits_of(scenario: SolarScenario, character: Character) -> tuple[Limits, ...]:
    """Return the limits of each pool for a new one of that species [SS-CRE-08]."""
    species = scenario.species.get(character.species or "")
    given = {} if species is None else species.pool_limits
    return tuple(given.get(pool, Limits()) for pool in POOLS)


def splits(scenario: SolarScenario, character: Character) -> Iterator[Split]:
    """Yield every legal split of the twelve points below these scores.

    The limits of the species apply to the split, not to later raises [SS-CRE-04,
    RUL-66].
    """
    ranges = [
        range(limit.minimum, min(limit.maximum, score) + 1)
        for limit, score in zip(
            limits_of(scenario, character), scores_of(character), strict=True
        )
    ]
    for vigor, instinct in product(*ranges[:2]):
        reason = POINTS - vigor - instinct
        if reason in ranges[2]:
            yield vigor, instinct, reason
