"""The words of options and of standings that no scenario file has."""

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
