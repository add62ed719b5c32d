"""The goals that are left when participants are gone and dice lost or won [IN-R-51].

A goal that names somebody absent, or a die that nobody present has, is dropped. So is a
goal for a die that has been won already.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from sim.rules.intensity.scenario.sheet import Character, GoalSheet


def possible_goals(
    goals: Sequence[GoalSheet], seats: Sequence[Character]
) -> tuple[GoalSheet, ...]:
    """Return those of *goals* that somebody in *seats* can still pursue."""
    return tuple(left for goal in goals if (left := _possible(goal, seats)) is not None)


def _possible(goal: GoalSheet, seats: Sequence[Character]) -> GoalSheet | None:
    by = [
        character
        for character in seats
        if character.side == goal.side
        and character.kind == "active"
        and (not goal.only or character.name in goal.only)
        and not (goal.kind == "gain_die" and _has(character, goal.die))
    ]
    rivals = [
        character
        for character in seats
        if character.side != goal.side and goal.against in {"", character.name}
    ]
    if not by or not rivals:
        return None
    if goal.kind == "reduce_ability" and not any(
        _has(rival, goal.ability) for rival in rivals
    ):
        return None
    mates = {character.name for character in seats if character.side == goal.side}
    names = tuple(seeker.name for seeker in by)
    restricted = goal.only or (goal.kind == "gain_die" and set(names) < mates)
    return replace(goal, only=names) if restricted else goal


def _has(character: Character, ability: str) -> bool:
    return any(owned.name == ability for owned in character.abilities)
