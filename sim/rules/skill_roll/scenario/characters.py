"""A character in numbers."""

from msgspec import Struct

from sim.rules.skill_roll.scenario.rulings import Rulings
from sim.rules.skill_roll.scenario.seat import (
    Aim,
    Approach,
    Attack,
    Character,
    Power,
)
from sim.rules.skill_roll.scenario.sheet import side_of
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.skills.attack_result import EIGHTHS, Blow

DEX = "dex"
"""The attribute that counts where none is named [SK-ATTACK-04]."""
AVERAGE = 10
"""The DEX of whoever has no other."""
WIN = "win"
"""What everyone wants who has no other aim [SK-RUL-42]."""


class FormData(Struct, frozen=True, gc=False):
    """A form of attack, in numbers; *reach* is None for anywhere."""

    name: str
    skill: str
    blow: Blow
    defences: tuple[str, ...]
    hand_to_hand: bool
    physical: bool
    area: bool
    radius: int
    reach: int | None
    hidden: bool
    attribute: str


class ApproachData(Struct, frozen=True, gc=False):
    """A way to act in a contest."""

    name: str
    skill: str
    resisted_by: tuple[str, ...]
    measured: bool
    attribute: str


class AimData(Struct, frozen=True, gc=False):
    """What one wants; *against* is the name of a side, "" for all others."""

    name: str
    worth: float
    leaves: float
    deadly: int
    against: str


class PowerData(Struct, frozen=True, gc=False):
    """A power, in numbers."""

    name: str
    ranks: int
    improved: bool
    uncapped: bool
    origin: int
    """Where its difficulty starts from [SK-POW-06]."""


class CharacterData(Struct, frozen=True, cache_hash=True):
    """A character as the conflict finds it; *capacity* and *damage* are eighths."""

    name: str
    side: int
    npc: bool
    acts: bool
    attributes: tuple[tuple[str, int], ...]
    skills: tuple[tuple[str, int], ...]
    powers: tuple[PowerData, ...]
    forms: tuple[FormData, ...]
    approaches: tuple[ApproachData, ...]
    aims: tuple[AimData, ...]
    may_concede: bool
    may_withdraw: bool
    withdraw_with: str
    capacity: int
    damage: int
    velocity: int
    size: int
    awareness: Awareness
    asked: tuple[tuple[str, str], ...]
    recorded: tuple[tuple[str, int], ...]
    penalty: int
    """What inheriting a skill in part takes off [SK-RUL-27]."""

    def attribute(self, name: str) -> int:
        """Return an attribute, DEX where it has none of that name."""
        dex = AVERAGE
        for known, rank in self.attributes:
            if known == name:
                return rank
            dex = rank if known == DEX else dex
        return dex

    def has(self, skill: str) -> bool:
        """Return whether it has *skill* at all."""
        return any(known == skill for known, _ in self.skills + self.recorded)

    def skill(self, name: str, attribute: str = DEX) -> int:
        """Return the rank of a skill; without it, of the attribute less 4.

        SK-RUL-27: so 10 and the skill come to 6 and the attribute. What was recorded
        earlier and is no skill of its own is never worse than that.
        """
        for known, rank in self.skills:
            if known == name:
                return rank
        inherited = self.attribute(attribute) - self.penalty
        for known, rank in self.recorded:
            if known == name:
                return max(rank, inherited)
        return inherited

    def power(self, name: str) -> PowerData | None:
        """Return the power called *name*, None when it has none."""
        for one in self.powers:
            if one.name == name:
                return one
        return None

    def ranks(self, power: str) -> int:
        """Return how many ranks of *power* it has."""
        one = self.power(power)
        return 0 if one is None else one.ranks


def character(
    one: Character, sides: tuple[str, ...], rulings: Rulings
) -> CharacterData:
    """Return the character *one* in numbers."""
    powers = tuple(_power(power, rulings) for power in one.powers)
    return CharacterData(
        name=one.name,
        side=sides.index(side_of(one)),
        npc=one.npc,
        acts=one.acts,
        attributes=tuple(one.attributes.items()),
        skills=_skills(one),
        powers=powers,
        forms=tuple(_form(form, powers) for form in one.attacks),
        approaches=tuple(_approach(way) for way in one.approaches),
        aims=tuple(_aim(aim) for aim in one.aims) or (AimData(WIN, 1.0, 0.0, 0, ""),),
        may_concede=one.may_concede,
        may_withdraw=one.may_withdraw,
        withdraw_with=one.withdraw_with,
        capacity=one.capacity * EIGHTHS,
        damage=one.damage,
        velocity=one.velocity,
        size=one.size_du,
        awareness=Awareness[one.awareness.upper()],
        asked=one.asked_before,
        recorded=tuple(one.recorded.items()),
        penalty=rulings.partial_inheritance_penalty,
    )


def _skills(one: Character) -> tuple[tuple[str, int], ...]:
    """Return the skills of *one*: what was recorded of them never makes one worse."""
    recorded = one.recorded
    return tuple(
        (name, max(rank, recorded.get(name, rank))) for name, rank in one.skills.items()
    )


def _power(one: Power, rulings: Rulings) -> PowerData:
    """SK-RUL-11: two names of one trait, or two traits."""
    improved, uncapped = one.improved_maximum, one.increased_maximum_effect
    if rulings.maximum_traits_are_one:
        improved = uncapped = improved or uncapped
    return PowerData(one.name, one.ranks, improved, uncapped, one.base_difficulty)


def _form(one: Attack, powers: tuple[PowerData, ...]) -> FormData:
    lifted = any(power.uncapped for power in powers if power.name == one.power)
    blow = Blow(
        per_rank=one.damage_per_rank,
        ranks=one.ranks,
        uncapped=one.increased_maximum_effect or lifted,
        winging=one.winging_meaningful,
    )
    return FormData(
        name=one.name,
        skill=one.skill,
        blow=blow,
        defences=one.appropriate_defences,
        hand_to_hand=one.hand_to_hand,
        physical=one.physical,
        area=one.area,
        radius=one.radius_du,
        reach=one.reach_du,
        hidden=one.hidden,
        attribute=one.attribute,
    )


def _approach(one: Approach) -> ApproachData:
    return ApproachData(
        one.name, one.skill, one.resisted_by, one.quantitative, one.attribute
    )


def _aim(one: Aim) -> AimData:
    return AimData(one.name, one.worth, one.leaves, one.deadly, one.against)
