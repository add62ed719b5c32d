"""Whether a sheet is that of a legal new character with its advances [RUL-96].

Beginnings are tried rather than sequences of purchases: the order among purchases of
one thing makes no difference, so only the number of purchases counts, and how many of
them must not be adjacent.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct

from sim.rules.solar_system.advancement.prices import RANK_STEPS
from sim.rules.solar_system.scenario.character import POOLS, Character
from sim.rules.solar_system.scenario.rulings import Rulings
from sim.rules.solar_system.scenario.sheet import SolarScenario
from sim.rules.solar_system.sheet.costs import (
    CHOSEN_RANKS,
    INNATE_RANKS,
    POINTS,
    chosen_ranks,
    costs_of,
    innate_ranks,
    limits_of,
    scores_of,
    split_cost,
    splits,
)
from sim.spine.problems import problem


class Bought(Struct, frozen=True):
    """Purchases: their number, the number of the most frequent thing, their cost."""

    count: int
    most: int
    cost: int

    def and_also(self, other: "Bought") -> "Bought":
        """Return the sum of both, which are purchases of different things."""
        return Bought(
            self.count + other.count,
            max(self.most, other.most),
            self.cost + other.cost,
        )

    @property
    def ordered(self) -> bool:
        """Whether some order never buys the same thing twice in a row.

        [SS-ADV-05, SS-ADV-06, RUL-62]
        """
        return self.most <= (self.count + 1) // 2


def unlawful(scenario: SolarScenario, one: Character, where: str) -> Iterator[str]:
    """Yield why *one* is no legal new character, each with its rule."""
    wrong = [
        *_pools(scenario, one, f"{where}.pools"),
        *_ranks(innate_ranks(one), INNATE_RANKS, f"{where}.abilities", "SS-CRE-05"),
        *_ranks(chosen_ranks(one), CHOSEN_RANKS, f"{where}.abilities", "SS-CRE-06"),
    ]
    yield from wrong
    if not wrong:
        yield from _advances(scenario, one, where)


def _pools(scenario: SolarScenario, one: Character, where: str) -> Iterator[str]:
    """Check the limits of each pool, and twelve points [SS-CRE-04, SS-CRE-08]."""
    if any(True for _ in splits(scenario, one)):
        return
    limits, scores = limits_of(scenario, one), scores_of(one)
    found = ", ".join(
        f"{pool} {score}" for pool, score in zip(POOLS, scores, strict=True)
    )
    cites = "SS-CRE-04, SS-CRE-08" if one.species in scenario.species else "SS-CRE-04"
    between = ", ".join(
        f"{pool} {limit.minimum} to {limit.maximum}"
        for pool, limit in zip(POOLS, limits, strict=True)
    )
    yield problem(where, found, f"{POINTS} points shared with {between} [{cites}]")


def _ranks(
    ranks: Sequence[int], begun: Sequence[int], where: str, rule: str
) -> Iterator[str]:
    """Check that every ability of a beginning is there, at its rank or above."""
    enough = len(ranks) >= len(begun) and all(
        now >= then for now, then in zip(ranks, begun, strict=False)
    )
    if not enough:
        which = "innate abilities" if begun == INNATE_RANKS else "abilities"
        found = f"{which} at {_counted(ranks)}"
        yield problem(where, found, f"at least {_counted(begun)} [{rule}]")


RANK_WORDS = ("Novice", "Greenhorn", "Journeyman", "Master", "Grand Master")


def _counted(ranks: Sequence[int]) -> str:
    return ", ".join(
        f"{many} {word}"
        for rank, word in reversed(list(enumerate(RANK_WORDS)))
        if (many := sum(one == rank for one in ranks))
    )


def _advances(scenario: SolarScenario, one: Character, where: str) -> Iterator[str]:
    """Check that the group's number of advances was spent, in some legal order.

    [SS-CRE-09, RUL-62, RUL-96]
    """
    rulings: Rulings = scenario.rulings
    wanted = rulings.starting_advances
    ways = {way for way in _ways(scenario, one) if way.cost == wanted}
    if not ways:
        found = f"a sheet of {costs_of(scenario, one).total} advances"
        yield problem(where, found, f"{wanted} of them [SS-CRE-09, RUL-96]")
    elif not any(way.ordered for way in ways):
        found = "the same thing bought twice in a row in any order"
        expected = "something else between [SS-ADV-05, SS-ADV-06, RUL-62]"
        yield problem(where, found, expected)


def _ways(scenario: SolarScenario, one: Character) -> set[Bought]:
    """Return the possible purchases, for every beginning and free pick."""
    scores = scores_of(one)
    pools = {
        Bought(
            sum(scores) - POINTS,
            max(now - then for now, then in zip(scores, split, strict=True)),
            split_cost(scores, split),
        )
        for split in splits(scenario, one)
    }
    parts = [
        pools,
        _raised(tuple(innate_ranks(one)), INNATE_RANKS),
        _raised(tuple(chosen_ranks(one)), CHOSEN_RANKS),
        _learnt(len(one.secrets)),
        _learnt(len(one.keys)),
    ]
    found = {Bought(0, 0, 0)}
    for part in parts:
        found = {whole.and_also(more) for whole in found for more in part}
    return found


def _learnt(count: int) -> set[Bought]:
    """Return purchases beyond the free one, which may go [SS-CRE-07, RUL-65]."""
    return {Bought(many, many, many) for many in {count, max(0, count - 1)}}


@cache
def _raised(ranks: tuple[int, ...], begun: tuple[int, ...]) -> frozenset[Bought]:
    """Return the possible purchases that lead from *begun* to *ranks*."""
    if not ranks:
        return frozenset({Bought(0, 0, 0)} if not begun else ())
    first, *rest = ranks
    found: set[Bought] = set()
    for then in {*begun, None}:
        if then is not None and then > first:
            continue
        left = list(begun)
        steps = range(0 if then is None else then + 1, first + 1)
        if then is not None:
            left.remove(then)
        elif len(rest) < len(left):
            continue
        here = Bought(len(steps), len(steps), sum(RANK_STEPS[one] for one in steps))
        found |= {here.and_also(more) for more in _raised(tuple(rest), tuple(left))}
    return frozenset(found)
