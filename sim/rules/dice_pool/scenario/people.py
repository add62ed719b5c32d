"""The characters: their traits, what they may want, and by which pools."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from sim.rules.dice_pool.scenario.now import Now, Tallies, Willpower
from sim.rules.dice_pool.scenario.steps import Intimacy, Name, SeatName
from sim.seam.protocol import Part, Sheet
from sim.spine.marks import Distinct, NotBefore, Ref

Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Round = Annotated[int, Meta(ge=1, le=1000)]
Rating = Annotated[int, Meta(ge=0, le=30)]
Dots = Annotated[int, Meta(ge=0, le=10)]
ArenaName = Literal["mental", "physical", "social"]
AttributeName = Literal[
    "intelligence",
    "wits",
    "resolve",
    "strength",
    "dexterity",
    "stamina",
    "presence",
    "manipulation",
    "composure",
]


Trait = Annotated[Name, Ref("traits")]
"""An Attribute, another rating of the sheet, or a Skill that somebody has."""
Tag = Annotated[Name, Ref("tags")]
"""A tag that can hold at some time."""


class PoolTable(Sheet):
    """A pool with more than plain traits: the lowest of several Skills, or rote."""

    traits: tuple[Trait, ...] = ()
    """The traits that are added up; a pool with `lowest` has one besides its Skills."""
    lowest: tuple[Trait, ...] = ()
    """The Skills of which the lowest is added [DP-SKILL-03]."""
    rote: bool = False
    """Whether preparation, tools or powers make it a rote action [DP-ROTE-01]."""
    impossible: bool = False
    """Whether it cannot be done this way, and is not offered [DP-R-94]."""


Pool = tuple[Trait, ...] | PoolTable
"""One or two traits, or a table that says more."""
Pools = Annotated[tuple[Pool, ...], Meta(min_length=1, max_length=8)]


class Detail(Sheet):
    """Something that helps or hinders: equipment, footing, light, a crowd."""

    label: Name
    """The name of the detail."""
    dice: Annotated[int, Meta(ge=1, le=30)]
    """The dice it is worth alone [DP-EDGE-03]."""
    when: tuple[Tag, ...] = ()
    """The tags that must all hold for it to count [DP-EDGE-04]."""
    extraordinary: bool = False
    """Whether it lifts the cap of the assessment it is part of [DP-R-07]."""
    weapon: bool = False
    """Whether it is a weapon, which may add damage in place of dice [DP-R-16]."""


class SceneDetail(Detail):
    """A detail of the scene, and whom it concerns."""

    kind: Literal["edge", "difficulty"] = "difficulty"
    """Whether it is an edge, which adds dice, or a difficulty, which takes them away
    [DP-POOL-04].
    """
    who: tuple[SeatName, ...] = ()
    """The characters it concerns; if empty, everybody."""
    intents: tuple[Annotated[Name, Ref("seats.intents")], ...] = ()
    """The intents it concerns; if empty, all."""
    from_round: Round = 1
    """The first round in which it counts."""
    to_round: Annotated[Round | None, NotBefore("from_round")] = None
    """The last round in which it counts; by default, to the end."""


class Place(Sheet):
    """Tags that hold for some rounds."""

    tags: tuple[Name, ...]
    """The tags that hold, which details may require."""
    from_round: Round = 1
    """The first round in which they hold."""
    to_round: Annotated[Round | None, NotBefore("from_round")] = None
    """The last round in which they hold; by default, to the end."""


class Automatic(Sheet):
    """A tool or power that adds successes after the roll."""

    add: Rating = 0
    """The successes added [DP-AUTO-02]."""
    floor: Rating = 0
    """The least total it guarantees [DP-AUTO-01]."""
    cancel: Rating = 0
    """How many of the opponents' automatic successes it cancels [DP-AUTO-06]."""
    cancels_floor: bool = False
    """Whether it cancels the least totals guaranteed to opponents [DP-R-30]."""
    scope: Literal["contested", "static", "both"] = "contested"
    """Whether it works in contests, against static obstacles, or both [DP-AUTO-03]."""
    when: tuple[Tag, ...] = ()
    """The tags that must all hold for it to work."""


