"""How people at a table say that somebody answered so, without whose it is.

A transcript may use any of them for its `does`; we use the first where the story has no
sentence.
"""

from collections.abc import Mapping

from sim.rules.intensity import facts as f
from sim.seam.events import Event
from sim.spine.tables import complete

SAYINGS: Mapping[type[Event], tuple[str, ...]] = complete(
    "say",
    {
        f.IntentDeclared: (
            "wants",
            "declares a goal",
            "names a goal",
            "intends",
        ),
        f.DieSought: (
            "asks for a die",
            "seeks a die",
            "helps",
        ),
        f.SizeRuled: (
            "judges the size of the die",
            "rules on the size",
            "lowers the die",
        ),
        f.DieSwapped: (
            "replaces a die",
            "swaps a die",
        ),
        f.SwapsEnded: (
            "replaces no more dice",
            "swaps no more dice",
        ),
        f.PoolEntered: (
            "enters a pool",
            "puts a pool together",
            "rolls",
            "rolls a pool",
            "attacks",
            "strikes",
            "acts",
        ),
        f.PoolDeclined: (
            "rolls nothing this round",
            "rolls nothing",
            "enters no pool",
            "does nothing",
            "waits",
        ),
        f.DieChosen: (
            "picks a die",
            "chooses a die",
            "uses a die",
            "uses",
            "rolls with",
            "picks",
        ),
        f.ExtraBought: (
            "adds an extra die",
            "buys an extra die",
            "buys a die",
            "spends Intensity",
            "spends a point",
            "pays for a die",
        ),
        f.PoolClosed: (
            "adds no more dice",
            "buys no more dice",
            "spends no more Intensity",
            "spends nothing",
            "buys no die",
            "no extra die",
        ),
        f.PipPlaced: (
            "aims a pip",
            "places a pip",
        ),
        f.GoalContinued: (
            "wants more",
            "wants another thing",
        ),
        f.Contented: (
            "wants no more",
            "is content",
        ),
        f.WentOn: (
            "goes on",
            "fights on",
            "keeps fighting",
            "continues",
        ),
        f.Conceded: (
            "cedes",
            "gives up",
            "gives in",
            "concedes",
            "yields",
            "backs down",
            "surrenders",
        ),
    },
    f.FACTS,
)
"""Kind of answer -> the ways to say it, the one we use first."""
