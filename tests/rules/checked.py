"""Scenarios made in a test, refused as one read from a file would be."""

from typing import TypeVar

from sim.errors import ScenarioError
from sim.seam.protocol import RuleSystem, Scenario, State

S = TypeVar("S", bound=Scenario)


def checked(system: RuleSystem[State], scenario: S) -> S:
    """Return *scenario*; raises ScenarioError for the first thing wrong with it."""
    for problem in system.files.validate(scenario):
        raise ScenarioError(problem)
    return scenario
