"""The skills and attributes that a scenario knows, and which conditions can count.

Every skill or attribute that a sheet refers to must be somebody's. Since an attribute
replaces a missing skill, a misspelt name would go unnoticed otherwise.
"""

from sim.rules.skill_roll.scenario.characters import DEX
from sim.rules.skill_roll.scenario.sheet import Condition, SkillRollScenario


def known_skills(scenario: SkillRollScenario) -> set[str]:
    """Return every skill that somebody has, or may record during the conflict."""
    found = {skill for one in scenario.seats for skill in (*one.skills, *one.recorded)}
    found |= {topic.subject for use in scenario.uses for topic in use.research}
    return found | {use.subject for use in scenario.uses if use.subject}


def known_attributes(scenario: SkillRollScenario) -> set[str]:
    """Return every attribute that somebody has; everybody has DEX."""
    return {DEX} | {name for one in scenario.seats for name in one.attributes}


def fits_some_roll(scenario: SkillRollScenario, one: Condition) -> bool:
    """Whether *one* can count for any roll: in a task only for opposed uses.

    SK-RUL-61: other uses state their circumstances by `row`, `better` and `worse`.
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
