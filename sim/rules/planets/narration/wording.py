"""Words for options and statuses that do not come from the scenario file."""

from sim.rules.planets.forces.task import FORCES
from sim.rules.planets.round.settling import FORGOTTEN, OTHER
from sim.rules.planets.scenario.difficulty import DIFFICULTIES, UNNAMED
from sim.seam.settings import Wording

WORDING = Wording(
    values=frozenset({*FORCES, *DIFFICULTIES, UNNAMED, FORGOTTEN, OTHER}),
    standing=frozenset(
        {
            "wounds",
            "tally",
            "track",
            "approach",
            "aim",
            "harms",
            "out",
            "difficulty",
            "favored",
            "opposed",
            "beside",
            "omega",
            "rolls",
            "judges",
        }
    ),
)
