"""What an advance can buy, and what it cannot: all the rules of advancement.

Everything here is a function of the setting and of the character's current sheet, so
that sheets from play and sheets from files are held to the same rules.
"""

from collections.abc import Iterator, Mapping

from msgspec import structs

from sim.rules.solar_system.advancement.prices import (
    KEY_PRICE,
    KEYS_MOST,
    RANK_MOST,
    RANK_STEPS,
    SECRET_PRICE,
    pool_price,
)
from sim.rules.solar_system.events.interlude import (
    ABILITY,
    KEY,
    POOL,
    RAISE,
    SECRET,
    Purchase,
)
from sim.rules.solar_system.scenario.character import POOLS, TraitKind
from sim.rules.solar_system.scenario.people import Growth, People
from sim.seam.events import Seat

Bought = tuple[Purchase, int]
"""A purchase: its kind, and the number of the thing bought."""

TRAIT: Mapping[Purchase, TraitKind] = {
    RAISE: "ability",
    POOL: "pool",
    ABILITY: "ability",
    SECRET: "secret",
    KEY: "key",
}
"""Kind of purchase -> the kind of trait that it adds or raises [RUL-62]."""


def everything(people: People, grown: Growth) -> Iterator[Bought]:
    """Yield every possible purchase, in the order in which they are offered.

    [RUL-88]
    """
    for ability, rank in grown.ranks:
        if rank >= 0:
            yield RAISE, ability
    for pool in range(len(POOLS)):
        yield POOL, pool
    for ability in range(len(people.abilities)):
        if grown.rank(ability) is None:
            yield ABILITY, ability
    for secret in range(people.taught):
        yield SECRET, secret
    for key in range(people.offered):
        yield KEY, key


def price(grown: Growth, bought: Bought) -> int:
    """Return the price of a purchase in advances [SS-ADV-01, SS-ADV-02, SS-ADV-03]."""
    kind, subject = bought
    match kind:
        case Purchase.RAISE:
            return RANK_STEPS[(grown.rank(subject) or 0) + 1]
        case Purchase.POOL:
            return pool_price(grown.maxima[subject] + 1)
        case Purchase.ABILITY:
            return RANK_STEPS[0]
        case Purchase.SECRET:
            return SECRET_PRICE
        case Purchase.KEY:
            return KEY_PRICE


def refusal(
    people: People, who: Seat, grown: Growth, bought: Bought, *, rebuy: bool = False
) -> str | None:
    """Return why *who* cannot buy this, with the rule; None if nothing forbids it.

    Teachers are not checked here.
    """
    kind, _ = bought
    wrong = _impossible(people, who, grown, bought, rebuy=rebuy)
    if wrong is not None:
        return wrong
    if _again(people, grown, bought):
        what = {SECRET: "two Secrets", KEY: "two Keys"}.get(kind)
        if what is not None:
            return f"{what} in a row [SS-ADV-06]"
        return f"{subject_name(people, bought)} twice in a row [SS-ADV-05, RUL-62]"
    cost = price(grown, bought)
    if cost > grown.advances:
        return f"{subject_name(people, bought)} costs {cost} advances [SS-ADV-01]"
    return None


def _impossible(
    people: People, who: Seat, grown: Growth, bought: Bought, *, rebuy: bool
) -> str | None:
    kind, subject = bought
    name = subject_name(people, bought)
    if _closed(people, bought) and name not in people.opened[who]:
        return f"{name} is closed [SS-ABIL-06]"
    if kind == RAISE and grown.rank(subject) == RANK_MOST:
        return f"{name} is at Grand Master [SS-ADV-09]"
    if kind == SECRET and subject in grown.secrets:
        return f"{name} is known already [SS-SEC-02]"
    if kind == KEY:
        held = len(grown.keys) + len(people.elsewhere[who].keys)
        if subject in grown.keys:
            return f"{name} is held already [SS-KEY-04]"
        if held >= KEYS_MOST:
            return f"{held} Keys are held, and {KEYS_MOST} are the most [SS-ADV-08]"
        if subject in grown.erased and not rebuy:
            return f"{name} was bought off [RUL-64]"
    return None


def _closed(people: People, bought: Bought) -> bool:
    kind, subject = bought
    if kind == ABILITY:
        return people.closed[subject]
    if kind == SECRET:
        return people.secrets[subject].closed
    return kind == KEY and people.keys[subject].closed


def _again(people: People, grown: Growth, bought: Bought) -> bool:
    """Whether the last purchase was of the same thing [SS-ADV-05, SS-ADV-06, RUL-62].

    A new ability and its first rank are one thing; all Secrets are, and all Keys.
    Things of different kinds are different things, whatever they are called.
    """
    kind, _ = bought
    if TRAIT[kind] not in grown.last_kinds:
        return False
    return kind in {SECRET, KEY} or grown.last == subject_name(people, bought)


def subject_name(people: People, bought: Bought) -> str:
    """Return the name of the thing bought."""
    kind, subject = bought
    match kind:
        case Purchase.POOL:
            return POOLS[subject]
        case Purchase.SECRET:
            return people.secrets[subject].name
        case Purchase.KEY:
            return people.keys[subject].name
        case _:
            return people.abilities[subject]


def change_of(grown: Growth, bought: Bought) -> tuple[int | None, int | None]:
    """Return (the rank or score before, and after); None if there is none."""
    kind, subject = bought
    if kind == RAISE:
        rank = grown.rank(subject)
        assert rank is not None
        return rank, rank + 1
    if kind == POOL:
        return grown.maxima[subject], grown.maxima[subject] + 1
    return None, 0 if kind == ABILITY else None


def with_bought(people: People, grown: Growth, bought: Bought) -> Growth:
    """Return a character's sheet after this purchase [SS-ADV-07, RUL-62]."""
    kind, subject = bought
    cost = price(grown, bought)
    paid = structs.replace(
        grown,
        advances=grown.advances - cost,
        spent=grown.spent + cost,
        last=subject_name(people, bought),
        last_kinds=(TRAIT[kind],),
    )
    if kind == SECRET:
        return structs.replace(paid, secrets=(*grown.secrets, subject))
    if kind == KEY:
        erased = tuple(key for key in grown.erased if key != subject)
        return structs.replace(paid, keys=(*grown.keys, subject), erased=erased)
    _, after = change_of(grown, bought)
    assert after is not None
    if kind == POOL:
        vigor, instinct, reason = (
            after if pool == subject else score
            for pool, score in enumerate(grown.maxima)
        )
        return structs.replace(paid, maxima=(vigor, instinct, reason))
    others = [entry for entry in grown.ranks if entry[0] != subject]
    if kind == RAISE:
        raised = [
            (ability, after if ability == subject else rank)
            for ability, rank in grown.ranks
        ]
        return structs.replace(paid, ranks=tuple(raised))
    return structs.replace(paid, ranks=(*others, (subject, after)))
