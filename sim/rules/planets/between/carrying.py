"""Wounds carry over from conflict to conflict, and heal in a rest [PL-RUL-43].

The text has no rule for healing. So a wound stays, and whoever has been taken out stays
out, unless a scenario says that there was a rest before it.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from sim.rules.planets.scenario.compile import DICELESS, INDIRECT
from sim.rules.planets.scenario.sheet import Character, PlanetsScenario, side_of
from sim.rules.planets.scenario.wounds import ladder
from sim.rules.planets.state import State
from sim.seam.protocol import Description


def carried(state: State) -> dict[str, Description]:
    """Return everybody's wounds, and who has too many to take part."""
    rungs = len(state.setup.ladder)
    return {
        data.name: {"wounds": one.wounds}
        | ({"out": "taken out"} if one.wounds > rungs else {})
        for data, one in zip(state.setup.characters, state.participants, strict=True)
    }


def entered(
    scenario: PlanetsScenario, records: Mapping[str, Description]
) -> PlanetsScenario | None:
    """Return *scenario* with the wounds that are carried into it.

    Those whose wounds exceed its ladder are left out. Returns None if fewer than two
    sides are left, or in direct mode if a side has no dice.
    """
    rungs = len(ladder(scenario.rulings.wound_ladder))
    wounded = [_rested(one, records.get(one.name), scenario) for one in scenario.seats]
    able = tuple(one for one in wounded if one.wounds <= rungs)
    counted = [
        one for one in able if scenario.mode in {DICELESS, INDIRECT} or one.planets
    ]
    if len({side_of(one) for one in counted}) < 2:  # noqa: PLR2004 - it takes two
        return None
    return replace(scenario, seats=able)


def _rested(
    one: Character, record: Description | None, scenario: PlanetsScenario
) -> Character:
    if record is None:
        return one
    return replace(one, wounds=max(0, record["wounds"] - scenario.rest))
