"""The skills and attributes that a scenario knows, and which conditions can count.

Every skill or attribute that a sheet refers to must be somebody's. Since an attribute
replaces a missing skill, a misspelt name would go unnoticed otherwise.
"""

from sim.rules.skill_roll.scenario.characters import DEX
from sim.rules.skill_roll.scenario.sheet import Condition, SkillRollScenario


def known_skills(scenario: SkillRollScenario) -> set[str]:
    """Return every skill that somebody has, or may record during the conflict."""
    skills = {
        skill
        for character in scenario.seats
        for skill in (*character.skills, *character.recorded)
    }
    skills |= {topic.subject for use in scenario.uses for topic in use.research}
    return skills | {use.subject for use in scenario.uses if use.subject}


def known_attributes(scenario: SkillRollScenario) -> set[str]:
    """Return every attribute that somebody has; everybody has DEX."""
    return {DEX} | {
        name for character in scenario.seats for name in character.attributes
    }


def fits_some_roll(scenario: SkillRollScenario, condition: Condition) -> bool:
    """Whether *condition* can count for any roll: in a task only for opposed uses.

    SK-RUL-61: other uses state their circumstances by `row`, `better` and `worse`.
    """
    if scenario.kind != "task":
        return True
    return any(
        use.against
        and condition.from_round <= round_ <= (condition.to_round or round_)
        and (not condition.who or use.who in condition.who)
        and (not condition.against or use.against in condition.against)
        and condition.skill in {"", use.skill}
        and not (condition.approach or condition.answers or condition.form)
        for round_, use in enumerate(scenario.uses, 1)
    )
