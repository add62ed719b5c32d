"""A character in a scenario file: pools, abilities, intentions, items."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from sim.seam.protocol import Part, Sheet
from sim.spine.marks import Distinct, Ref

PoolName = Literal["vigor", "instinct", "reason"]
POOLS: tuple[PoolName, ...] = ("vigor", "instinct", "reason")

INNATE: dict[str, PoolName] = {
    "Endure": "vigor",
    "React": "instinct",
    "Resist": "reason",
}
"""The innate abilities and their pools [SS-ABIL-03]."""

TraitKind = Literal["ability", "pool", "secret", "key"]
"""What an advance can go to [SS-ADV-01]."""

RankName = Literal["nil", "novice", "greenhorn", "journeyman", "master", "grand_master"]
RANKS: dict[str, int] = {
    "nil": -1,
    "novice": 0,
    "greenhorn": 1,
    "journeyman": 2,
    "master": 3,
    "grand_master": 4,
}
"""The six ranks and no others [SS-ABIL-07]."""
RANK_WORDS = {rank: name.replace("_", " ") for name, rank in RANKS.items()}
"""The ranks in words."""

LEVELS = (
    "Failure",
    "Marginal",
    "Good",
    "Great",
    "Amazing",
    "Legendary",
    "Ultimate",
    "Transcendent",
)
"""The names of the success levels 0 to 7; they have no effect [SS-CHK-04]."""

Name = Annotated[str, Meta(min_length=1, max_length=80)]
SeatName = Annotated[Name, Ref("seats")]
"""One of those who take part."""
AbilityName = Annotated[Name, Ref("abilities")]
"""An ability of the setting, or an innate one."""
SecretName = Annotated[Name, Ref("secrets")]
"""A Secret of the setting, or one of the catalogue that somebody has."""
KeyName = Annotated[Name, Ref("keys")]
"""A Key of the setting, or one of the catalogue that somebody has."""
Openable = Annotated[Name, Ref("abilities", "secrets", "keys")]
"""Things that may be closed, and open to some characters [SS-ABIL-06]."""
Score = Annotated[int, Meta(ge=1, le=100)]
Rating = Annotated[int, Meta(ge=1, le=3)]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Tags = tuple[str, ...]


class Ability(Sheet):
    """An ability as the setting defines it [SS-ABIL-01, SS-ABIL-06]."""

    pool: PoolName
    """The pool whose points it spends."""
    tags: Tags = ()
    """Tags it adds to the situation, for the `when` of items."""
    closed: bool = False
    """Whether only those who have it, or for whom it is `opened`, can use it."""


class Pools(Sheet):
    """The three pools' scores, which are their maxima [SS-POOL-01, SS-POOL-03]."""

    vigor: Score
    """Score of Vigor."""
    instinct: Score
    """Score of Instinct."""
    reason: Score
    """Score of Reason."""


class PoolsNow(Sheet):
    """The points left in the pools when the conflict starts, if fewer."""

    vigor: Annotated[int, Meta(ge=0, le=100)] | None = None
    """Points of Vigor left; by default, the whole score."""
    instinct: Annotated[int, Meta(ge=0, le=100)] | None = None
    """Points of Instinct left; by default, the whole score."""
    reason: Annotated[int, Meta(ge=0, le=100)] | None = None
    """Points of Reason left; by default, the whole score."""


class Intention(Sheet):
    """One rung of a ladder: a goal, and the actions that serve it [SS-INT-01]."""

    name: Name
    """What its owner wants, in words."""
    target: SeatName | None = None
    """The character of another side it is aimed at; by default, any."""
    actions: tuple[AbilityName, ...] = ()
    """Abilities on its owner's sheet that serve it; if empty, all ranked ones."""
    permanent: bool = False
    """Whether it kills, removes or permanently injures [RUL-71]."""
    later: bool = False
    """Whether it cannot be the first intention and has to be changed to."""
    tags: Tags = ()
    """Tags it adds to the situation, for the `when` of items."""
    worth: Share = 1.0
    """The owner's return when it is obtained, from 0 to 1."""
    leaves: Share = 0.0
    """The victim's return when it is obtained, from 0 to 1."""


class Bonus(Sheet):
    """What an item does, and when [SS-ITEM-02, SS-ITEM-03]."""

    role: Literal["weapon", "armor"]
    """A weapon adds to harm done, armor takes from harm suffered."""
    rating: Rating
    """How much it adds or takes."""
    when: Tags = ()
    """The tags that must all hold for it to count; if empty, it always counts."""


class Item(Sheet):
    """Anything that helps or protects in given situations [SS-ITEM-01]."""

    name: Name
    """Its name, unique for its owner."""
    bonuses: tuple[Bonus, ...]
    """Its bonuses, each with its situations."""


