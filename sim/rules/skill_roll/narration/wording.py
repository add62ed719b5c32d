"""The words of options and of standings that no scenario file has."""

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
