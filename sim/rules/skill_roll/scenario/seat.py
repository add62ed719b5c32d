"""A character of a scenario file, as its author writes it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from sim.rules.skill_roll.skills.attack_result import Blow
from sim.seam.protocol import Part, Sheet
from sim.spine.marks import Distinct, Ref

Name = Annotated[str, Meta(min_length=1, max_length=80)]
Skill = Annotated[Name, Ref("skills")]
"""A skill that somebody has."""
Attribute = Annotated[Name, Ref("attributes")]
"""An attribute that somebody has."""
Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Round = Annotated[int, Meta(ge=1, le=1000)]
Rank = Annotated[int, Meta(ge=-50, le=100)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Units = Annotated[int, Meta(ge=-20, le=60)]
Aware = Literal["aware", "unaware_of_attack", "unaware_of_danger"]


class Power(Sheet):
    """A power: its ranks, and exceptions to its maximum."""

    name: Name
    """The name of the power."""
    ranks: Annotated[int, Meta(ge=1, le=100)]
    """The ranks of the power [SK-POW-01]."""
    improved_maximum: bool = False
    """Whether it can be pushed more than two ranks beyond its own [SK-POW-04]."""
    increased_maximum_effect: bool = False
    """The bonus damage of its attacks has no cap [SK-ATTRES-05]."""
    base_difficulty: Count = 20
    """The base difficulty of using it, in place of 20 [SK-POW-06]."""


class Attack(Sheet):
    """A form of attack: its damage, its reach, and the defences against it."""

    name: Name
    """The name of the attack."""
    skill: Skill
    """The skill it is made with; those who lack it use an attribute [SK-RUL-27]."""
    damage_per_rank: Annotated[int, Meta(ge=0, le=1000)]
    """The damage of each rank [SK-ATTRES-03]."""
    ranks: Annotated[int, Meta(ge=1, le=100)]
    """The ranks of the attack [SK-ATTRES-03]."""
    power: Annotated[str, Ref(".powers")] = ""
    """The power of the same character it comes from, if any."""
    appropriate_defences: tuple[Skill, ...] = ()
    """The skills that are a defence against it [SK-RUL-29]."""
    hand_to_hand: bool = True
    """Whether it is made hand to hand, and can put its attacker out of position
    [SK-RUL-22].
    """
    physical: bool = True
    """Whether motion, range and OOPS count for it [SK-RUL-19]."""
    area: bool = False
    """Whether it is aimed at a place and hits all who stand there [SK-RUL-49]."""
    radius_du: Annotated[int, Meta(ge=0, le=60)] = 0
    """The radius of an area attack, in Distance Units [SK-RUL-49]."""
    winging_meaningful: bool = True
    """Whether a graze does half the damage; otherwise it does none [SK-RUL-24]."""
    increased_maximum_effect: bool = False
    """Its bonus damage has no cap [SK-ATTRES-05]."""
    reach_du: Units | None = None
    """Its reach in Distance Units; by default, anywhere [SK-RUL-47]."""
    hidden: bool = False
    """Whether its target never sees it coming [SK-RUL-46]."""
    attribute: Attribute = "dex"
    """The attribute of the target that counts if it does not defend [SK-ATTACK-04]."""

    def blow(self, ranks: int | None = None) -> Blow:
        """Return its blow, with all its ranks unless fewer are used."""
        return Blow(
            self.damage_per_rank,
            self.ranks if ranks is None else ranks,
            self.increased_maximum_effect,
            self.winging_meaningful,
        )


class Aim(Sheet):
    """What a character wants from the conflict, and what it leaves to the others."""

    name: Name
    """The name of the aim."""
    worth: Share = 1.0
    """The owner's return for winning [SK-RUL-42]."""
    leaves: Share = 0.0
    """The others' return when it is obtained [SK-RUL-42]."""
    deadly: Annotated[int, Meta(ge=0, le=10)] = 0
    """How deadly it is; agents compare these numbers [SK-RUL-42]."""
    against: str = ""
    """The side it is aimed at; by default, all others [SK-RUL-59]."""


class Approach(Sheet):
    """A way to act in a contest: with which skill, and which skills resist it."""

    name: Name
    """The name of the approach."""
    skill: Skill
    """The skill to act with; those who lack it use an attribute [SK-RUL-27]."""
    resisted_by: tuple[Skill, ...] = ()
    """The skills that resist it; those who lack them use an attribute [SK-RUL-50]."""
    quantitative: bool = False
    """Whether better success gains more [SK-CONF-03]."""
    attribute: Attribute = "dex"
    """The attribute that counts where a skill is missing [SK-RUL-27]."""


class Character(Sheet):
    """A character that takes part."""

    parts: ClassVar[Mapping[str, Part]] = MappingProxyType(
        {
            "skills": Part("skill"),
            "powers": Part("power"),
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
    npc: bool = False
    """Whether it takes 10 rather than rolling when it opposes [SK-RUL-04]."""
    acts: bool = True
    """Whether it acts in a contest; otherwise it only resists [SK-RUL-50]."""
    attributes: dict[Name, Rank] = field(default_factory=dict[str, int])
    """Its attributes; dex is 10 unless it is among them [SK-ATTACK-04]."""
    skills: dict[Name, Rank] = field(default_factory=dict[str, int])
    """Its skills and their ranks [SK-ROLL-02]."""
    powers: Annotated[tuple[Power, ...], Distinct()] = ()
    """Its powers [SK-POW-01]."""
    attacks: Annotated[tuple[Attack, ...], Distinct()] = ()
    """Its forms of attack, in the order in which they are offered [SK-RUL-41]."""
    approaches: Annotated[tuple[Approach, ...], Distinct()] = ()
    """Its ways to act in a contest, in the order in which they are offered."""
    aims: Annotated[tuple[Aim, ...], Distinct()] = ()
    """The aims it may have, the first at the start; by default, only to win
    [SK-RUL-42].
    """
    may_concede: bool = True
    """Whether it may ever give up [SK-CONF-06]."""
    may_withdraw: bool = False
    """Whether it may try to get away [SK-CONF-07]."""
    withdraw_with: Annotated[str, Ref("skills")] = ""
    """The skill it gets away by; without one, its dex [SK-CONF-07]."""
    capacity: Annotated[int, Meta(ge=1, le=10000)] = 100
    """The damage that takes it out [SK-RUL-33]."""
    damage: Annotated[int, Meta(ge=0, le=80000)] = 0
    """The damage it enters with, in eighths of a point [SK-RUL-64]."""
    velocity: Count = 0
    """Its speed in VEL units [SK-ATTACK-07]."""
    size_du: Units = 2
    """Its size in Distance Units [SK-ATTACK-08]."""
    awareness: Aware = "aware"
    """How aware it is of the fight at the start [SK-RUL-34]."""
    asked_before: tuple[tuple[Name, Name], ...] = ()
    """Subjects asked of its skills before, as [skill, subject]."""
    recorded: dict[Name, Rank] = field(default_factory=dict[str, int])
    """Specialised skills it recorded earlier and keeps [SK-RUL-62]."""

    def __hash__(self) -> int:
        """Go by the name and by what differs from one chapter to the next."""
        ranks = frozenset(self.skills.items()), frozenset(self.recorded.items())
        return hash((self.name, self.damage, *ranks))
