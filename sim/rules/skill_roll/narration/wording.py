"""Words for options and statuses that do not come from the scenario file."""

from sim.rules.skill_roll.scenario.uses import RESULT
from sim.seam.settings import Wording

WORDING = Wording(
    values=frozenset({RESULT}),
    standing=frozenset(
        {
            "damage",
            "capacity",
            "oops",
            "awareness",
            "progress",
            "goal",
            "performed",
            "succeeded",
            "aim",
            "specialties",
            "out",
            "judges",
        }
    ),
)
