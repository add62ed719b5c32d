"""Words for options and statuses that do not come from the scenario file."""

from sim.seam.settings import Wording

WORDING = Wording(
    values=frozenset(),
    standing=frozenset(
        {
            "status",
            "side",
            "intensity",
            "abilities",
            "lost",
            "goal",
            "stakes",
            "situation_dice",
            "penalty_dice",
        }
    ),
)
