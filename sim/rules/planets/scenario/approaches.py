"""The common approaches, in addition to those of a scenario [PL-CONF-04]."""

from sim.rules.planets.scenario.difficulty import Difficulty
from sim.rules.planets.scenario.sheet import Approach, PlanetsScenario

COMMON: tuple[Approach, ...] = (
    Approach(
        name="overpower",
        favored=("dynamic", "passion"),
        opposed=("static", "lost"),
        difficulty="moderate",
    ),
    Approach(
        name="hold",
        favored=("static", "known"),
        opposed=("dynamic", "passion"),
        difficulty="moderate",
    ),
    Approach(
        name="outwit",
        favored=("known", "static"),
        opposed=("lost", "passion"),
        difficulty="moderate",
    ),
    Approach(
        name="gamble",
        favored=("lost", "passion"),
        opposed=("known", "static"),
        difficulty="moderate",
    ),
    Approach(
        name="fervor",
        favored=("passion", "dynamic"),
        opposed=("known", "static"),
        difficulty="moderate",
    ),
    Approach(
        name="surge",
        favored=("dynamic", "passion"),
        opposed=("static", "lost"),
        difficulty="simple",
    ),
)
"""Overpower, hold, outwit, gamble, fervor and surge."""


def approaches(scenario: PlanetsScenario) -> tuple[Approach, ...]:
    """Return the approaches of *scenario*: its own, then the common ones."""
    own = {approach.name for approach in scenario.approaches}
    return (
        *scenario.approaches,
        *(approach for approach in COMMON if approach.name not in own),
    )


def level_of(approach: Approach, scenario: PlanetsScenario) -> Difficulty | None:
    """Return the Difficulty of *approach* in *scenario*; None if none is given.

    The scenario's own approach comes first, then the scenario's default, then the table
    of common approaches [PL-CONF-04].
    """
    if approach in scenario.approaches and approach.difficulty:
        return approach.difficulty
    return scenario.difficulty or approach.difficulty
