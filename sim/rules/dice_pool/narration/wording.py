"""Words for options and statuses that do not come from the scenario file."""

from sim.rules.dice_pool.morality.souls import FORMS
from sim.rules.dice_pool.records.rolls import Hardness
from sim.rules.dice_pool.scenario.words import USUAL
from sim.seam.settings import Wording

_COMMON = {trait for pools in USUAL.values() for pool in pools for trait in pool}
"""The traits of the pools that everybody may answer with [DP-R-112]."""

WORDING = Wording(
    values=frozenset({*FORMS, *Hardness, *_COMMON, "first", "second", "the lowest"}),
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
            "bears",
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
