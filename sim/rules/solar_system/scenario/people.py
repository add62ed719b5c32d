"""Secrets, Keys and advances of a scenario in compiled form.

Secrets, Keys and the setting's abilities are indices into these lists. A growth is a
character's current sheet; the scenario has the initial ones.
"""

from collections.abc import Collection

from msgspec import Struct

from sim.rules.solar_system.scenario.catalogue import keys_of, secrets_of
from sim.rules.solar_system.scenario.character import (
    POOLS,
    RANKS,
    Character,
    Elsewhere,
    Item,
    TraitKind,
)
from sim.rules.solar_system.scenario.setting import Secret, Tier, Trigger
from sim.rules.solar_system.scenario.sheet import SolarScenario, setting
from sim.seam.events import Seat


class SecretData(Struct, frozen=True, gc=False):
    """A Secret: its cost, when it works, and its single effect [RUL-80]."""

    name: str
    pool: int
    points: int
    """The points it costs; 0 if it works without a cost."""
    when: tuple[str, ...]
    abilities: tuple[str, ...]
    bonus_dice: int
    harm: int
    guard: int
    produces: str
    check: str
    is_item: bool
    closed: bool


class KeyData(Struct, frozen=True, gc=False):
    """A Key: what pays, and what allows striking it out."""

    name: str
    tiers: tuple[Tier, ...]
    buyoff: Trigger | None
    closed: bool


class SceneData(Struct, frozen=True, gc=False):
    """Something that happens after the conflict."""

    who: Seat
    tags: tuple[str, ...]
    toward: str
    text: str


class Growth(Struct, frozen=True, gc=False):
    """A character's current sheet, and what was earned and spent.

    *ranks* are (ability, rank) in the order of the sheet; *last* is the last purchase,
    and *last_kinds* its possible kinds: several if the sheet has several things of that
    name and the scenario does not say which.
    """

    maxima: tuple[int, int, int]
    ranks: tuple[tuple[int, int], ...]
    secrets: tuple[int, ...]
    keys: tuple[int, ...]
    erased: tuple[int, ...] = ()
    xp: int = 0
    advances: int = 0
    earned: int = 0
    spent: int = 0
    last: str | None = None
    produced: tuple[str, ...] = ()
    last_kinds: tuple[TraitKind, ...] = ()

    def rank(self, ability: int) -> int | None:
        """Return the rank of an ability; None when it is not on the sheet."""
        for known, rank in self.ranks:
            if known == ability and rank >= 0:
                return rank
        return None


class People(Struct, frozen=True, gc=False):
    """What the scenario says about everybody apart from the conflict."""

    abilities: tuple[str, ...]
    """The setting's abilities, in its order."""
    closed: tuple[bool, ...]
    """Whether each of them is closed."""
    secrets: tuple[SecretData, ...]
    keys: tuple[KeyData, ...]
    taught: int
    """How many Secrets the setting itself lists; others cannot be learnt."""
    offered: int
    """How many Keys the setting itself lists."""
    scenes: tuple[SceneData, ...]
    advancing: bool
    teachers: tuple[str, ...]
    begun: tuple[Growth, ...]
    items: tuple[tuple[Item, ...], ...]
    opened: tuple[tuple[str, ...], ...]
    """The closed things that are open to each character."""
    elsewhere: tuple[Elsewhere, ...]
    gifts: tuple[int | None, ...]
    """Gift dice left of this session, the Story Guide's last; None: dealt anew."""
    session: int | None
    pockets: bool
    """Whether anybody knows a Secret with a check of its own [RUL-82]."""
    secretive: bool
    """Whether anybody knows a Secret that gives dice, harm or guard."""


