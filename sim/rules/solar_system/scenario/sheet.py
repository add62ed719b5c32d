"""The scenario file of the Solar System, as its author writes it.

It refers to things by name; `compile` turns names into numbers once, before play.
"""

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta, field

from sim.rules.solar_system.scenario.character import (
    INNATE,
    Ability,
    AbilityName,
    Character,
    Name,
    PoolName,
    SeatName,
    Tags,
)
from sim.rules.solar_system.scenario.rulings import Rulings
from sim.rules.solar_system.scenario.setting import (
    Culture,
    Key,
    Scene,
    Secret,
    Species,
)
from sim.seam.protocol import Scenario, SeatInfo, Sheet
from sim.seam.sides import seats_of


class Check(Sheet):
    """One character's part in the check that opens the conflict [SS-CHK-01]."""

    added = frozenset({"secret"})

    who: SeatName
    """The character who rolls."""
    abilities: tuple[AbilityName, ...]
    """The abilities to choose from; the first is the default."""
    difficulty: Annotated[int, Meta(ge=1, le=2)] = 1
    """The success level it needs."""
    circumstance: Annotated[int, Meta(ge=0, le=2)] = 0
    """Penalty dice for circumstances; in a group of one ability they count for all."""
    against: SeatName | None = None
    """Who resists a secondary check of a linked one [SS-TOG-06]."""
    answers: tuple[AbilityName, ...] = ()
    """The abilities *against* may answer with."""
    if_failed: Literal["no_effect", "penalty_die", "blocked"] | None = None
    """What failing does to the next check; by default, as `link_failure_default`
    says.
    """
    secret: Name | None = None
    """The Secret an unopposed check is for, whose cost it takes [RUL-82]."""


Kind = Literal[
    "unopposed", "competitive", "resisted", "linked", "group", "pain", "interlude"
]


class Opening(Sheet):
    """How the conflict starts: with a check of some kind, or at once in the Pain."""

    kind: Kind = "pain"
    """Which kind of check starts it; `pain` starts without one.

    `interlude` has no conflict, only what comes after one [RUL-87].
    """
    checks: tuple[Check, ...] = ()
    """Who rolls what; in a resisted check the first is the instigator, who also comes
    first among the seats.
    """
    group: Literal["same", "building"] = "same"
    """`same` ability (highest rank first), or `building` on each other in order."""


class RulingKind(StrEnum):
    """What the Story Guide may be asked to judge [ENG-02]."""

    DIFFICULTY = "difficulty"
    CIRCUMSTANCE = "circumstance"
    LINK_FAILURE = "link_failure"
    COMPETITIVE_TIE = "competitive_tie"
    REQUEST_PAIN = "request_pain"
    RELATION = "relation"
    RELEVANCE = "relevance"
    PROP = "prop"
    ITEM = "item"
    HARM_POOL = "harm_pool"
    EFFECT = "effect"
    METHOD = "method"
    KEY_TIER = "key_tier"
    APPROVAL = "approval"


(
    DIFFICULTY,
    CIRCUMSTANCE,
    LINK_FAILURE,
    COMPETITIVE_TIE,
    REQUEST_PAIN,
    RELATION,
    RELEVANCE,
    PROP,
    ITEM,
    HARM_POOL,
    EFFECT,
    METHOD,
    KEY_TIER,
    APPROVAL,
) = RulingKind  # a name of a module is found far faster than a member of an enum


class StoryGuide(Sheet):
    """The judge's seat and what it is asked; the scenario settles the rest."""

    added = frozenset({"gifts"})

    name: Name = "Story Guide"
    """The name of the seat."""
    agent: str = "storyteller"
    """The agent that judges, unless a run names another."""
    asked: tuple[RulingKind, ...] = ()
    """The rulings it is asked for; the scenario settles all others."""
    gifts: Annotated[int, Meta(ge=0, le=1000)] | None = None
    """Its gift dice left in this session; by default, they are dealt anew [RUL-91]."""


class Circumstance(Sheet):
    """Penalty dice the scenario puts on one character's Pain rolls [SS-DIE-08].

    In Zeitgeist they count for the whole side [SS-MULTI-04, RUL-58].
    """

    who: SeatName
    """The character they count for."""
    dice: Annotated[int, Meta(ge=1, le=2)]
    """The number of penalty dice."""
    volleys: tuple[Annotated[int, Meta(ge=0, le=1000)], ...] = ()
    """The volleys in which they count; if empty, all."""