class Prop(Sheet):
    """Something at hand that may be proposed as a +1 weapon [SS-FAC-04]."""

    name: Name
    """What it is called."""
    ability: AbilityName
    """The ability it may help, on its owner's sheet."""
    allowed: bool = True
    """Whether it counts where the Story Guide is not asked."""


class Elsewhere(Sheet):
    """Parts of a sheet that this setting does not have.

    They are kept for later [RUL-92].
    """

    abilities: tuple[tuple[Name, RankName], ...] = ()
    """Abilities and their ranks."""
    secrets: tuple[Name, ...] = ()
    """Secrets, which do nothing here."""
    keys: tuple[Name, ...] = ()
    """Keys, which pay nothing here but count towards the five."""
    erased: tuple[Name, ...] = ()
    """Keys that were bought off."""


class Record(Sheet):
    """What a character has earned and spent so far [SS-KEY-06, SS-ADV-07]."""

    added = frozenset({"last_kind"})

    xp: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """Experience that has not become an advance yet."""
    advances: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """Advances that are saved up."""
    earned: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """All experience ever earned in play."""
    spent: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """All advances ever spent [RUL-67]."""
    last: Name | None = None
    """The last purchase: an ability, a pool, a Secret or a Key."""
    erased: tuple[KeyName, ...] = ()
    """Keys that were bought off."""
    gifts: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    """Gift dice left in this session; by default, they are dealt anew [RUL-91]."""
    produced: tuple[Name, ...] = ()
    """What Secrets have produced in this session [RUL-82]."""
    elsewhere: Elsewhere = Elsewhere()
    """Parts of the sheet that this setting does not have."""
    last_kind: TraitKind | None = None
    """The kind of `last`, if two things on the sheet have that name."""


class Character(Sheet, kw_only=True):
    """A character that takes part, and the seat that makes its choices."""

    parts: ClassVar[Mapping[str, Part]] = MappingProxyType(
        {
            "abilities": Part("ability", without="nil"),
            "items": Part("item"),
            "props": Part("prop"),
            "secrets": Part("Secret"),
            "keys": Part("Key"),
        }
    )

    added = frozenset(
        {"species", "culture", "secrets", "keys", "created", "stated", "record"}
    )

    name: Name
    """The name of the character, used everywhere else in the file."""
    pools: Pools
    """The scores of the three pools."""
    now: PoolsNow = PoolsNow()
    """The points left in the pools at the start."""
    abilities: dict[AbilityName, RankName]
    """The sheet: ability -> rank; abilities not on it are rolled at Nil."""
    intentions: tuple[Intention, ...] = ()
    """The intentions it may have, from the mildest to the deadliest."""
    side: Name | None = None
    """The side of the character, which stands together; by default, alone."""
    agent: str = "steady"
    """The agent that makes its choices, unless a run names another."""
    story_guide: bool = False
    """Whether it belongs to the Story Guide and not to a player."""
    major: bool = False
    """Whether it is a major named character, whom no simple check removes [RUL-71]."""
    bystander: bool = False
    """Whether it only watches at first and may join later."""
    tags: Tags = ()
    """Tags it adds to the situation, for the `when` of items."""
    items: Annotated[tuple[Item, ...], Distinct()] = ()
    """The weapons and armor it carries."""
    props: tuple[Prop, ...] = ()
    """Things at hand it may propose as weapons."""
    harm: dict[Annotated[str, Meta(pattern="^[1-7]$")], PoolName] = field(
        default_factory=dict[str, PoolName]
    )
    """Boxes ticked at the start: number -> pool of the wound."""
    bruise_dice: Annotated[int, Meta(ge=0, le=20)] = 0
    """Penalty dice for bruises that are pending at the start."""
    opened: tuple[Openable, ...] = ()
    """Closed abilities, Secrets and Keys whose prerequisite this character meets."""
    species: Annotated[Name, Ref("species")] | None = None
    """Its species, one of the setting's."""
    culture: Annotated[Name, Ref("cultures")] | None = None
    """Its culture, one of the setting's."""
    secrets: Annotated[tuple[SecretName, ...], Distinct()] = ()
    """The Secrets it knows [SS-SEC-02]."""
    keys: tuple[KeyName, ...] = ()
    """The Keys it holds, five at most [SS-KEY-04]."""
    created: bool = False
    """Whether it must be a legal new character [RUL-96]."""
    stated: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    """The advances spent over its whole life, as stated on its sheet [RUL-67]."""
    record: Record = Record()
    """What it has earned and spent so far."""
