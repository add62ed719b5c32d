"""How people at a table say that somebody answered so, without whose it is.

A transcript may use any of them for its `does`; we use the first where the story has no
sentence.
"""

from collections.abc import Mapping

from sim.rules.planets import facts as f
from sim.seam.events import Event
from sim.spine.tables import complete

SAYINGS: Mapping[type[Event], tuple[str, ...]] = complete(
    "say",
    {
        f.ApproachChosen: (
            "chooses an approach",
            "goes about it",
            "uses",
            "tries",
            "acts",
        ),
        f.TargetChosen: (
            "aims at somebody",
            "aims at",
            "chooses a target",
        ),
        f.AimChosen: (
            "chooses an aim",
            "means to",
            "wants",
            "intends",
        ),
        f.HarmChosen: (
            "says whether to wound",
            "means harm",
        ),
        f.Conceded: (
            "gives it up",
            "gives up",
            "gives in",
            "concedes",
            "yields",
            "backs down",
            "surrenders",
        ),
        f.Pressed: (
            "presses on",
            "goes on",
            "fights on",
            "keeps fighting",
            "continues",
        ),
        f.StandoffAccepted: (
            "would let it rest",
            "lets it rest",
            "accepts a standoff",
        ),
        f.ForcesAccepted: (
            "accepts the Forces",
            "accepts",
        ),
        f.ForcesDisputed: (
            "disputes the Forces",
            "disputes",
        ),
        f.ForceArgued: (
            "argues for a Force",
            "argues",
        ),
        f.OmegaDeclined: (
            "places no Omega die",
            "spends no Omega die",
            "no Omega die",
        ),
        f.OmegaCommitted: (
            "places an Omega die",
            "commits an Omega die",
            "spends an Omega die",
            "uses an Omega die",
        ),
        f.PlanetDieChosen: (
            "picks a die",
            "chooses a die",
            "picks",
        ),
        f.RollJudged: (
            "judges whether to roll",
            "rules on the roll",
        ),
        f.DifficultyJudged: (
            "judges the difficulty",
            "sets the difficulty",
        ),
        f.ForceJudged: (
            "judges a Force",
            "rules on a Force",
        ),
        f.DisputeJudged: (
            "judges the dispute",
            "rules on the dispute",
        ),
        f.CircumstancesJudged: (
            "judges the circumstances",
            "rules on the circumstances",
        ),
        f.SeverityJudged: (
            "judges the severity",
            "rules on the severity",
        ),
        f.SizeJudged: (
            "judges the size of the die",
            "rules on the size",
        ),
        f.MajorJudged: (
            "judges the Major circumstance",
            "rules on the Major circumstance",
        ),
    },
    f.FACTS,
)
"""Kind of answer -> the ways to say it, the one we use first."""
