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
    """Some purchases: how many, how many of the most frequent thing, and their cost."""

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


def unlawful(
    scenario: SolarScenario, character: Character, where: str
) -> Iterator[str]:
    """Yield why *character* is no legal new character, each with its rule."""
    wrong = [
        *_pools(scenario, character, f"{where}.pools"),
        *_ranks(
            innate_ranks(character), INNATE_RANKS, f"{where}.abilities", "SS-CRE-05"
        ),
        *_ranks(
            chosen_ranks(character), CHOSEN_RANKS, f"{where}.abilities", "SS-CRE-06"
        ),
    ]
    yield from wrong
    if not wrong:
        yield from _advances(scenario, character, where)


def _pools(scenario: SolarScenario, character: Character, where: str) -> Iterator[str]:
    """Check the limits of each pool, and twelve points [SS-CRE-04, SS-CRE-08]."""
    if any(True for _ in splits(scenario, character)):
        return
    limits, scores = limits_of(scenario, character), scores_of(character)
    found = ", ".join(
        f"{pool} {score}" for pool, score in zip(POOLS, scores, strict=True)
    )
    cites = (
        "SS-CRE-04, SS-CRE-08" if character.species in scenario.species else "SS-CRE-04"
    )
    between = ", ".join(
        f"{pool} {limit.minimum} to {limit.maximum}"
        for pool, limit in zip(POOLS, limits, strict=True)
    )
    yield problem(where, found, f"{POINTS} points shared with {between} [{cites}]")


def _ranks(
    ranks: Sequence[int], initial: Sequence[int], where: str, rule: str
) -> Iterator[str]:
    """Check that every ability of a beginning is there, at its rank or above."""
    enough = len(ranks) >= len(initial) and all(
        now >= then for now, then in zip(ranks, initial, strict=False)
    )
    if not enough:
        which = "innate abilities" if initial == INNATE_RANKS else "abilities"
        found = f"{which} at {_counted(ranks)}"
        yield problem(where, found, f"at least {_counted(initial)} [{rule}]")


RANK_WORDS = ("Novice", "Greenhorn", "Journeyman", "Master", "Grand Master")


def _counted(ranks: Sequence[int]) -> str:
    return ", ".join(
        f"{count} {word}"
        for rank, word in reversed(list(enumerate(RANK_WORDS)))
        if (count := ranks.count(rank))
    )


def _advances(
    scenario: SolarScenario, character: Character, where: str
) -> Iterator[str]:
    """Check that the group's number of advances was spent, in some legal order.

    [SS-CRE-09, RUL-62, RUL-96]
    """
    rulings: Rulings = scenario.rulings
    wanted = rulings.starting_advances
    ways = {way for way in _ways(scenario, character) if way.cost == wanted}
    if not ways:
        found = f"a sheet of {costs_of(scenario, character).total} advances"
        yield problem(where, found, f"{wanted} of them [SS-CRE-09, RUL-96]")
    elif not any(way.ordered for way in ways):
        found = "the same thing bought twice in a row in any order"
        expected = "something else between [SS-ADV-05, SS-ADV-06, RUL-62]"
        yield problem(where, found, expected)


def _ways(scenario: SolarScenario, character: Character) -> set[Bought]:
    """Return the possible purchases, for every beginning and free pick."""
    scores = scores_of(character)
    pools = {
        Bought(
            sum(scores) - POINTS,
            max(now - then for now, then in zip(scores, split, strict=True)),
            split_cost(scores, split),
        )
        for split in splits(scenario, character)
    }
    parts = [
        pools,
        _raised(tuple(innate_ranks(character)), INNATE_RANKS),
        _raised(tuple(chosen_ranks(character)), CHOSEN_RANKS),
        _learnt(len(character.secrets)),
        _learnt(len(character.keys)),
    ]
    totals = {Bought(0, 0, 0)}
    for part in parts:
        totals = {total.and_also(more) for total in totals for more in part}
    return totals


def _learnt(count: int) -> set[Bought]:
    """Return the purchases beyond the free one, which may be unused.

    [SS-CRE-07, RUL-65]
    """
    return {Bought(bought, bought, bought) for bought in {count, max(0, count - 1)}}


@cache
def _raised(ranks: tuple[int, ...], initial: tuple[int, ...]) -> frozenset[Bought]:
    """Return the possible purchases that lead from *initial* to *ranks*."""
    if not ranks:
        return frozenset({Bought(0, 0, 0)} if not initial else ())
    first, *rest = ranks
    ways: set[Bought] = set()
    for then in {*initial, None}:
        if then is not None and then > first:
            continue
        left = list(initial)
        steps = range(0 if then is None else then + 1, first + 1)
        if then is not None:
            left.remove(then)
        elif len(rest) < len(left):
            continue
        here = Bought(len(steps), len(steps), sum(RANK_STEPS[rank] for rank in steps))
        ways |= {here.and_also(more) for more in _raised(tuple(rest), tuple(left))}
    return frozenset(ways)
