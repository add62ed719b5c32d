"""Skills and attributes that a scenario names: somebody must have them.

Whoever lacks a skill goes by an attribute, so that a misspelt word would be played
without a sign that anything is wrong.
"""

from collections.abc import Iterable, Iterator

from sim.rules.skill_roll.scenario.characters import DEX
from sim.rules.skill_roll.scenario.seat import Character
from sim.rules.skill_roll.scenario.sheet import Condition, SkillRollScenario
from sim.spine.problems import unknown

Named = tuple[str, str]
"""A place in the file, and the word that stands there."""


def known_skills(scenario: SkillRollScenario) -> set[str]:
    """Return every skill that somebody has, or may record in the course of it."""
    found = {skill for one in scenario.seats for skill in (*one.skills, *one.recorded)}
    found |= {topic.subject for use in scenario.uses for topic in use.research}
    return found | {use.subject for use in scenario.uses if use.subject}


def known_attributes(scenario: SkillRollScenario) -> set[str]:
    """Return every attribute that somebody has; everybody has DEX."""
    return {DEX} | {name for one in scenario.seats for name in one.attributes}


def fits_some_roll(scenario: SkillRollScenario, one: Condition) -> bool:
    """Whether *one* can count for any roll: in a task only for opposed uses.

    SK-RUL-61: circumstances of the other uses are their row, or `better` and `worse`.
    """
    if scenario.kind != "task":
        return True
    return any(
        use.against
        and one.from_round <= round_ <= (one.to_round or round_)
        and (not one.who or use.who in one.who)
        and (not one.against or use.against in one.against)
        and one.skill in {"", use.skill}
        and not (one.approach or one.answers or one.form)
        for round_, use in enumerate(scenario.uses, 1)
    )


def unknown_words(scenario: SkillRollScenario) -> Iterator[str]:
    """Yield a problem for each skill and attribute that is used and nobody has."""
    skills, attributes = known_skills(scenario), known_attributes(scenario)
    for where, name in _skills_named(scenario):
        yield from unknown(where, name, skills)
    for where, name in _attributes_named(scenario):
        yield from unknown(where, name, attributes)


def _skills_named(scenario: SkillRollScenario) -> Iterator[Named]:
    for index, one in enumerate(scenario.seats):
        yield from _of_character(scenario.kind, one, f"$.seats[{index}]")
    for index, use in enumerate(scenario.uses):
        yield f"$.uses[{index}].skill", use.skill
        yield from _each(f"$.uses[{index}].resisted_by", use.resisted_by)


def _of_character(kind: str, one: Character, where: str) -> Iterator[Named]:
    """Yield the skills by which *one* does what this kind of conflict is made of."""
    if kind == "combat":
        for index, form in enumerate(one.attacks):
            place = f"{where}.attacks[{index}]"
            yield f"{place}.skill", form.skill
            yield from _each(f"{place}.appropriate_defences", form.appropriate_defences)
        if one.may_withdraw and one.withdraw_with:
            yield f"{where}.withdraw_with", one.withdraw_with
    if kind == "contest":
        for index, way in enumerate(one.approaches):
            place = f"{where}.approaches[{index}]"
            yield f"{place}.skill", way.skill
            yield from _each(f"{place}.resisted_by", way.resisted_by)


def _each(where: str, names: Iterable[str]) -> Iterator[Named]:
    return ((where, name) for name in names)


def _attributes_named(scenario: SkillRollScenario) -> Iterator[Named]:
    for index, one in enumerate(scenario.seats):
        for place, form in enumerate(one.attacks):
            yield f"$.seats[{index}].attacks[{place}].attribute", form.attribute
        for place, way in enumerate(one.approaches):
            yield f"$.seats[{index}].approaches[{place}].attribute", way.attribute
    for index, use in enumerate(scenario.uses):
        yield f"$.uses[{index}].attribute", use.attribute
