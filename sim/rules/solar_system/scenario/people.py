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
from sim.rules.solar_system.scenario.setting import Key, Secret, Tier, Trigger
from sim.rules.solar_system.scenario.sheet import SolarScenario, setting
from sim.seam.events import Seat
from sim.seam.seats import by_seat


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
        for entry, rank in self.ranks:
            if entry == ability and rank >= 0:
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
    """Gift dice left of this session, the Story Guide's last; None: dealt again."""
    session: int | None
    pockets: bool
    """Whether anybody knows a Secret with a check of its own [RUL-82]."""
    secretive: bool
    """Whether anybody knows a Secret that gives dice, harm or guard."""


def compile_people(scenario: SolarScenario) -> People:
    """Return the people of *scenario* in compiled form."""
    abilities, secrets = setting(scenario), secrets_of(scenario)
    keys, characters = keys_of(scenario), scenario.seats
    in_use = [secrets[name] for character in characters for name in character.secrets]
    speciality = scenario.rulings.speciality_bonus_dice
    return People(
        abilities=tuple(abilities),
        closed=tuple(ability.closed for ability in abilities.values()),
        secrets=tuple(
            _secret(name, secret, speciality) for name, secret in secrets.items()
        ),
        keys=tuple(_key(name, key) for name, key in keys.items()),
        taught=len(scenario.secrets),
        offered=len(scenario.keys),
        scenes=_scenes(scenario),
        advancing=scenario.advancing,
        teachers=scenario.teachers,
        begun=tuple(
            _growth(character, list(abilities), list(secrets), list(keys))
            for character in characters
        ),
        items=tuple(character.items for character in characters),
        opened=tuple(
            tuple(sorted(opened_to(scenario, character))) for character in characters
        ),
        elsewhere=tuple(character.record.elsewhere for character in characters),
        gifts=(
            *(character.record.gifts for character in characters),
            scenario.story_guide.gifts,
        ),
        session=scenario.session,
        pockets=any(secret.produces for secret in in_use),
        secretive=any(map(_works, in_use)),
    )


def _scenes(scenario: SolarScenario) -> tuple[SceneData, ...]:
    seats = {character.name: seat for seat, character in by_seat(scenario.seats)}
    return tuple(
        SceneData(seats[scene.who], scene.tags, scene.toward or "", scene.text)
        for scene in scenario.scenes
    )


def _works(secret: Secret) -> bool:
    """Whether a Secret gives dice, harm or guard."""
    dice = secret.speciality or secret.bonus_dice
    return bool(dice or secret.harm or secret.guard)


def opened_to(scenario: SolarScenario, character: Character) -> set[str]:
    """Return the closed things that are open to *character* [SS-ABIL-06, SS-CRE-02]."""
    species = scenario.species.get(character.species or "")
    culture = scenario.cultures.get(character.culture or "")
    return {
        *character.opened,
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


def last_kinds(character: Character) -> tuple[TraitKind, ...]:
    """Return the possible kinds of the last purchase of *character*."""
    record = character.record
    if record.last is None or record.last_kind is not None:
        return () if record.last_kind is None else (record.last_kind,)
    keys = (*character.keys, *record.erased)
    return kinds_named(
        record.last, character.abilities, character.secrets, keys, record.elsewhere
    )


def _key(name: str, key: Key) -> KeyData:
    return KeyData(name, key.tiers, key.buyoff, key.closed)


def _secret(name: str, secret: Secret, speciality: int) -> SecretData:
    return SecretData(
        name,
        0 if secret.cost is None else POOLS.index(secret.cost.pool),
        0 if secret.cost is None else secret.cost.points,
        secret.when,
        secret.abilities,
        speciality if secret.speciality else secret.bonus_dice,
        secret.harm,
        secret.guard,
        secret.produces,
        secret.check or "",
        secret.item is not None,
        secret.closed,
    )


def _growth(
    character: Character, abilities: list[str], secrets: list[str], keys: list[str]
) -> Growth:
    record = character.record
    return Growth(
        maxima=(
            character.pools.vigor,
            character.pools.instinct,
            character.pools.reason,
        ),
        ranks=tuple(
            (abilities.index(name), RANKS[rank])
            for name, rank in character.abilities.items()
        ),
        secrets=tuple(secrets.index(name) for name in character.secrets),
        keys=tuple(keys.index(name) for name in character.keys),
        erased=tuple(keys.index(name) for name in record.erased),
        xp=record.xp,
        advances=record.advances,
        earned=record.earned,
        spent=record.spent,
        last=record.last,
        produced=record.produced,
        last_kinds=last_kinds(character),
    )
