"""How people at a table say that somebody answered so, without whose it is.

A transcript may use any of them for its `does`; we use the first where the story has no
sentence.
"""

from collections.abc import Mapping

from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import judgements
from sim.seam.events import Event
from sim.spine.tables import complete

SAYINGS: Mapping[type[Event], tuple[str, ...]] = complete(
    "say",
    {
        f.IntentDeclared: (
            "wants",
            "declares an intent",
            "attacks",
            "strikes",
            "hits",
            "shoots",
            "uses",
            "intends",
            "acts",
        ),
        f.HelpOffered: (
            "helps",
            "offers help",
            "assists",
        ),
        f.ProtectionOffered: (
            "protects an ally",
            "protects",
            "shields",
            "guards",
        ),
        f.HeldBack: (
            "holds back",
            "does nothing",
            "waits",
        ),
        f.Conceded: (
            "gives up",
            "gives in",
            "concedes",
            "yields",
            "backs down",
            "surrenders",
        ),
        f.ContestAnswered: (
            "contests it",
            "contests what another does",
            "resists",
            "defends",
            "dodges",
        ),
        f.ContestWaived: (
            "does not contest it",
            "waives the contest",
            "lets it happen",
        ),
        f.Boosted: (
            "puts Willpower into it",
            "spends Willpower",
            "uses Willpower",
            "boosts the roll",
            "spends a point",
        ),
        f.BoostDeclined: (
            "puts no Willpower into it",
            "spends no Willpower",
        ),
        f.PointDedicated: (
            "does it for a tie",
            "spends the point for a tie",
        ),
        f.PointUndedicated: ("does it for no tie",),
        f.RoteChoiceMade: (
            "takes a throw",
            "chooses a throw",
            "chooses the total",
        ),
        f.MarginClaimed: (
            "claims the margin",
            "uses the margin",
        ),
        f.HarmSuffered: (
            "takes it as it comes",
            "suffers the harm",
            "takes the hit",
            "takes the harm",
        ),
        f.HarmEased: (
            "grits the teeth",
            "eases the harm",
            "pays to take less",
        ),
        f.VirtueKept: (
            "keeps the Virtue for another time",
            "keeps the Virtue",
        ),
        f.VirtueShown: (
            "draws strength from the Virtue",
            "shows the Virtue",
        ),
        f.LetStand: (
            "lets it stand",
            "accepts the loss",
            "accepts it",
        ),
        f.ReversalSought: (
            "seeks to reverse it",
            "tries to reverse it",
        ),
        f.WentOn: (
            "goes on",
            "fights on",
            "keeps fighting",
            "continues",
        ),
        f.LetRest: (
            "would let it rest",
            "lets it rest",
        ),
        f.AttemptMade: (
            "tries",
            "makes an attempt",
        ),
        f.TaskLeft: (
            "leaves it",
            "leaves it alone",
        ),
        f.TendingTried: (
            "tends somebody",
            "tends",
            "stops the bleeding",
        ),
        f.TendingRefused: (
            "tends nobody",
            "does not tend",
        ),
        f.TreatmentTried: (
            "treats somebody",
            "treats",
            "treats the wound",
        ),
        f.TreatmentRefused: (
            "treats nobody",
            "leaves it to heal",
        ),
        f.DeedFaced: (
            "faces the deed",
            "faces what was done",
        ),
        f.DeedLeft: (
            "does not face the deed",
            "leaves the deed",
        ),
        f.FailureAccepted: (
            "bears it",
            "accepts the failure",
            "bears the failure",
        ),
        f.CharacterDegenerated: (
            "looks away from it for good",
            "hardens",
            "degenerates",
        ),
        f.BondKept: (
            "keeps to the ties there are",
            "keeps the ties",
        ),
        f.IntimacyDeveloped: (
            "grows a new tie",
            "grows a tie",
        ),
        f.IntimacyReplaced: (
            "has a new tie take the place of an old one",
            "replaces a tie",
        ),
        f.NotYetSuccumbed: (
            "holds out without a soul",
            "holds out",
        ),
        f.CharacterSuccumbed: (
            "gives in without a soul",
            "succumbs",
        ),
        judgements.EntitlementRuled: (
            "judges who may roll",
            "rules who may roll",
        ),
        judgements.EdgeRuled: (
            "judges the edge",
            "rules the edge",
        ),
        judgements.DifficultyRuled: (
            "judges the difficulty",
            "sets the difficulty",
        ),
        judgements.IntimacyRuled: (
            "judges whether a tie is at stake",
            "rules on the tie",
        ),
        judgements.ClaimRuled: (
            "judges the claim",
            "rules on the claim",
        ),
        judgements.DeedRuled: (
            "judges the deed",
            "rules on the deed",
        ),
        judgements.LimitRuled: (
            "judges the limit",
            "sets the limit",
        ),
        judgements.VirtueRuled: (
            "judges the Virtue",
            "rules on the Virtue",
        ),
        judgements.GroundRuled: (
            "judges the ground",
            "rules on the ground",
        ),
        judgements.RetryRuled: (
            "judges the retry",
            "rules on another try",
        ),
    },
    f.FACTS,
)
"""Kind of answer -> the ways to say it, the one we use first."""
