"""How people at a table say that somebody answered so, without whose it is.

A transcript may use any of them for its `does`; we use the first where the story has no
sentence.
"""

from collections.abc import Mapping

from sim.rules.skill_roll import facts as f
from sim.seam.events import Event
from sim.spine.tables import complete

SAYINGS: Mapping[type[Event], tuple[str, ...]] = complete(
    "say",
    {
        f.AttackDeclared: (
            "attacks",
            "makes an attack",
            "strikes",
            "hits",
            "shoots",
        ),
        f.ActDeclared: (
            "acts",
            "makes a move",
            "tries",
        ),
        f.RecoveryTaken: (
            "takes the turn to recover",
            "recovers",
            "gets back into position",
        ),
        f.WithdrawalTried: (
            "tries to get away",
            "withdraws",
            "flees",
            "runs away",
            "retreats",
        ),
        f.AimChanged: (
            "now wants something else",
            "changes the aim",
            "changes aim",
            "wants",
        ),
        f.Held: (
            "does nothing",
            "holds",
            "passes",
            "waits",
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
        f.WentOn: (
            "goes on",
            "fights on",
            "keeps fighting",
            "continues",
        ),
        f.RanksChosen: (
            "uses so many ranks",
            "chooses the ranks",
        ),
        f.ResponseDeclared: (
            "responds",
            "answers the attack",
        ),
        f.SteppedIn: (
            "steps in",
            "steps between",
            "covers",
            "takes the blow",
        ),
        f.CompanionCountered: (
            "counters for a companion",
            "strikes back for a companion",
        ),
        f.StoodBy: (
            "stands by",
            "does not step in",
        ),
        f.RollChosen: (
            "says whether to roll",
            "rolls or takes 10",
        ),
        f.LevelsGiven: (
            "gives levels",
            "puts levels into",
        ),
        f.RankTaken: (
            "makes a rank of levels",
            "takes a rank",
        ),
        f.NoMoreGiven: (
            "leaves the rest",
            "gives no more levels",
        ),
        f.TopicChosen: (
            "chooses a topic",
            "researches",
            "studies",
            "reads up on",
        ),
        f.SpecialtyTaken: (
            "wants to record it",
            "records a specialty",
        ),
        f.SpecialtyLeft: (
            "records nothing",
            "records no specialty",
        ),
        f.UseRuled: (
            "judges the use",
            "rules on the use",
        ),
        f.DifficultyRuled: (
            "judges the difficulty",
            "sets the difficulty",
        ),
        f.CircumstanceRuled: (
            "judges the circumstances",
            "rules on the circumstances",
        ),
        f.WeightRuled: (
            "judges the weight of a power",
            "rules on the weight",
        ),
        f.BystandersRuled: (
            "judges the bystanders",
            "rules on the bystanders",
        ),
    },
    f.FACTS,
)
"""Kind of answer -> the ways to say it, the one we use first."""
