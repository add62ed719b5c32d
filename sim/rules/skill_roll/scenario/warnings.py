"""Warnings: what can be played but is probably a mistake."""

from collections.abc import Iterator

from sim.reading.hints import nearest
from sim.reading.mismatch import member_path
from sim.rules.skill_roll.scenario.known import known_skills
from sim.rules.skill_roll.scenario.sheet import SkillRollScenario
from sim.seam.sides import side_of
from sim.spine.problems import ANYBODY, spared


def warnings(scenario: SkillRollScenario) -> Iterator[str]:
    """Yield a sentence for everything odd in *scenario*.

    A character without an aim wants to win against all others [SK-RUL-59].
    """
    skills = known_skills(scenario)
    for index, culture in enumerate(scenario.cultures):
        for skill in culture.shifts:
            if skill not in skills:
                where = member_path(f"$.cultures[{index}].shifts", skill)
                yield f"{where}: nobody has this skill{nearest(skill, skills)}"
    if scenario.kind == "task":
        return
    after: dict[str, set[str]] = {}
    for character in scenario.seats:
        wanted = {aim.against for aim in character.aims} or {ANYBODY}
        after.setdefault(side_of(character), set()).update(wanted)
    yield from spared(after)
