"""Warnings: what can be played but is probably a mistake."""

from collections.abc import Iterator

from sim.rules.intensity.scenario.sheet import IntensityScenario
from sim.spine.problems import ANYBODY, spared


def warnings(scenario: IntensityScenario) -> Iterator[str]:
    """Yield a sentence for everything odd in *scenario*.

    A side without a goal can only stand in everybody's way.
    """
    side_of = {character.name: character.side for character in scenario.seats}
    after: dict[str, set[str]] = {character.side: set() for character in scenario.seats}
    for goal in scenario.goals:
        after[goal.side].add(side_of[goal.against] if goal.against else ANYBODY)
    yield from spared({side: whom or {ANYBODY} for side, whom in after.items()})
