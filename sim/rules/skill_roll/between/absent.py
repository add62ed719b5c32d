"""A scenario without those who cannot take part [SK-RUL-64]."""

from collections.abc import Collection

from msgspec import structs

from sim.rules.skill_roll.scenario.characters import AVERAGE, DEX
from sim.rules.skill_roll.scenario.known import fits_some_roll, known_skills
from sim.rules.skill_roll.scenario.seat import Approach, Attack, Character
from sim.rules.skill_roll.scenario.sheet import Condition, SkillRollScenario
from sim.seam.sides import side_of

_TWO = 2


def with_only(
    scenario: SkillRollScenario, able: tuple[Character, ...]
) -> SkillRollScenario:
    """Return *scenario* with only those who are *able*, and no mention of the others.

    Uses by or against the absent are dropped, and so is everything that only the absent
    could do.
    """
    names = {character.name for character in able}
    present = names | {bystander.name for bystander in scenario.bystanders}
    uses = [use for use in scenario.uses if {use.who, use.against} <= names | {""}]
    left = structs.replace(
        scenario,
        seats=able,
        uses=tuple(uses),
        distances=tuple(
            far for far in scenario.distances if set(far.between) <= present
        ),
        bystanders=tuple(
            structs.replace(
                bystander,
                near={name: du for name, du in bystander.near.items() if name in names},
            )
            for bystander in scenario.bystanders
        ),
    )
    left = structs.replace(
        left, seats=tuple(_mentioning(left, character) for character in able)
    )
    conditions = [_narrowed(condition, names) for condition in scenario.conditions]
    fitting = [
        condition
        for condition in conditions
        if condition is not None and _can_fit(left, condition)
    ]
    return structs.replace(left, conditions=tuple(fitting))


def is_enough(scenario: SkillRollScenario) -> bool:
    """Whether *scenario* is still a conflict."""
    if scenario.kind == "task":
        return bool(scenario.uses)
    if len({side_of(character) for character in scenario.seats}) < _TWO:
        return False
    if scenario.kind == "contest":
        return any(character.acts for character in scenario.seats)
    return any(character.attacks for character in scenario.seats)


def _mentioning(left: SkillRollScenario, character: Character) -> Character:
    """Return *character* with only what is possible with those who are *left*."""
    skills = known_skills(left)
    sides = {side_of(each) for each in left.seats} - {side_of(character)}
    character = structs.replace(
        character,
        aims=tuple(aim for aim in character.aims if aim.against in sides | {""}),
        attacks=tuple(_attack(form, skills) for form in character.attacks),
        approaches=tuple(
            _approach(approach, skills) for approach in character.approaches
        ),
        withdraw_with=character.withdraw_with
        if character.withdraw_with in skills
        else "",
    )
    return _with_ranks(left, character, skills)


def _attack(form: Attack, skills: Collection[str]) -> Attack:
    defences = [skill for skill in form.appropriate_defences if skill in skills]
    return structs.replace(form, appropriate_defences=tuple(defences))


def _approach(approach: Approach, skills: Collection[str]) -> Approach:
    resisted_by = [skill for skill in approach.resisted_by if skill in skills]
    return structs.replace(approach, resisted_by=tuple(resisted_by))


def _with_ranks(
    left: SkillRollScenario, character: Character, skills: Collection[str]
) -> Character:
    """Return *character* with a rank of its own for skills that only the absent had.

    SK-RUL-27: the rank is that of the attribute, inherited in part, as before.
    """
    used = [(form.skill, DEX) for form in character.attacks]
    used += [(approach.skill, approach.attribute) for approach in character.approaches]
    used += [
        (use.skill, use.attribute) for use in left.uses if use.who == character.name
    ]
    penalty = left.rulings.partial_inheritance_penalty
    lacking = {
        skill: character.attributes.get(
            attribute, character.attributes.get(DEX, AVERAGE)
        )
        - penalty
        for skill, attribute in used
        if skill not in skills
    }
    return structs.replace(character, skills={**character.skills, **lacking})


def _narrowed(condition: Condition, names: Collection[str]) -> Condition | None:
    """Return *condition* for those present; None if it was for others only."""
    who = tuple(name for name in condition.who if name in names)
    against = tuple(name for name in condition.against if name in names)
    if (condition.who and not who) or (condition.against and not against):
        return None
    return structs.replace(condition, who=who, against=against)


def _can_fit(left: SkillRollScenario, condition: Condition) -> bool:
    """Whether anybody *left* can do what *condition* is about."""
    skills = known_skills(left) | {use.skill for use in left.uses}
    forms = {form.name for each in left.seats for form in each.attacks}
    ways = {approach.name for each in left.seats for approach in each.approaches}
    powers = {power.name for each in left.seats for power in each.powers}
    return (
        condition.form in forms | {""}
        and condition.approach in ways | {""}
        and condition.answers in ways | {""}
        and condition.skill in skills | {""}
        and (condition.ranks is not None or condition.power in powers | {""})
        and fits_some_roll(left, condition)
    )
