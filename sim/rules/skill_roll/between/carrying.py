"""What everybody takes from one conflict into the next [SK-RUL-64]."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field, structs

from sim.errors import ScenarioError
from sim.protocol import Description
from sim.rules.skill_roll.scenario.seat import Character, Name, Rank
from sim.rules.skill_roll.scenario.sheet import SkillRollScenario
from sim.rules.skill_roll.state import State
from sim.seats import by_seat


class Carried(Struct, frozen=True, forbid_unknown_fields=True):
    """What one takes along: damage in eighths, recorded skills, subjects asked."""

    damage: Annotated[int, Meta(ge=0, le=80000)] = 0
    skills: dict[Name, Rank] = field(default_factory=dict[str, int])
    asked: tuple[tuple[Name, Name], ...] = ()


def carried(state: State) -> Mapping[str, Description]:
    """Return what everybody takes out of a conflict, ready for JSON.

    SK-RUL-64: damage, recorded skills and what was asked; not OOPS, awareness,
    progress or aims.
    """
    return {
        state.setup.characters[who].name: {
            "damage": one.damage,
            "skills": {each.subject: each.rank for each in one.specialties},
            "asked": [list(pair) for pair in one.asked],
        }
        for who, one in by_seat(state.participants)
    }


def entered(
    scenario: SkillRollScenario, brought: Mapping[str, Description]
) -> SkillRollScenario:
    """Return *scenario* as those enter it who carry something [SK-RUL-64].

    Raises ScenarioError for what nobody can carry.
    """
    seats = tuple(
        _entered(one, brought[one.name], heal=scenario.heal)
        if one.name in brought
        else one
        for one in scenario.seats
    )
    return structs.replace(scenario, seats=seats)


def _entered(one: Character, brought: Description, *, heal: bool) -> Character:
    try:
        with_it = msgspec.convert(brought, Carried)
    except msgspec.ValidationError as error:
        message = f"{one.name} carries what no skill roll knows: {error}"
        raise ScenarioError(message) from error
    return structs.replace(
        one,
        damage=0 if heal else with_it.damage,
        skills={**one.skills, **with_it.skills},
        asked_before=with_it.asked,
    )
