"""The words of options and of standings that no scenario file has."""

from sim.settings import Wording

WORDING = Wording(
    values=frozenset(),
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
