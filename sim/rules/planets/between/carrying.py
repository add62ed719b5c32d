"""Wounds carry over from conflict to conflict, and heal in a rest [PL-RUL-43].

The text has no rule for healing. So a wound stays, and whoever has been taken out stays
out, unless a scenario says that there was a rest before it.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from sim.rules.planets.scenario.compile import DICELESS, INDIRECT
from sim.rules.planets.scenario.sheet import Character, PlanetsScenario
from sim.rules.planets.scenario.wounds import ladder
from sim.rules.planets.state import State
from sim.seam.protocol import Description
from sim.seam.sides import side_of


def carried(state: State) -> dict[str, Description]:
    """Return everybody's wounds, and who is out with too many."""
    rungs = len(state.setup.ladder)
    return {
        data.name: {"wounds": participant.wounds}
        | ({"out": "taken out"} if participant.wounds > rungs else {})
        for data, participant in zip(
            state.setup.characters, state.participants, strict=True
        )
    }


def entered(
    scenario: PlanetsScenario, records: Mapping[str, Description]
) -> PlanetsScenario | None:
    """Return *scenario* with the wounds that are carried into it.

    Those whose wounds exceed its ladder are left out. Returns None if fewer than two
    sides are left, or in direct mode if a side has no dice.
    """
    rungs = len(ladder(scenario.rulings.wound_ladder))
    wounded = [
        _rested(character, records.get(character.name), scenario)
        for character in scenario.seats
    ]
    able = tuple(character for character in wounded if character.wounds <= rungs)
    counted = [
        character
        for character in able
        if scenario.mode in {DICELESS, INDIRECT} or character.planets
    ]
    if len({side_of(character) for character in counted}) < 2:  # noqa: PLR2004 - it takes two
        return None
    return replace(scenario, seats=able)


def _rested(
    character: Character, record: Description | None, scenario: PlanetsScenario
) -> Character:
    if record is None:
        return character
    return replace(character, wounds=max(0, record["wounds"] - scenario.rest))
