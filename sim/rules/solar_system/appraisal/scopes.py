"""What the decisions of the Solar System are about."""

from sim.rules.solar_system import facts as f
from sim.rules.solar_system.events import interlude as i
from sim.rules.solar_system.events import secrets as s
from sim.seam.chart import Scope, Scopes

SCOPES: Scopes = {
    Scope.INTENTION: (
        f.IntentDeclared,
        f.IntentKept,
        f.IntentChanged,
        f.ChangeWithdrawn,
    ),
    Scope.ACTION: (
        f.CheckDeclared,
        f.ActionDeclared,
        f.ActionKept,
        f.FeePaid,
        f.FeeRefused,
        s.SecretUsed,
        s.SecretDeclined,
    ),
    Scope.DICE: (f.DieBought, f.DieDeclined, f.GiftGiven),
    Scope.HARM: (f.HarmShared,),
    Scope.GATE: (
        f.PainDeclared,
        f.PainDeclined,
        f.Joined,
        f.StayedOut,
        f.WentOn,
        f.Conceded,
        f.AnsweredSealed,
    ),
    Scope.AFTERMATH: (
        f.HealingTried,
        f.RefreshTaken,
        s.PocketTried,
        f.Passed,
        i.KeyErased,
        i.KeyKept,
        i.AdvanceBought,
        i.AdvanceBanked,
    ),
    Scope.RULING: (f.StoryGuideRuled, f.ProposalAnswered),
}