def compile_people(scenario: SolarScenario) -> People:
    """Return the people of *scenario* in compiled form."""
    known, secrets, keys = setting(scenario), secrets_of(scenario), keys_of(scenario)
    names = [one.name for one in scenario.seats]
    in_use = [secrets[name] for one in scenario.seats for name in one.secrets]
    speciality = scenario.rulings.speciality_bonus_dice
    return People(
        abilities=tuple(known),
        closed=tuple(one.closed for one in known.values()),
        secrets=tuple(_secret(name, one, speciality) for name, one in secrets.items()),
        keys=tuple(
            KeyData(name, one.tiers, one.buyoff, one.closed)
            for name, one in keys.items()
        ),
        taught=len(scenario.secrets),
        offered=len(scenario.keys),
        scenes=tuple(
            SceneData(Seat(names.index(one.who)), one.tags, one.toward or "", one.text)
            for one in scenario.scenes
        ),
        advancing=scenario.advancing,
        teachers=scenario.teachers,
        begun=tuple(
            _growth(one, list(known), list(secrets), list(keys))
            for one in scenario.seats
        ),
        items=tuple(one.items for one in scenario.seats),
        opened=tuple(tuple(sorted(opened_to(scenario, one))) for one in scenario.seats),
        elsewhere=tuple(one.record.elsewhere for one in scenario.seats),
        gifts=(
            *(one.record.gifts for one in scenario.seats),
            scenario.story_guide.gifts,
        ),
        session=scenario.session,
        pockets=any(one.produces for one in in_use),
        secretive=any(
            one.speciality or one.bonus_dice or one.harm or one.guard for one in in_use
        ),
    )


def opened_to(scenario: SolarScenario, one: Character) -> set[str]:
    """Return the closed things that are open to *one* [SS-ABIL-06, SS-CRE-02]."""
    species = scenario.species.get(one.species or "")
    culture = scenario.cultures.get(one.culture or "")
    return {
        *one.opened,
        *(() if species is None else species.opens),
        *(() if culture is None else culture.opens),
    }


def kinds_named(
    name: str,
    abilities: Collection[str],
    secrets: Collection[str],
    keys: Collection[str],
    away: Elsewhere,
) -> tuple[TraitKind, ...]:
    """Return the kinds of *name* on a sheet; *keys* are those held and bought off."""
    sheet: dict[TraitKind, Collection[str]] = {
        "ability": {*abilities, *dict(away.abilities)},
        "pool": POOLS,
        "secret": {*secrets, *away.secrets},
        "key": {*keys, *away.keys, *away.erased},
    }
    return tuple(kind for kind, names in sheet.items() if name in names)


def last_kinds(one: Character) -> tuple[TraitKind, ...]:
    """Return the possible kinds of the last purchase of *one*."""
    record = one.record
    if record.last is None or record.last_kind is not None:
        return () if record.last_kind is None else (record.last_kind,)
    keys = (*one.keys, *record.erased)
    return kinds_named(record.last, one.abilities, one.secrets, keys, record.elsewhere)


def _secret(name: str, one: Secret, speciality: int) -> SecretData:
    return SecretData(
        name,
        0 if one.cost is None else POOLS.index(one.cost.pool),
        0 if one.cost is None else one.cost.points,
        one.when,
        one.abilities,
        speciality if one.speciality else one.bonus_dice,
        one.harm,
        one.guard,
        one.produces,
        one.check or "",
        one.item is not None,
        one.closed,
    )


def _growth(
    one: Character, abilities: list[str], secrets: list[str], keys: list[str]
) -> Growth:
    record = one.record
    return Growth(
        maxima=(one.pools.vigor, one.pools.instinct, one.pools.reason),
        ranks=tuple(
            (abilities.index(name), RANKS[rank]) for name, rank in one.abilities.items()
        ),
        secrets=tuple(secrets.index(name) for name in one.secrets),
        keys=tuple(keys.index(name) for name in one.keys),
        erased=tuple(keys.index(name) for name in record.erased),
        xp=record.xp,
        advances=record.advances,
        earned=record.earned,
        spent=record.spent,
        last=record.last,
        produced=record.produced,
        last_kinds=last_kinds(one),
    )
