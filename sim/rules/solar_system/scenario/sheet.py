"""What a scenario file of the Solar System says, as its author writes it.

Names are names here; `compile` turns them into numbers once, before play.
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


class Check(Sheet):
    """One character's part in the check that opens the conflict [SS-CHK-01]."""

    added = frozenset({"secret"})

    who: SeatName
    """The character who rolls."""
    abilities: tuple[AbilityName, ...]
    """Those to choose from; the first is the default."""
    difficulty: Annotated[int, Meta(ge=1, le=2)] = 1
    """The success level it takes."""
    circumstance: Annotated[int, Meta(ge=0, le=2)] = 0
    """Penalty dice for circumstances; in a group of one ability they lie on all."""
    against: SeatName | None = None
    """Who resists a secondary check of a linked one [SS-TOG-06]."""
    answers: tuple[AbilityName, ...] = ()
    """The abilities *against* may answer with."""
    if_failed: Literal["no_effect", "penalty_die", "blocked"] | None = None
    """What failing does to the next check; else as `link_failure_default` says."""
    secret: Name | None = None
    """The Secret an unopposed check is for, whose points it takes [RUL-82]."""


Kind = Literal[
    "unopposed", "competitive", "resisted", "linked", "group", "pain", "interlude"
]


class Opening(Sheet):
    """How it starts: with a check of some kind, or at once in the Pain."""

    kind: Kind = "pain"
    """Which kind of check starts it; `pain` starts without one.

    `interlude` is no conflict: there is only what comes after one [RUL-87].
    """
    checks: tuple[Check, ...] = ()
    """Who rolls what; in a resisted check the first is the instigator.

    The instigator stands before the other among the seats as well.
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
    """The seat that judges: what it is asked; the rest the scenario settles."""

    added = frozenset({"gifts"})

    name: Name = "Story Guide"
    """What the seat is called."""
    agent: str = "storyteller"
    """Who judges unless a run says otherwise."""
    asked: tuple[RulingKind, ...] = ()
    """The judgements it is asked for; the scenario settles all others."""
    gifts: Annotated[int, Meta(ge=0, le=1000)] | None = None
    """Gift dice it has left of this session; left out, they are dealt anew [RUL-91]."""


class Circumstance(Sheet):
    """Penalty dice the scenario puts on one character's Pain rolls [SS-DIE-08].

    In Zeitgeist they lie on the whole side [SS-MULTI-04, RUL-58].
    """

    who: SeatName
    """The character it makes things hard for."""
    dice: Annotated[int, Meta(ge=1, le=2)]
    """How many penalty dice."""
    volleys: tuple[Annotated[int, Meta(ge=0, le=1000)], ...] = ()
    """In which volleys; in all when empty."""


class Refresh(Sheet):
    """An act that fills a pool again, alone or as a contest [SS-REF-01]."""

    name: Name
    """What is done."""
    who: SeatName
    """Whose pool is filled."""
    pool: PoolName
    """Which pool is filled."""
    partner: Name
    """With whom it is done: a seat, or without a contest any name [RUL-90]."""
    contest: tuple[AbilityName, AbilityName] | None = None
    """The abilities of the two, where it must be won first."""


class Aftermath(Sheet):
    """What may be done once the Pain is over."""

    heal_with: tuple[AbilityName, ...] = ()
    """Abilities that heal, such as First Aid [SS-HEAL-01]."""
    refresh: tuple[Refresh, ...] = ()
    """Acts that fill pools."""


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
    """How it starts."""
    rulings: Rulings = Rulings()
    """How the table reads what the text leaves open."""
    story_guide: StoryGuide = StoryGuide()
    """The seat that judges."""
    tags: Tags = ()
    """Situations that hold throughout, for the `when` of items."""
    parallel: tuple[tuple[AbilityName, AbilityName], ...] = ()
    """Pairs of abilities whose actions do not get in each other's way."""
    obstruct: Literal["always", "choice"] = "always"
    """Whether an action may leave its target's action alone [RUL-46]."""
    relevant: dict[AbilityName, tuple[AbilityName, ...]] = field(
        default_factory=dict[str, tuple[str, ...]]
    )
    """Attacking ability -> what can defend against it [RUL-37]."""
    circumstances: tuple[Circumstance, ...] = ()
    """What makes single characters' rolls hard."""
    method: Literal["standard", "zeitgeist", "ask"] = "standard"
    """Whether each member of a side rolls, or each side as one; `ask` lets them say."""
    gift_dice: bool = False
    """Whether players hold gift dice to give away [SS-GIFT-01]."""
    aftermath: Aftermath = Aftermath()
    """What may be done afterwards."""
    species: dict[Name, Species] = field(default_factory=dict[str, Species])
    """The kinds of beings there are [SS-CRE-02]."""
    cultures: dict[Name, Culture] = field(default_factory=dict[str, Culture])
    """The cultures there are [SS-CRE-03]."""
    secrets: dict[Name, Secret] = field(default_factory=dict[str, Secret])
    """The Secrets that can be learnt here [SS-SEC-02]."""
    keys: dict[Name, Key] = field(default_factory=dict[str, Key])
    """The Keys there are [SS-KEY-05]."""
    scenes: tuple[Scene, ...] = ()
    """What happens after the conflict, in order [RUL-84]."""
    advancing: bool = False
    """Whether the interlude asks about advances [RUL-88]."""
    teachers: tuple[Name, ...] = ()
    """Those who teach any Secret, beside the seats [RUL-89]."""
    session: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """The session of a campaign in which it is played [RUL-91]."""


def side_of(character: Character) -> str:
    """Return the name of the side *character* is on."""
    return character.side or character.name


def side_names(scenario: SolarScenario) -> tuple[str, ...]:
    """Return the sides, in the order in which their first members stand."""
    return tuple(dict.fromkeys(side_of(one) for one in scenario.seats))


def setting(scenario: SolarScenario) -> dict[str, Ability]:
    """Return every ability there is; the innate ones come of the rules [SS-ABIL-03]."""
    known = {
        name: Ability(pool=one) if isinstance(one, str) else one
        for name, one in scenario.abilities.items()
    }
    return known | {
        name: Ability(pool=pool) for name, pool in INNATE.items() if name not in known
    }


def has_judge(scenario: SolarScenario) -> bool:
    """Whether the Story Guide has a seat: to judge, or to hold gift dice."""
    return bool(scenario.story_guide.asked) or scenario.gift_dice


def seats(scenario: SolarScenario) -> tuple[SeatInfo, ...]:
    """Return the seats: the characters', then the Story Guide's if he is needed."""
    sides = side_names(scenario)
    everyone = tuple(
        SeatInfo(one.name, sides.index(side_of(one)), one.agent, side_of(one))
        for one in scenario.seats
    )
    if not has_judge(scenario):
        return everyone
    guide = scenario.story_guide
    return (*everyone, SeatInfo(guide.name, None, guide.agent))
