"""What a scenario file of the Solar System says, as its author writes it.

Names are names here; `setup.py` turns them into numbers once, before play.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from sim.protocol import Scenario
from sim.rules.solar_system.rulings import Rulings

PoolName = Literal["vigor", "instinct", "reason"]
POOLS: tuple[PoolName, ...] = ("vigor", "instinct", "reason")

INNATE: dict[str, PoolName] = {
    "Endure": "vigor",
    "React": "instinct",
    "Resist": "reason",
}
"""The innate abilities and their pools [SS-ABIL-03]."""

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

Name = Annotated[str, Meta(min_length=1, max_length=80)]
Score = Annotated[int, Meta(ge=1)]
Rating = Annotated[int, Meta(ge=1, le=3)]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Tags = tuple[str, ...]


class Strict(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file: unknown keys are errors."""


class Ability(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An ability as the setting defines it [SS-ABIL-01, SS-ABIL-06]."""

    pool: PoolName
    tags: Tags = ()
    closed: bool = False


class Pools(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The three pools' scores, which are their maxima [SS-POOL-01, SS-POOL-03]."""

    vigor: Score
    instinct: Score
    reason: Score


class PoolsNow(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is left in the pools when the conflict starts, where it is less."""

    vigor: Annotated[int, Meta(ge=0)] | None = None
    instinct: Annotated[int, Meta(ge=0)] | None = None
    reason: Annotated[int, Meta(ge=0)] | None = None


class Intention(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One rung of a ladder: a goal, and the actions that serve it [SS-INT-01].

    *worth* is what its owner gets when it is obtained, *leaves* what the one gets
    against whom it is obtained.
    """

    name: Name
    target: Name | None = None
    actions: tuple[Name, ...] = ()
    permanent: bool = False
    """It kills, removes or permanently injures [RUL-71]."""
    later: bool = False
    """It cannot be the first intention: somebody must change to it."""
    tags: Tags = ()
    worth: Share = 1.0
    leaves: Share = 0.0


class Bonus(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an item does, and when [SS-ITEM-02, SS-ITEM-03]."""

    role: Literal["weapon", "armor"]
    rating: Rating
    when: Tags = ()


class Item(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Anything that helps or protects in given situations [SS-ITEM-01]."""

    name: Name
    bonuses: tuple[Bonus, ...]


class Prop(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something at hand that may be proposed as a +1 weapon [SS-FAC-04]."""

    name: Name
    ability: Name
    allowed: bool = True


class Character(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One who takes part, and the seat that chooses for them."""

    name: Name
    pools: Pools
    now: PoolsNow = PoolsNow()
    abilities: dict[Name, RankName]
    intentions: tuple[Intention, ...] = ()
    side: Name | None = None
    agent: str = "steady"
    story_guide: bool = False
    major: bool = False
    bystander: bool = False
    tags: Tags = ()
    items: tuple[Item, ...] = ()
    props: tuple[Prop, ...] = ()
    harm: dict[Annotated[str, Meta(pattern="^[1-7]$")], PoolName] = field(
        default_factory=dict[str, PoolName]
    )
    bruise_dice: Annotated[int, Meta(ge=0)] = 0
    opened: tuple[Name, ...] = ()
    """Closed abilities whose prerequisite this character meets."""


class Check(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One character's part in the check that opens the conflict [SS-CHK-01].

    *abilities* are those to choose from; the first is the default. *against* names
    who resists a secondary check of a linked one [SS-TOG-06].
    """

    who: Name
    abilities: tuple[Name, ...]
    difficulty: Annotated[int, Meta(ge=1, le=2)] = 1
    circumstance: Annotated[int, Meta(ge=0, le=2)] = 0
    against: Name | None = None
    answers: tuple[Name, ...] = ()
    """The abilities *against* may answer with."""
    if_failed: Literal["no_effect", "penalty_die", "blocked"] | None = None


Kind = Literal["unopposed", "competitive", "resisted", "linked", "group", "pain"]


class Opening(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How it starts: with a check of some kind, or at once in the Pain.

    In a resisted check the first is the instigator. A group check is of the `same`
    ability (highest rank first) or of abilities `building` on each other, in order.
    """

    kind: Kind = "pain"
    checks: tuple[Check, ...] = ()
    group: Literal["same", "building"] = "same"


RulingKind = Literal[
    "difficulty",
    "circumstance",
    "link_failure",
    "competitive_tie",
    "request_pain",
    "relation",
    "relevance",
    "prop",
    "item",
    "harm_pool",
    "effect",
    "method",
]


class StoryGuide(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The seat that judges: what it is asked; the rest the scenario settles."""

    name: Name = "Story Guide"
    agent: str = "storyteller"
    asked: tuple[RulingKind, ...] = ()


class Circumstance(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Penalty dice the scenario puts on one character's Pain rolls [SS-DIE-08]."""

    who: Name
    dice: Annotated[int, Meta(ge=1, le=2)]
    volleys: tuple[int, ...] = ()
    """In which volleys; in all when empty."""


class Refresh(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An act that fills a pool again, alone or as a contest [SS-REF-01]."""

    name: Name
    who: Name
    pool: PoolName
    partner: Name
    contest: tuple[Name, Name] | None = None


class Aftermath(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What may be done once the Pain is over."""

    heal_with: tuple[Name, ...] = ()
    """Abilities that heal, such as First Aid [SS-HEAL-01]."""
    refresh: tuple[Refresh, ...] = ()


class SolarScenario(Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A conflict of the Solar System."""

    abilities: dict[Name, PoolName | Ability]
    seats: Annotated[tuple[Character, ...], Meta(min_length=1, max_length=16)]
    opening: Opening = Opening()
    rulings: Rulings = Rulings()
    story_guide: StoryGuide = StoryGuide()
    tags: Tags = ()
    parallel: tuple[tuple[Name, Name], ...] = ()
    """Pairs of abilities whose actions do not get in each other's way."""
    obstruct: Literal["always", "choice"] = "always"
    """Whether an action may leave its target's action alone [RUL-46]."""
    relevant: dict[Name, tuple[Name, ...]] = field(
        default_factory=dict[str, tuple[str, ...]]
    )
    """Attacking ability -> what can defend against it [RUL-37]."""
    circumstances: tuple[Circumstance, ...] = ()
    method: Literal["standard", "zeitgeist", "ask"] = "standard"
    gift_dice: bool = False
    aftermath: Aftermath = Aftermath()