class Refresh(Sheet):
    """An act that refills a pool, alone or as a contest [SS-REF-01]."""

    name: Name
    """The name of the act."""
    who: SeatName
    """The character whose pool is refilled."""
    pool: PoolName
    """The pool that is refilled."""
    partner: Name
    """The partner: a seat or, without a contest, any name [RUL-90]."""
    contest: tuple[AbilityName, AbilityName] | None = None
    """The abilities of the two, if a contest must be won first."""


class Aftermath(Sheet):
    """What may be done once the Pain is over."""

    heal_with: tuple[AbilityName, ...] = ()
    """Abilities that heal, such as First Aid [SS-HEAL-01]."""
    refresh: tuple[Refresh, ...] = ()
    """Acts that refill pools."""


class SolarScenario(Scenario, kw_only=True):
    """A conflict of the Solar System."""

    added = frozenset(
        {
            "species",
            "cultures",
            "secrets",
            "keys",
            "scenes",
            "advancing",
            "teachers",
            "session",
        }
    )

    abilities: dict[Name, PoolName | Ability]
    """The setting: ability -> its pool, or a table that says more."""
    seats: Annotated[tuple[Character, ...], Meta(min_length=1, max_length=16)]
    """The characters, in the order in which they join."""
    opening: Opening = Opening()
    """How the conflict starts."""
    rulings: Rulings = Rulings()
    """The options in force."""
    story_guide: StoryGuide = StoryGuide()
    """The seat that judges."""
    tags: Tags = ()
    """Tags that hold throughout, for the `when` of items."""
    parallel: tuple[tuple[AbilityName, AbilityName], ...] = ()
    """Pairs of abilities whose actions do not interfere with each other."""
    obstruct: Literal["always", "choice"] = "always"
    """Whether an action may leave its target's action alone [RUL-46]."""
    relevant: dict[AbilityName, tuple[AbilityName, ...]] = field(
        default_factory=dict[str, tuple[str, ...]]
    )
    """Attacking ability -> the abilities that can defend against it [RUL-37]."""
    circumstances: tuple[Circumstance, ...] = ()
    """Circumstances that make rolls of single characters harder."""
    method: Literal["standard", "zeitgeist", "ask"] = "standard"
    """Whether each member of a side rolls, or each side as one; `ask` lets them
    choose.
    """
    gift_dice: bool = False
    """Whether players hold gift dice to give away [SS-GIFT-01]."""
    aftermath: Aftermath = Aftermath()
    """What may be done afterwards."""
    species: dict[Name, Species] = field(default_factory=dict[str, Species])
    """The species of the setting [SS-CRE-02]."""
    cultures: dict[Name, Culture] = field(default_factory=dict[str, Culture])
    """The cultures of the setting [SS-CRE-03]."""
    secrets: dict[Name, Secret] = field(default_factory=dict[str, Secret])
    """The Secrets that can be learnt here [SS-SEC-02]."""
    keys: dict[Name, Key] = field(default_factory=dict[str, Key])
    """The Keys of the setting [SS-KEY-05]."""
    scenes: tuple[Scene, ...] = ()
    """What happens after the conflict, in order [RUL-84]."""
    advancing: bool = False
    """Whether the interlude asks about advances [RUL-88]."""
    teachers: tuple[Name, ...] = ()
    """Teachers of any Secret, in addition to the seats [RUL-89]."""
    session: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """The session of a campaign in which it is played [RUL-91]."""


def setting(scenario: SolarScenario) -> dict[str, Ability]:
    """Return every ability; the innate ones come from the rules [SS-ABIL-03]."""
    listed = {
        name: Ability(pool=ability) if isinstance(ability, str) else ability
        for name, ability in scenario.abilities.items()
    }
    return listed | {
        name: Ability(pool=pool) for name, pool in INNATE.items() if name not in listed
    }


def has_judge(scenario: SolarScenario) -> bool:
    """Whether the Story Guide has a seat: to judge, or to hold gift dice."""
    return bool(scenario.story_guide.asked) or scenario.gift_dice


def seats(scenario: SolarScenario) -> tuple[SeatInfo, ...]:
    """Return the seats: the characters', then the Story Guide's if he is needed."""
    everyone = tuple(seats_of(scenario.seats))
    if not has_judge(scenario):
        return everyone
    guide = scenario.story_guide
    return (*everyone, SeatInfo(guide.name, None, guide.agent))
