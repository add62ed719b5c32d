"""What the types of a scenario cannot say: two fighters are two."""

from collections.abc import Iterator

from sim.spine.problems import repeated
from tests.toy.scenario.sheet import StandoffScenario


def validate(scenario: StandoffScenario) -> Iterator[str]:
    """Yield what in *scenario* cannot be."""
    yield from repeated("$.seats", [one.name for one in scenario.seats])
