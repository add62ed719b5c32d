"""A scenario without those who cannot take part [SK-RUL-64]."""

from collections.abc import Collection

from msgspec import structs

from sim.rules.skill_roll.scenario.characters import AVERAGE, DEX
from sim.rules.skill_roll.scenario.known import fits_some_roll, known_skills
from sim.rules.skill_roll.scenario.seat import Approach, Attack, Character
from sim.rules.skill_roll.scenario.sheet import (
    Condition,
    SkillRollScenario,
    side_of,
)

_TWO = 2


def with_only(
    scenario: SkillRollScenario, able: tuple[Character, ...]
) -> SkillRollScenario:
    """Return *scenario* with only those who are *able*, and no mention of the others.

    Uses by or against the absent are dropped, and so is everything that only the absent
    could do.
    """
    names = {one.name for one in able}
    there = names | {one.name for one in scenario.bystanders}
    uses = [use for use in scenario.uses if {use.who, use.against} <= names | {""}]
    left = structs.replace(
        scenario,
        seats=able,
        uses=tuple(uses),
        distances=tuple(far for far in scenario.distances if set(far.between) <= there),
        bystanders=tuple(
            structs.replace(
                one, near={name: du for name, du in one.near.items() if name in names}
            )
            for one in scenario.bystanders
        ),
    )
    left = structs.replace(left, seats=tuple(_speaking_of(left, one) for one in able))
    found = [_narrowed(condition, names) for condition in scenario.conditions]
    fitting = [one for one in found if one is not None and _can_fit(left, one)]
    return structs.replace(left, conditions=tuple(fitting))


def is_enough(scenario: SkillRollScenario) -> bool:
    """Whether *scenario* is still a conflict."""
    if scenario.kind == "task":
        return bool(scenario.uses)
    if len({side_of(one) for one in scenario.seats}) < _TWO:
        return False
    if scenario.kind == "contest":
        return any(one.acts for one in scenario.seats)
    return any(one.attacks for one in scenario.seats)


def _speaking_of(left: SkillRollScenario, one: Character) -> Character:
    """Return *one* with only what is possible with those who are *left*."""
    known = known_skills(left)
    sides = {side_of(each) for each in left.seats} - {side_of(one)}
    one = structs.replace(
        one,
        aims=tuple(aim for aim in one.aims if aim.against in sides | {""}),
        attacks=tuple(_attack(form, known) for form in one.attacks),
        approaches=tuple(_approach(way, known) for way in one.approaches),
        withdraw_with=one.withdraw_with if one.withdraw_with in known else "",
    )
    return _as_good_as(left, one, known)


def _attack(form: Attack, known: Collection[str]) -> Attack:
    defences = [skill for skill in form.appropriate_defences if skill in known]
    return structs.replace(form, appropriate_defences=tuple(defences))


def _approach(way: Approach, known: Collection[str]) -> Approach:
    resisted_by = [skill for skill in way.resisted_by if skill in known]
    return structs.replace(way, resisted_by=tuple(resisted_by))


def _as_good_as(
    left: SkillRollScenario, one: Character, known: Collection[str]
) -> Character:
    """Return *one* with an own rank for skills that only the absent had.

    SK-RUL-27: the rank is that of the attribute, inherited in part, as before.
    """
    used = [(form.skill, DEX) for form in one.attacks]
    used += [(way.skill, way.attribute) for way in one.approaches]
    used += [(use.skill, use.attribute) for use in left.uses if use.who == one.name]
    penalty = left.rulings.partial_inheritance_penalty
    lacking = {
        skill: one.attributes.get(attribute, one.attributes.get(DEX, AVERAGE)) - penalty
        for skill, attribute in used
        if skill not in known
    }
    return structs.replace(one, skills={**one.skills, **lacking})


def _narrowed(one: Condition, names: Collection[str]) -> Condition | None:
    """Return *one* for those who are there; None if it was for others only."""
    who = tuple(name for name in one.who if name in names)
    against = tuple(name for name in one.against if name in names)
    if (one.who and not who) or (one.against and not against):
        return None
    return structs.replace(one, who=who, against=against)


def _can_fit(left: SkillRollScenario, one: Condition) -> bool:
    """Whether anybody *left* can do what *one* is about."""
    skills = known_skills(left) | {use.skill for use in left.uses}
    forms = {form.name for each in left.seats for form in each.attacks}
    ways = {way.name for each in left.seats for way in each.approaches}
    powers = {power.name for each in left.seats for power in each.powers}
    return (
        one.form in forms | {""}
        and one.approach in ways | {""}
        and one.answers in ways | {""}
        and one.skill in skills | {""}
        and (one.ranks is not None or one.power in powers | {""})
        and fits_some_roll(left, one)
    )
