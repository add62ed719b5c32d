"""The single uses of a task, in numbers."""

from msgspec import Struct

from sim.rules.skill_roll.scenario.sheet import SkillRollScenario, Use
from sim.rules.skill_roll.skills.charts import Relation, Row
from sim.rules.skill_roll.skills.powers import Demand
from sim.seam.events import NOBODY, Seat


class AspectData(Struct, frozen=True, gc=False):
    """What levels can improve, and what of it is needed."""

    name: str
    needs: int | None
    worth: float


class TopicData(Struct, frozen=True, gc=False):
    """A subject that can be researched, and how close it is to the skill."""

    subject: str
    closeness: Relation


class UseData(Struct, frozen=True, gc=False):
    """A single use of a skill, in numbers; *opponent* is NOBODY if unopposed."""

    who: Seat
    skill: str
    attribute: str
    row: Row | None
    difficulty: int | None
    measured: bool
    aspects: tuple[AspectData, ...]
    opponent: Seat
    resisted_by: tuple[str, ...]
    pressed: bool
    culture: str
    shift: int
    power: str
    demand: Demand
    steps: int
    modifier: int
    knowledge: Relation | None
    subject: str
    range_du: int | None
    topics: tuple[TopicData, ...] = ()


RESULT = "result"
"""What levels go to where a use names no aspects."""


def use_data(one: Use, scenario: SkillRollScenario, names: dict[str, Seat]) -> UseData:
    """Return *one* of the uses in numbers; *names* are the seats by name."""
    shifts = {culture.name: culture.shifts for culture in scenario.cultures}
    aspects = one.aspects
    return UseData(
        who=names[one.who],
        skill=one.skill,
        attribute=one.attribute,
        row=one.row,
        difficulty=one.difficulty,
        measured=one.quantitative,
        aspects=tuple(AspectData(each.name, each.needs, each.worth) for each in aspects)
        or (AspectData(RESULT, None, 1.0),),
        opponent=names[one.against] if one.against else NOBODY,
        resisted_by=one.resisted_by,
        pressed=one.pressed or one.must_roll,
        culture=one.among,
        shift=shifts[one.among].get(one.skill, 0) if one.among else 0,
        power=one.power,
        demand=Demand(one.required, one.excess_steps),
        steps=one.worse - one.better,
        modifier=one.modifier,
        knowledge=one.knowledge,
        subject=one.subject,
        range_du=one.range_du,
        topics=tuple(TopicData(each.subject, each.closeness) for each in one.research),
    )
