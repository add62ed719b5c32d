"""What the first lines of a shipped scenario say is what is played."""

from sim.library.scenario import load, source
from sim.rules.planets.scenario.sheet import PlanetsScenario

NUMBERS = {1: "one round", 2: "two rounds", 3: "three rounds", 4: "four rounds"}


def test_the_gate_says_when_both_sides_may_let_it_rest() -> None:
    """The comment of the siege has the number that is its `standoff_limit`."""
    scenario = load("planets_siege").scenario
    assert isinstance(scenario, PlanetsScenario)
    limit = NUMBERS[scenario.rulings.standoff_limit]
    text = " ".join(source("planets_siege").decode().replace("#", "").split())
    assert f"After {limit} without movement both sides may let it rest" in text
