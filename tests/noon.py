"""The toy at noon: the scenario and the system that the engine's tests play."""

from tests.toy import SYSTEM as TOY
from tests.toy import Character, StandoffScenario

SCENARIO = StandoffScenario(
    title="Two at noon", system="toy", seats=(Character("Ann"), Character("Bo"))
)

RULES = TOY.rules
