"""A character as it is when the conflict begins."""

from msgspec import Struct, structs

from sim.rules.skill_roll.scenario.rulings import Rulings
from sim.rules.skill_roll.scenario.seat import Aim, Attack, Character, Power
from sim.rules.skill_roll.skills.attack_result import EIGHTHS
from sim.seam.sides import side_of

DEX = "dex"
"""The attribute that counts where none is named [SK-ATTACK-04]."""
AVERAGE = 10
"""The default DEX."""
WIN = "win"
"""The aim of everyone who has no other [SK-RUL-42]."""


class CharacterData(Struct, frozen=True, gc=False, cache_hash=True):
    """A character's sheet with the rulings applied."""

    sheet: Character
    name: str
    side: int
    powers: tuple[Power, ...]
    forms: tuple[Attack, ...]
    aims: tuple[Aim, ...]
    capacity: int
    """The damage, in eighths, that takes it out [SK-RUL-33]."""
    penalty: int
    """The ranks that partial inheritance of a skill costs [SK-RUL-27]."""

    def attribute(self, name: str) -> int:
        """Return an attribute, or DEX if it has none of that name."""
        attributes = self.sheet.attributes
        rank = attributes.get(name)
        return attributes.get(DEX, AVERAGE) if rank is None else rank

    def has(self, skill: str) -> bool:
        """Whether it has *skill* at all."""
        return skill in self.sheet.skills or skill in self.sheet.recorded

    def skill(self, name: str, attribute: str = DEX) -> int:
        """Return the rank of a skill; without it, that of the attribute less 4.

        SK-RUL-27: 10 and the skill are then 6 and the attribute. A skill recorded
        earlier never makes the rank worse.
        """
        rank, recorded = self.sheet.skills.get(name), self.sheet.recorded.get(name)
        if rank is None:
            rank = self.attribute(attribute) - self.penalty
        return rank if recorded is None else max(rank, recorded)

    def power(self, name: str) -> Power | None:
        """Return the power called *name*; None if it has none."""
        for owned in self.powers:
            if owned.name == name:
                return owned
        return None

    def ranks(self, power: str) -> int:
        """Return how many ranks of *power* it has."""
        owned = self.power(power)
        return 0 if owned is None else owned.ranks


def character(
    sheet: Character, sides: tuple[str, ...], rulings: Rulings
) -> CharacterData:
    """Return the character of a *sheet*, with the rulings applied."""
    powers = tuple(_power(power, rulings) for power in sheet.powers)
    return CharacterData(
        sheet=sheet,
        name=sheet.name,
        side=sides.index(side_of(sheet)),
        powers=powers,
        forms=tuple(_form(form, powers) for form in sheet.attacks),
        aims=sheet.aims or (Aim(WIN),),
        capacity=sheet.capacity * EIGHTHS,
        penalty=rulings.partial_inheritance_penalty,
    )


def _power(power: Power, rulings: Rulings) -> Power:
    """Return *power* with both maximum traits, if they count as the same.

    SK-RUL-11.
    """
    either = power.improved_maximum or power.increased_maximum_effect
    if not rulings.maximum_traits_are_one or not either:
        return power
    return structs.replace(power, improved_maximum=True, increased_maximum_effect=True)


def _form(form: Attack, powers: tuple[Power, ...]) -> Attack:
    """Return *form* without a cap on its bonus if its power has none."""
    lifted = any(
        power.increased_maximum_effect for power in powers if power.name == form.power
    )
    return structs.replace(
        form, increased_maximum_effect=form.increased_maximum_effect or lifted
    )
