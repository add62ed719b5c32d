"""The toy at noon: the scenario and the system that the engine's tests play."""

from tests.toy.scenario.sheet import Character, StandoffScenario
from tests.toy.system import SYSTEM as TOY

SCENARIO = StandoffScenario(
    title="Two at noon", system="toy", seats=(Character("Ann"), Character("Bo"))
)

RULES = TOY.rules
