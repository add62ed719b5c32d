"""Those who take part: their traits, what they may want, and by which pools."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from sim.rules.dice_pool.scenario.now import Now, Tallies, Willpower
from sim.rules.dice_pool.scenario.steps import Intimacy, Name, SeatName
from sim.seam.protocol import Sheet
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
    """A pool of more than plain traits: the lowest of several Skills, or rote."""

    traits: tuple[Trait, ...] = ()
    """These traits are added up; a breadth pool has one beside its Skills."""
    lowest: tuple[Trait, ...] = ()
    """The lowest of these Skills is added [DP-SKILL-03]."""
    rote: bool = False
    """Preparation, tools or powers make it a rote action [DP-ROTE-01]."""
    impossible: bool = False
    """It cannot be done so, and is not offered [DP-R-94]."""


Pool = tuple[Trait, ...] | PoolTable
"""One or two traits, or a table that says more."""
Pools = Annotated[tuple[Pool, ...], Meta(min_length=1, max_length=8)]


class Detail(Sheet):
    """Something that helps or hinders: equipment, footing, light, a crowd."""

    label: Name
    """The detail is called so."""
    dice: Annotated[int, Meta(ge=1, le=30)]
    """Alone it is worth so many dice [DP-EDGE-03]."""
    when: tuple[Tag, ...] = ()
    """It counts only where all of these tags hold [DP-EDGE-04]."""
    extraordinary: bool = False
    """It lifts the cap of the assessment it is part of [DP-R-07]."""
    weapon: bool = False
    """It is a weapon, which may add damage in place of dice [DP-R-16]."""


class SceneDetail(Detail):
    """A detail of the scene, and whom it concerns."""

    kind: Literal["edge", "difficulty"] = "difficulty"
    """An edge adds dice, a difficulty takes them away [DP-POOL-04]."""
    who: tuple[SeatName, ...] = ()
    """It concerns these; empty: everybody."""
    intents: tuple[Annotated[Name, Ref("seats.intents")], ...] = ()
    """It concerns these intents; empty: all."""
    from_round: Round = 1
    """It counts from this round on."""
    to_round: Annotated[Round | None, NotBefore("from_round")] = None
    """It counts up to and including this round; unset, to the end."""


class Place(Sheet):
    """Tags that hold for some rounds."""

    tags: tuple[Name, ...]
    """These tags hold, which details ask for."""
    from_round: Round = 1
    """They hold from this round on."""
    to_round: Annotated[Round | None, NotBefore("from_round")] = None
    """They hold up to and including this round; unset, to the end."""


class Automatic(Sheet):
    """A tool or power that adds successes after the roll."""

    add: Rating = 0
    """So many successes are added [DP-AUTO-02]."""
    floor: Rating = 0
    """The total is at least this [DP-AUTO-01]."""
    cancel: Rating = 0
    """So many successes that opponents have added are cancelled [DP-AUTO-06]."""
    cancels_floor: bool = False
    """It undoes what opponents are guaranteed [DP-R-30]."""
    scope: Literal["contested", "static", "both"] = "contested"
    """It works in contests, against static obstacles, or in both [DP-AUTO-03]."""
    when: tuple[Tag, ...] = ()
    """It works only where all of these tags hold."""


class Intent(Sheet, kw_only=True):
    """Something a character may want of a round, and by which pools.

    In a task it is a way to go about the obstacle.
    """

    added: ClassVar[frozenset[str]] = frozenset({"at_risk"})

    name: Name
    """The intent goes by this name."""
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
    """What winning gives follows from this [DP-R-73]."""
    arena: ArenaName = "physical"
    """A loss to it counts in this arena [DP-R-20]."""
    means: Annotated[str, Ref("means")] = ""
    """Harm is as severe as these means are [DP-R-16]."""
    pools: Pools
    """These pools serve it; the first is what silence means [DP-ATTR-02]."""
    specialties: tuple[Name, ...] = ()
    """Of one's Specialties these apply, for one die in all [DP-SKILL-04]."""
    edges: tuple[Detail, ...] = ()
    """These details help it [DP-EDGE-01]."""
    difficulties: tuple[Detail, ...] = ()
    """These details burden it [DP-DIFF-01]."""
    tags: tuple[Name, ...] = ()
    """These tags hold when one goes about it so."""
    settles: bool | None = None
    """It gives its side the stake; unset: as its kind does [DP-R-84]."""
    worth: Share = 1.0
    """One's own side gets this when it settles the conflict [DP-R-90]."""
    leaves: Share = 0.0
    """The others get this when it settles the conflict [DP-R-90]."""
    premeditated: bool = False
    """A death it causes is murder, and not a killing on impulse [DP-R-54]."""
    unseen: bool = False
    """Its owner does not learn at once what it has done [DP-R-55]."""
    crime: Annotated[int, Meta(ge=1, le=5)] | None = None
    """It is a crime of this rating when it takes effect [DP-R-103]."""
    vice: bool = False
    """Declaring it gives in to the Vice [DP-R-101]."""
    virtue: bool = False
    """It serves the Virtue, which may be shown if a risk is run [DP-R-101]."""
    at_risk: bool = False
    """Who tries it runs a risk, though nobody is hurt [DP-R-101]."""
    costs_willpower: bool = False
    """It takes a point of Willpower to try at all [DP-R-105]."""
    from_round: Round = 1
    """It can be declared from this round on."""
    resistant: bool = False
    """The wounds it makes are Resistant [DP-RESIST-01]."""
    minutes: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """In a task an attempt takes so long; 0: as the rulings say."""