class Intent(Sheet, kw_only=True):
    """Something a character may want in a round, and by which pools.

    In a task it is a way to go about the obstacle.
    """

    parts: ClassVar[Mapping[str, Part]] = MappingProxyType(
        {
            "edges": Part("edge"),
        }
    )

    added: ClassVar[frozenset[str]] = frozenset({"at_risk"})

    name: Name
    """The name of the intent."""
    kind: Literal[
        "harm",
        "affliction",
        "escape",
        "seize",
        "best",
        "hold",
        "persuade_or_shame",
        "hinder",
        "prepare",
    ] = "best"
    """The kind of the intent, which decides what winning gives [DP-R-73]."""
    arena: ArenaName = "physical"
    """The arena in which a loss to it counts [DP-R-20]."""
    means: Annotated[str, Ref("means")] = ""
    """The means, which decide the severity of harm [DP-R-16]."""
    pools: Pools
    """The pools to roll for it; the first is the default [DP-ATTR-02]."""
    specialties: tuple[Name, ...] = ()
    """The Specialties that apply, for one die in all [DP-SKILL-04]."""
    edges: tuple[Detail, ...] = ()
    """The details that help it [DP-EDGE-01]."""
    difficulties: tuple[Detail, ...] = ()
    """The details that hinder it [DP-DIFF-01]."""
    tags: tuple[Name, ...] = ()
    """The tags that hold during this act."""
    settles: bool | None = None
    """Whether it gives its side the stake; by default, as its kind does [DP-R-84]."""
    worth: Share = 1.0
    """The return of its own side when it settles the conflict [DP-R-90]."""
    leaves: Share = 0.0
    """The return of the others when it settles the conflict [DP-R-90]."""
    premeditated: bool = False
    """Whether a death it causes is murder, not a killing on impulse [DP-R-54]."""
    unseen: bool = False
    """Whether its owner does not learn at once what it has done [DP-R-55]."""
    crime: Annotated[int, Meta(ge=1, le=5)] | None = None
    """The rating of the crime it is when it takes effect [DP-R-103]."""
    vice: bool = False
    """Whether declaring it gives in to the Vice [DP-R-101]."""
    virtue: bool = False
    """Whether it serves the Virtue, which may be shown if a risk is run [DP-R-101]."""
    at_risk: bool = False
    """Whether trying it is a risk, even where nobody is hurt [DP-R-101]."""
    costs_willpower: bool = False
    """Whether it costs a point of Willpower to try at all [DP-R-105]."""
    from_round: Round = 1
    """The first round in which it can be declared."""
    resistant: bool = False
    """Whether the wounds it makes are Resistant [DP-RESIST-01]."""
    minutes: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """The minutes an attempt takes in a task; 0: as the rulings say."""


class Character(Sheet, kw_only=True):
    """A character that takes part."""

    parts: ClassVar[Mapping[str, Part]] = MappingProxyType(
        {
            "skills": Part("Skill", without=0),
            "specialties": Part("Specialty"),
            "intimacies": Part("Intimacy"),
            "automatic": Part("automatic success"),
            "armor": Part("armour"),
        }
    )

    name: Name
    """The name of the character, unique in the scenario."""
    side: str = ""
    """The side of the character, which wins and loses together; by default, a side of
    its own.
    """
    agent: str = "steady"
    """The agent that makes the choices of the character's player."""
    kind: Literal["human", "supernatural", "feral", "incomprehensible"] = "human"
    """What kind of being it is [DP-MORAL-06]."""
    normal: bool = True
    """Whether bashing wounds can knock it out [DP-R-39]."""
    has_social: bool = True
    """Whether social acts can reach it [DP-ATTR-14]."""
    attributes: dict[AttributeName, Annotated[int, Meta(ge=0, le=20)]]
    """All nine Attributes, by name [DP-ATTR-01]."""
    skills: dict[Name, Annotated[int, Meta(ge=0, le=20)]] = field(
        default_factory=dict[Name, Annotated[int, Meta(ge=0, le=20)]]
    )
    """The Skills of the character; all others are 0 [DP-R-05]."""
    specialties: dict[Annotated[Name, Ref(".skills")], tuple[Name, ...]] = field(
        default_factory=dict[Name, tuple[Name, ...]]
    )
    """The Specialties of the character, by Skill [DP-SKILL-04]."""
    health: Annotated[int, Meta(ge=1, le=40)] | None = None
    """The boxes of Health; by default, 5 plus Stamina [DP-HEALTH-01]."""
    willpower: Willpower = Willpower()
    """The Willpower of the character."""
    morality: Annotated[int, Meta(ge=0, le=5)] | None = None
    """The Morality of a humanlike being; by default, it has none [DP-MORAL-01]."""
    virtue: str | None = None
    """The Virtue, if there is one [DP-WILL-12]."""
    vice: str | None = None
    """The Vice, if there is one [DP-WILL-11]."""
    intimacies: Annotated[tuple[Intimacy, ...], Distinct()] = ()
    """The ties of the character [DP-INTIM-01]."""
    power_trait: Rating = 0
    """The trait a supernatural being rolls to regain a dot [DP-WILL-15]."""
    intents: Annotated[tuple[Intent, ...], Distinct()] = ()
    """What the character may want, in the order in which it is offered [DP-R-73]."""
    resists: dict[ArenaName, Pools] = field(default_factory=dict[ArenaName, Pools])
    """The pools to contest the acts of others with, by arena [DP-R-79]."""
    tend: Pool = ("intelligence", "medicine")
    """The pool to stop bleeding with [DP-R-37]."""
    treat: Pool = ("intelligence", "medicine")
    """The pool to treat Resistant wounds with [DP-R-43]."""
    help: Annotated[int, Meta(ge=1, le=20)] = 1
    """The dice that this character's help is worth to an ally [DP-R-72]."""
    automatic: tuple[Automatic, ...] = ()
    """Tools or powers that add successes [DP-AUTO-01]."""
    armor: Rating = 0
    """The points that armour takes off every harm [DP-R-93]."""
    harm_cap: Rating | None = None
    """The most points that a single harm can do [DP-R-93]."""
    heals_naturally: bool = True
    """Whether wounds heal naturally [DP-HEAL-03]."""
    healing_factor: Annotated[int, Meta(ge=1, le=1000)] = 1
    """The factor by which wounds heal faster [DP-HEAL-04]."""
    unaware_until: Round = 1
    """The first round in which the character is aware of the conflict [DP-R-92]."""
    tallies: Tallies = Tallies()
    """What the character can lose besides Health."""
    now: Now = Now()
    """The state of the character as the conflict begins."""
