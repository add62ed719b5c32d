"""Words for options and statuses that do not come from the scenario file."""

from sim.rules.solar_system.narration.names import STANCES
from sim.rules.solar_system.scenario.character import POOLS, RANK_WORDS
from sim.seam.settings import Wording

WORDING = Wording(
    values=frozenset({*STANCES.values(), *RANK_WORDS.values(), "proposal"}),
    keys=frozenset({"to", "cost"}),
    standing=frozenset(
        {
            "who",
            *POOLS,
            "boxes",
            "bruise_dice",
            "status",
            "intention",
            "target",
            "gift_dice",
            "keys",
            "xp",
            "advances",
            "judges",
        }
    ),
)
