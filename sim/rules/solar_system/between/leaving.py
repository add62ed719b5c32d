"""The conflict that is left when characters have been removed permanently [RUL-93].

Those who were removed take part in nothing and are nobody's target any more.
"""

from collections.abc import Collection

from msgspec.structs import replace

from sim.rules.solar_system.scenario.character import Character
from sim.rules.solar_system.scenario.sheet import (
    Aftermath,
    Check,
    Opening,
    SolarScenario,
)
from sim.rules.solar_system.scenario.validate import AT_LEAST, EXACTLY
from sim.seam.sides import side_of


def without(scenario: SolarScenario, gone: Collection[str]) -> SolarScenario | None:
    """Return *scenario* without those who are *gone*; None if too few are left."""
    if not gone:
        return scenario
    seats = tuple(
        _unaimed(character, gone)
        for character in scenario.seats
        if character.name not in gone
    )
    opening = _opening(scenario.opening, gone)
    if opening is None or not _enough(seats, opening.kind):
        return None
    return replace(
        scenario,
        seats=seats,
        opening=opening,
        circumstances=tuple(
            circumstance
            for circumstance in scenario.circumstances
            if circumstance.who not in gone
        ),
        scenes=tuple(scene for scene in scenario.scenes if scene.who not in gone),
        aftermath=_aftermath(scenario.aftermath, gone),
    )


def _unaimed(character: Character, gone: Collection[str]) -> Character:
    left = tuple(goal for goal in character.intentions if goal.target not in gone)
    return replace(character, intentions=left)


def _opening(opening: Opening, gone: Collection[str]) -> Opening | None:
    kind = opening.kind
    checks = tuple(
        _unresisted(check, gone) for check in opening.checks if check.who not in gone
    )
    if len(checks) < EXACTLY.get(kind, AT_LEAST.get(kind, 0)):
        return None
    return replace(opening, checks=checks)


def _unresisted(check: Check, gone: Collection[str]) -> Check:
    if check.against not in gone:
        return check
    return replace(check, against=None, answers=())


def _enough(seats: Collection[Character], kind: str) -> bool:
    """Whether somebody is left and, in a conflict, two sides with intentions."""
    if kind not in {"pain", "resisted"}:
        return bool(seats)
    sides = {side_of(character) for character in seats if not character.bystander}
    return len(sides) > 1 and all(
        any(not goal.later for goal in character.intentions) for character in seats
    )


def _aftermath(aftermath: Aftermath, gone: Collection[str]) -> Aftermath:
    acts = tuple(
        act
        for act in aftermath.refresh
        if act.who not in gone and act.partner not in gone
    )
    return replace(aftermath, refresh=acts)
