"""What makes a scenario unplayable though its types fit, a sentence each."""

from collections.abc import Iterator

from sim.errors import ScenarioError
from sim.rules.solar_system.scenario.compile import compile_scenario
from sim.rules.solar_system.scenario.sheet import SolarScenario


def validate(scenario: SolarScenario) -> Iterator[str]:
    """Yield what keeps *scenario* from being compiled."""
    try:
        compile_scenario(scenario)
    except ScenarioError as error:
        yield str(error)
