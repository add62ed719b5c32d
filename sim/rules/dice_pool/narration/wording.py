"""The words of options and of standings that no scenario file has."""

from sim.rules.dice_pool.morality.souls import FORMS
from sim.rules.dice_pool.records.rolls import Hardness
from sim.settings import Wording

WORDING = Wording(
    values=frozenset({*FORMS, *Hardness, "first", "second", "the lowest"}),
    standing=frozenset(
        {
            "health",
            "willpower",
            "dots",
            "morality",
            "condition",
            "left",
            "losses",
            "reputation",
            "holdings",
            "crisis",
            "soul",
            "succumbed",
            "intimacies",
            "holds",
            "pool",
            "edge",
            "difficulty",
            "dice",
            "judges",
        }
    ),
)
