"""What everybody carries from one conflict into the next [SK-RUL-64]."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field, structs

from sim.errors import ScenarioError
from sim.rules.skill_roll.between.absent import is_enough, with_only
from sim.rules.skill_roll.scenario.seat import Character, Name, Rank
from sim.rules.skill_roll.scenario.sheet import SkillRollScenario
from sim.rules.skill_roll.skills.attack_result import EIGHTHS
from sim.rules.skill_roll.state import State
from sim.seam.events import Seat
from sim.seam.protocol import Description
from sim.seam.seats import by_seat


class Carried(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody carries: damage in eighths, recorded skills, subjects asked.

    *out* says why somebody can no longer take part, "" if it can.
    """

    damage: Annotated[int, Meta(ge=0)] = 0
    skills: dict[Name, Rank] = field(default_factory=dict[str, int])
    asked: tuple[tuple[Name, Name], ...] = ()
    out: str = ""


def carried(state: State) -> Mapping[str, Description]:
    """Return what everybody takes out of a conflict, ready for JSON.

    SK-RUL-64: damage, recorded skills and what was asked; not OOPS, awareness, progress
    or aims. Damage that takes somebody out lasts until a scenario heals it.
    """
    return {
        state.setup.characters[who].name: _record(state, who)
        for who, _ in by_seat(state.participants)
    }


def _record(state: State, who: Seat) -> Description:
    participant, entered_as = state.participants[who], state.setup.characters[who]
    skills = dict(entered_as.sheet.recorded)
    for each in participant.specialties:
        skills[each.subject] = max(each.rank, skills.get(each.subject, each.rank))
    record: Description = {
        "damage": participant.damage,
        "skills": skills,
        "asked": [list(pair) for pair in participant.asked],
    }
    return record | (
        {"out": "taken out"} if participant.damage >= entered_as.capacity else {}
    )


def entered(
    scenario: SkillRollScenario, brought: Mapping[str, Description]
) -> SkillRollScenario | None:
    """Return *scenario* with what its characters carry into it [SK-RUL-64].

    Those taken out by their damage are left out; returns None if that leaves no
    conflict. Raises ScenarioError for a record that cannot exist.
    """
    everyone = tuple(
        _entered(character, brought[character.name], heal=scenario.heal)
        if character.name in brought
        else character
        for character in scenario.seats
    )
    able = tuple(
        character
        for character in everyone
        if character.damage < character.capacity * EIGHTHS
    )
    if able == everyone:
        return structs.replace(scenario, seats=everyone)
    left = with_only(scenario, able)
    return left if is_enough(left) else None


def _entered(character: Character, brought: Description, *, heal: bool) -> Character:
    try:
        with_it = msgspec.convert(brought, Carried)
    except msgspec.ValidationError as error:
        message = f"{character.name} carries what no skill roll knows: {error}"
        raise ScenarioError(message) from error
    asked = [pair for pair in character.asked_before if pair not in with_it.asked]
    return structs.replace(
        character,
        damage=0 if heal else with_it.damage,
        recorded={**character.recorded, **with_it.skills},
        asked_before=(*asked, *with_it.asked),
    )