class Character(Sheet, kw_only=True):
    """One who takes part."""

    name: Name
    """The character goes by this name, which nobody else may have."""
    side: str = ""
    """Those of one side win and lose together; unset: a side of one's own."""
    agent: str = "steady"
    """This agent makes the choices of the character's player."""
    kind: Literal["human", "supernatural", "feral", "incomprehensible"] = "human"
    """What kind of being it is [DP-MORAL-06]."""
    normal: bool = True
    """It can be knocked out by bashing wounds [DP-R-39]."""
    has_social: bool = True
    """It can be reached by social acts [DP-ATTR-14]."""
    attributes: dict[AttributeName, Annotated[int, Meta(ge=0, le=20)]]
    """All nine Attributes, by name [DP-ATTR-01]."""
    skills: dict[Name, Annotated[int, Meta(ge=0, le=20)]] = field(
        default_factory=dict[Name, Annotated[int, Meta(ge=0, le=20)]]
    )
    """The Skills one has; all others are 0 [DP-R-05]."""
    specialties: dict[Annotated[Name, Ref(".skills")], tuple[Name, ...]] = field(
        default_factory=dict[Name, tuple[Name, ...]]
    )
    """The Specialties one has, by Skill [DP-SKILL-04]."""
    health: Annotated[int, Meta(ge=1, le=40)] | None = None
    """So many boxes there are; unset: 5 and Stamina [DP-HEALTH-01]."""
    willpower: Willpower = Willpower()
    """This is the character's Willpower."""
    morality: Annotated[int, Meta(ge=0, le=5)] | None = None
    """The Morality of a humanlike being; unset: it has none [DP-MORAL-01]."""
    virtue: str | None = None
    """The Virtue, if there is one [DP-WILL-12]."""
    vice: str | None = None
    """The Vice, if there is one [DP-WILL-11]."""
    intimacies: Annotated[tuple[Intimacy, ...], Distinct()] = ()
    """These are the character's ties [DP-INTIM-01]."""
    power_trait: Rating = 0
    """A supernatural being rolls this to regain a dot [DP-WILL-15]."""
    intents: Annotated[tuple[Intent, ...], Distinct()] = ()
    """What one may want, in the order in which it is offered [DP-R-73]."""
    resists: dict[ArenaName, Pools] = field(default_factory=dict[ArenaName, Pools])
    """With these pools one contests what others do [DP-R-79]."""
    tend: Pool = ("intelligence", "medicine")
    """With this pool one stops bleeding [DP-R-37]."""
    treat: Pool = ("intelligence", "medicine")
    """With this pool one treats Resistant wounds [DP-R-43]."""
    help: Annotated[int, Meta(ge=1, le=20)] = 1
    """Helping an ally is a detail of so many dice [DP-R-72]."""
    automatic: tuple[Automatic, ...] = ()
    """These tools or powers add successes [DP-AUTO-01]."""
    armor: Rating = 0
    """So many points come off every harm [DP-R-93]."""
    harm_cap: Rating | None = None
    """No harm is worth more points than this [DP-R-93]."""
    heals_naturally: bool = True
    """Wounds heal of themselves [DP-HEAL-03]."""
    healing_factor: Annotated[int, Meta(ge=1, le=1000)] = 1
    """Wounds heal so many times as fast [DP-HEAL-04]."""
    unaware_until: Round = 1
    """Before this round the character knows of nothing [DP-R-92]."""
    tallies: Tallies = Tallies()
    """What the character can lose beside Health."""
    now: Now = Now()
    """How the character stands as it begins."""
