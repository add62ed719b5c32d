"""The scenario as the rules use it; a Setup is part of every state, never copied."""

from msgspec import Struct

from sim.spine.compiled import compiled_once
from tests.toy.scenario.rulings import Rulings
from tests.toy.scenario.sheet import StandoffScenario


class Setup(Struct, frozen=True, cache_hash=True):
    """All that does not change during a conflict."""

    names: tuple[str, ...] = ("Ann", "Bo")
    rulings: Rulings = Rulings()


@compiled_once(StandoffScenario)
def compile_scenario(scenario: StandoffScenario) -> Setup:
    """Return *scenario* in the rules' own terms."""
    return Setup(tuple(one.name for one in scenario.seats), scenario.rulings)
