"""What the decisions of dice pools are about."""

from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import judgements as j
from sim.seam.chart import Scope, Scopes

SCOPES: Scopes = {
    Scope.INTENTION: (f.IntentDeclared,),
    Scope.ACTION: (
        f.HelpOffered,
        f.ProtectionOffered,
        f.HeldBack,
        f.ContestAnswered,
        f.ContestWaived,
        f.AttemptMade,
        f.TaskLeft,
    ),
    Scope.DICE: (
        f.PointDedicated,
        f.PointUndedicated,
        f.Boosted,
        f.BoostDeclined,
        f.RoteChoiceMade,
    ),
    Scope.HARM: (f.MarginClaimed, f.HarmSuffered, f.HarmEased),
    Scope.GATE: (f.LetStand, f.ReversalSought, f.WentOn, f.LetRest, f.Conceded),
    Scope.AFTERMATH: (
        f.VirtueKept,
        f.VirtueShown,
        f.TendingTried,
        f.TendingRefused,
        f.TreatmentTried,
        f.TreatmentRefused,
        f.DeedFaced,
        f.DeedLeft,
        f.FailureAccepted,
        f.CharacterDegenerated,
        f.BondKept,
        f.IntimacyDeveloped,
        f.IntimacyReplaced,
        f.NotYetSuccumbed,
        f.CharacterSuccumbed,
    ),
    Scope.RULING: (
        j.EntitlementRuled,
        j.EdgeRuled,
        j.DifficultyRuled,
        j.IntimacyRuled,
        j.ClaimRuled,
        j.DeedRuled,
        j.LimitRuled,
        j.VirtueRuled,
        j.GroundRuled,
        j.RetryRuled,
    ),
}
