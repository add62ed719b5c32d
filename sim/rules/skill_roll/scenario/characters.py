"""A character as the conflict finds it."""

from msgspec import Struct, structs

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
from sim.rules.skill_roll.skills.attack_result import EIGHTHS

DEX = "dex"
"""The attribute that counts where none is named [SK-ATTACK-04]."""
AVERAGE = 10
"""The DEX of whoever has no other."""
WIN = "win"
"""What everyone wants who has no other aim [SK-RUL-42]."""


class CharacterData(Struct, frozen=True, cache_hash=True):
    """A character as the conflict finds it; *capacity* and *damage* are eighths."""

    name: str
    side: int
    npc: bool
    acts: bool
    attributes: tuple[tuple[str, int], ...]
    skills: tuple[tuple[str, int], ...]
    powers: tuple[Power, ...]
    forms: tuple[Attack, ...]
    approaches: tuple[Approach, ...]
    aims: tuple[Aim, ...]
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

    def power(self, name: str) -> Power | None:
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
    """Return *one* as it is played."""
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
        approaches=one.approaches,
        aims=one.aims or (Aim(WIN),),
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


def _power(one: Power, rulings: Rulings) -> Power:
    """Return *one* with both maximum traits where they are two names of one.

    SK-RUL-11.
    """
    either = one.improved_maximum or one.increased_maximum_effect
    if not rulings.maximum_traits_are_one or not either:
        return one
    return structs.replace(one, improved_maximum=True, increased_maximum_effect=True)


def _form(one: Attack, powers: tuple[Power, ...]) -> Attack:
    """Return *one* without a cap where the power it comes from has none."""
    lifted = any(
        power.increased_maximum_effect for power in powers if power.name == one.power
    )
    return structs.replace(
        one, increased_maximum_effect=one.increased_maximum_effect or lifted
    )
