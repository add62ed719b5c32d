"""What a scenario file of the Solar System says, as its author writes it.

Names are names here; `setup.py` turns them into numbers once, before play.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from sim.protocol import Scenario, SeatInfo
from sim.rules.solar_system.scenario.rulings import Rulings

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
    """The pool whose points it spends."""
    tags: Tags = ()
    """Situations it makes, for the `when` of items."""
    closed: bool = False
    """Whether it is shut to those who neither have it nor are `opened` to it."""


class Pools(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The three pools' scores, which are their maxima [SS-POOL-01, SS-POOL-03]."""

    vigor: Score
    """Score of Vigor."""
    instinct: Score
    """Score of Instinct."""
    reason: Score
    """Score of Reason."""


class PoolsNow(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is left in the pools when the conflict starts, where it is less."""

    vigor: Annotated[int, Meta(ge=0)] | None = None
    """Points of Vigor left; the whole score when left out."""
    instinct: Annotated[int, Meta(ge=0)] | None = None
    """Points of Instinct left; the whole score when left out."""
    reason: Annotated[int, Meta(ge=0)] | None = None
    """Points of Reason left; the whole score when left out."""


class Intention(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One rung of a ladder: a goal, and the actions that serve it [SS-INT-01]."""

    name: Name
    """What its owner wants, in words."""
    target: Name | None = None
    """The one of another side against whom it is."""
    actions: tuple[Name, ...] = ()
    """Abilities on its owner's sheet that serve it; all ranked ones when empty."""
    permanent: bool = False
    """It kills, removes or permanently injures [RUL-71]."""
    later: bool = False
    """It cannot be the first intention: somebody must change to it."""
    tags: Tags = ()
    """Situations it makes, for the `when` of items."""
    worth: Share = 1.0
    """What its owner gets when it is obtained, from 0 to 1."""
    leaves: Share = 0.0
    """What the one gets against whom it is obtained, from 0 to 1."""


class Bonus(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an item does, and when [SS-ITEM-02, SS-ITEM-03]."""

    role: Literal["weapon", "armor"]
    """A weapon adds to harm done, armor takes from harm suffered."""
    rating: Rating
    """How much it adds or takes."""
    when: Tags = ()
    """Tags that must all hold for it to count; it always does when empty."""


class Item(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Anything that helps or protects in given situations [SS-ITEM-01]."""

    name: Name
    """What it is called; its owner has no other of the name."""
    bonuses: tuple[Bonus, ...]
    """What it does, each in its situation."""


class Prop(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something at hand that may be proposed as a +1 weapon [SS-FAC-04]."""

    name: Name
    """What it is called."""
    ability: Name
    """The ability it may help, on its owner's sheet."""
    allowed: bool = True
    """Whether it counts where the Story Guide is not asked."""


class Character(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One who takes part, and the seat that chooses for them."""

    name: Name
    """What all else in the file calls this character."""
    pools: Pools
    """The scores of the three pools."""
    now: PoolsNow = PoolsNow()
    """What is left in the pools at the start."""
    abilities: dict[Name, RankName]
    """The sheet: ability -> rank; what is not on it is rolled at Nil."""
    intentions: tuple[Intention, ...] = ()
    """What it may want, from the mildest to the deadliest."""
    side: Name | None = None
    """Those of one side stand together; alone when left out."""
    agent: str = "steady"
    """Who chooses for it unless a run says otherwise."""
    story_guide: bool = False
    """Whether it belongs to the Story Guide and not to a player."""
    major: bool = False
    """Whether it is a major named character, whom no simple check removes [RUL-71]."""
    bystander: bool = False
    """Whether it only looks on at first and may join later."""
    tags: Tags = ()
    """Situations it makes, for the `when` of items."""
    items: tuple[Item, ...] = ()
    """Weapons and armor it has with it."""
    props: tuple[Prop, ...] = ()
    """Things at hand it may propose as weapons."""
    harm: dict[Annotated[str, Meta(pattern="^[1-7]$")], PoolName] = field(
        default_factory=dict[str, PoolName]
    )
    """Boxes ticked at the start: number -> the pool of the wound."""
    bruise_dice: Annotated[int, Meta(ge=0)] = 0
    """Penalty dice for bruises it still owes at the start."""
    opened: tuple[Name, ...] = ()
    """Closed abilities whose prerequisite this character meets."""


class Check(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One character's part in the check that opens the conflict [SS-CHK-01]."""

    who: Name
    """The character who rolls."""
    abilities: tuple[Name, ...]
    """Those to choose from; the first is the default."""
    difficulty: Annotated[int, Meta(ge=1, le=2)] = 1
    """The success level it takes."""
    circumstance: Annotated[int, Meta(ge=0, le=2)] = 0
    """Penalty dice for circumstances."""
    against: Name | None = None
    """Who resists a secondary check of a linked one [SS-TOG-06]."""
    answers: tuple[Name, ...] = ()
    """The abilities *against* may answer with."""
    if_failed: Literal["no_effect", "penalty_die", "blocked"] | None = None
    """What failing does to the next check; else as `link_failure_default` says."""


Kind = Literal["unopposed", "competitive", "resisted", "linked", "group", "pain"]


class Opening(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How it starts: with a check of some kind, or at once in the Pain."""

    kind: Kind = "pain"
    """Which kind of check starts it; `pain` starts without one."""
    checks: tuple[Check, ...] = ()
    """Who rolls what; in a resisted check the first is the instigator."""
    group: Literal["same", "building"] = "same"
    """`same` ability (highest rank first), or `building` on each other in order."""


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
    """What the seat is called."""
    agent: str = "storyteller"
    """Who judges unless a run says otherwise."""
    asked: tuple[RulingKind, ...] = ()
    """The judgements it is asked for; the scenario settles all others."""


class Circumstance(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Penalty dice the scenario puts on one character's Pain rolls [SS-DIE-08]."""

    who: Name
    """The character it makes things hard for."""
    dice: Annotated[int, Meta(ge=1, le=2)]
    """How many penalty dice."""
    volleys: tuple[int, ...] = ()
    """In which volleys; in all when empty."""


class Refresh(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An act that fills a pool again, alone or as a contest [SS-REF-01]."""

    name: Name
    """What is done."""
    who: Name
    """Whose pool is filled."""
    pool: PoolName
    """Which pool is filled."""
    partner: Name
    """With whom it is done."""
    contest: tuple[Name, Name] | None = None
    """The abilities of the two, where it must be won first."""


class Aftermath(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What may be done once the Pain is over."""

    heal_with: tuple[Name, ...] = ()
    """Abilities that heal, such as First Aid [SS-HEAL-01]."""
    refresh: tuple[Refresh, ...] = ()
    """Acts that fill pools."""


class SolarScenario(Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A conflict of the Solar System."""

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
    parallel: tuple[tuple[Name, Name], ...] = ()
    """Pairs of abilities whose actions do not get in each other's way."""
    obstruct: Literal["always", "choice"] = "always"
    """Whether an action may leave its target's action alone [RUL-46]."""
    relevant: dict[Name, tuple[Name, ...]] = field(
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


def seats(scenario: SolarScenario) -> tuple[SeatInfo, ...]:
    """Return the seats: the characters', then the Story Guide's if he is needed."""
    sides = list(dict.fromkeys(seat.side or seat.name for seat in scenario.seats))
    people = tuple(
        SeatInfo(
            seat.name,
            sides.index(seat.side or seat.name),
            seat.agent,
            seat.side or seat.name,
        )
        for seat in scenario.seats
    )
    guide = scenario.story_guide
    if guide.asked or scenario.gift_dice:
        return (*people, SeatInfo(guide.name, None, guide.agent))
    return people
