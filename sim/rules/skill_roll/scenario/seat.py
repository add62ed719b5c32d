"""A character of a scenario file, as its author writes it."""

from typing import Annotated, Literal

from msgspec import Meta, field

from sim.rules.skill_roll.skills.attack_result import Blow
from sim.seam.protocol import Sheet
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
    """A power: its ranks, and what is odd about its maximum."""

    name: Name
    """The power goes by this name."""
    ranks: Annotated[int, Meta(ge=1, le=100)]
    """It has so many ranks [SK-POW-01]."""
    improved_maximum: bool = False
    """It can be pushed more than two ranks beyond its own [SK-POW-04]."""
    increased_maximum_effect: bool = False
    """The bonus damage of its attacks has no cap [SK-ATTRES-05]."""
    base_difficulty: Count = 20
    """Its own guideline: using it starts from here, not from 20 [SK-POW-06]."""


class Attack(Sheet):
    """A form of attack: what it does, how far it reaches, what stands against it."""

    name: Name
    """The attack goes by this name."""
    skill: Skill
    """It is made with this skill; without it, an attribute counts [SK-RUL-27]."""
    damage_per_rank: Annotated[int, Meta(ge=0, le=1000)]
    """Each rank does so much damage [SK-ATTRES-03]."""
    ranks: Annotated[int, Meta(ge=1, le=100)]
    """It has so many ranks [SK-ATTRES-03]."""
    power: Annotated[str, Ref(".powers")] = ""
    """It comes from this power of the same character, if from any."""
    appropriate_defences: tuple[Skill, ...] = ()
    """These skills are a defence against it [SK-RUL-29]."""
    hand_to_hand: bool = True
    """It is made hand to hand, so that it can cost one's position [SK-RUL-22]."""
    physical: bool = True
    """Motion, range and OOPS count for it [SK-RUL-19]."""
    area: bool = False
    """It is aimed at a place and takes all who stand there [SK-RUL-49]."""
    radius_du: Annotated[int, Meta(ge=0, le=60)] = 0
    """An area attack takes all within so many Distance Units [SK-RUL-49]."""
    winging_meaningful: bool = True
    """A graze does half the damage; otherwise none [SK-RUL-24]."""
    increased_maximum_effect: bool = False
    """Its bonus damage has no cap [SK-ATTRES-05]."""
    reach_du: Units | None = None
    """It reaches so far; unset, anywhere [SK-RUL-47]."""
    hidden: bool = False
    """Its target never sees it coming [SK-RUL-46]."""
    attribute: Attribute = "dex"
    """This attribute of the target counts where it does not defend [SK-ATTACK-04]."""

    def blow(self, ranks: int | None = None) -> Blow:
        """Return what it strikes with: all its ranks unless fewer are used."""
        return Blow(
            self.damage_per_rank,
            self.ranks if ranks is None else ranks,
            self.increased_maximum_effect,
            self.winging_meaningful,
        )


class Aim(Sheet):
    """What a character wants of it, and what it leaves to the others."""

    name: Name
    """The aim goes by this name."""
    worth: Share = 1.0
    """Its owner gets this by winning [SK-RUL-42]."""
    leaves: Share = 0.0
    """The others get this when it is obtained [SK-RUL-42]."""
    deadly: Annotated[int, Meta(ge=0, le=10)] = 0
    """It is so deadly; agents compare it [SK-RUL-42]."""
    against: str = ""
    """It is aimed at this side; unset, at all others [SK-RUL-59]."""


class Approach(Sheet):
    """A way to act in a contest: with which skill, and which skills resist it."""

    name: Name
    """The approach goes by this name."""
    skill: Skill
    """One acts with this skill; without it, an attribute counts [SK-RUL-27]."""
    resisted_by: tuple[Skill, ...] = ()
    """These skills resist it; without them, an attribute does [SK-RUL-50]."""
    quantitative: bool = False
    """It gains more the better it goes [SK-CONF-03]."""
    attribute: Attribute = "dex"
    """This attribute counts where a skill is missing [SK-RUL-27]."""


class Character(Sheet):
    """One who takes part."""

    name: Name
    """The character goes by this name, which nobody else may have."""
    side: str = ""
    """Those of one side win and lose together; unset: a side of one's own."""
    agent: str = "steady"
    """This agent makes the choices of the character's player."""
    npc: bool = False
    """It takes 10 rather than rolling when it opposes [SK-RUL-04]."""
    acts: bool = True
    """It acts in a contest; otherwise it only resists [SK-RUL-50]."""
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
    """What it may want, the first at the start; unset: only to win [SK-RUL-42]."""
    may_concede: bool = True
    """This says whether it may ever give up [SK-CONF-06]."""
    may_withdraw: bool = False
    """This says whether it may try to get away [SK-CONF-07]."""
    withdraw_with: Annotated[str, Ref("skills")] = ""
    """It gets away by this skill; without it, by its dex [SK-CONF-07]."""
    capacity: Annotated[int, Meta(ge=1, le=10000)] = 100
    """So much damage takes it out [SK-RUL-33]."""
    damage: Annotated[int, Meta(ge=0, le=80000)] = 0
    """It enters with so many eighths of damage [SK-RUL-64]."""
    velocity: Count = 0
    """It moves so fast, in VEL units [SK-ATTACK-07]."""
    size_du: Units = 2
    """It is so large, in Distance Units [SK-ATTACK-08]."""
    awareness: Aware = "aware"
    """This is what it knows of the fight at the start [SK-RUL-34]."""
    asked_before: tuple[tuple[Name, Name], ...] = ()
    """These subjects were asked of these skills before, as [skill, subject]."""
    recorded: dict[Name, Rank] = field(default_factory=dict[str, int])
    """Specialised skills it recorded earlier, and carries on [SK-RUL-62]."""

    def __hash__(self) -> int:
        """Go by the name and by what differs from one chapter to the next."""
        ranks = frozenset(self.skills.items()), frozenset(self.recorded.items())
        return hash((self.name, self.damage, *ranks))
