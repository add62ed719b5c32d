"""Which rule decides a quarrel about an event: of all it rests on, the one sentence."""

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import conscience as m
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.events import lasting as w
from sim.seam.events import DiceRolled
from sim.seam.protocol import Decides


def _margin(event: c.ContestResolved) -> str:
    return "DP-CONTEST-06" if event.winners else "DP-R-10"


def _winners(event: c.ContestResolved) -> str:
    return "DP-CONTEST-05" if event.winners else "DP-R-10"


ANSWERS: Decides = {
    f.IntentDeclared: {"pool": "DP-ATTR-02", "": "DP-R-73"},
    f.HelpOffered: {"": "DP-R-72"},
    f.ProtectionOffered: {"": "DP-R-112"},
    f.HeldBack: {"": "DP-R-80"},
    f.Conceded: {"": "DP-R-70"},
    f.ContestAnswered: {
        "against": "DP-CONTEST-02",
        "does": "DP-CONTEST-03",
        "": "DP-R-79",
    },
    f.ContestWaived: {"": "DP-R-13"},
    f.Boosted: {"intimacy": "DP-R-102", "": "DP-WILL-02"},
    f.PointDedicated: {"intimacy": "DP-R-102", "": "DP-R-49"},
    f.RoteChoiceMade: {"does": "DP-R-29", "": "DP-ROTE-03"},
    f.MarginClaimed: {"amount": "DP-CONTEST-06", "use": "DP-CONTEST-08", "": "DP-R-83"},
    f.HarmEased: {"": "DP-WILL-05"},
    f.VirtueKept: {"": "DP-R-101"},
    f.VirtueShown: {"": "DP-WILL-12"},
    f.LetStand: {"": "DP-R-85"},
    f.ReversalSought: {"": "DP-PROLONG-01"},
    f.WentOn: {"": "DP-PROLONG-01"},
    f.LetRest: {"": "DP-R-85"},
    f.AttemptMade: {"": "DP-R-95"},
    f.TendingTried: {"": "DP-R-98"},
    f.TreatmentTried: {"": "DP-R-99"},
    f.DeedFaced: {"grade": "DP-CRISIS-11", "": "DP-R-100"},
    f.FailureAccepted: {"": "DP-CRISIS-03"},
    f.CharacterDegenerated: {"": "DP-CRISIS-06"},
    f.IntimacyDeveloped: {"": "DP-INTIM-04"},
    f.IntimacyReplaced: {"": "DP-INTIM-04"},
    f.NotYetSuccumbed: {"": "DP-R-104"},
    f.CharacterSuccumbed: {"form": "DP-SOUL-06", "": "DP-R-104"},
    j.EntitlementRuled: {"does": "DP-R-25", "": "DP-CONTEST-03"},
    j.EdgeRuled: {"does": "DP-R-77", "": "DP-EDGE-03"},
    j.DifficultyRuled: {"hardness": "DP-DIFF-03", "does": "DP-R-77", "": "DP-DEC-05"},
    j.IntimacyRuled: {"does": "DP-R-77", "": "DP-R-49"},
    j.ClaimRuled: {"does": "DP-R-77", "": "DP-R-15"},
    j.DeedRuled: {"does": "DP-R-77", "": "DP-R-54"},
    j.LimitRuled: {"does": "DP-R-77", "": "DP-R-21"},
    j.VirtueRuled: {"does": "DP-R-77", "": "DP-DEC-14"},
    j.GroundRuled: {"does": "DP-R-77", "": "DP-PROLONG-01"},
    j.RetryRuled: {"does": "DP-R-77", "": "DP-STATIC-04"},
}
"""Kind of answer -> what of it was not open, `does` for its kind -> the rule."""

DECIDES: Decides = {
    **ANSWERS,
    DiceRolled: {"kept": "DP-R-02", "": "DP-ROLL-01"},
    c.RoundOpened: {
        "number": "DP-R-91",
        "clock": "DP-R-18 DP-R-97",
        "": "DP-PROLONG-01 DP-R-91",
    },
    c.StepOpened: {"": "DP-R-103 DP-R-85"},
    c.IntentsShown: {"": "DP-R-11"},
    c.IntentChanged: {"": "DP-R-73"},
    c.RollsCalled: {"": "DP-R-78"},
    c.EdgeAssessed: {"assessed": "DP-EDGE-03 DP-R-06", "": "DP-POOL-03"},
    c.DifficultyAssessed: {"assessed": "DP-DIFF-04 DP-R-06", "": "DP-POOL-04"},
    c.CarriedDiceGained: {"arena": "DP-R-89", "": "DP-R-15"},
    c.PoolAssembled: {
        "specialty": "DP-SKILL-04",
        "willpower": "DP-WILL-03",
        "rote": "DP-WILL-03",
        "difficulty": "DP-POOL-04",
        "edge": "DP-POOL-03",
        "components": "DP-POOL-02",
        "": "DP-R-04",
    },
    c.SideTotalChosen: {"": "DP-TEAM-02"},
    c.ContestResolved: {
        "totals": "DP-CONTEST-01",
        "winners": _winners,
        "margin": _margin,
        "": "DP-CONTEST-01",
    },
    c.IntentObtained: {"margin": "DP-CONTEST-06", "": "DP-R-73"},
    c.ReputationDamaged: {"amount": "DP-CONTEST-08", "": "DP-R-83"},
    c.LossRecorded: {
        "arena": "DP-PROLONG-04",
        "limit": "DP-PROLONG-03",
        "": "DP-R-20",
    },
    c.DefeatForced: {"": "DP-PROLONG-03"},
    c.FightEnded: {"returns": "DP-R-90", "": "DP-R-84 DP-R-108"},
    c.PrerequisitePaid: {"": "DP-STATIC-03"},
    c.OppositionMet: {"": "DP-CONTEST-05"},
    c.AttemptFailed: {"": "DP-STATIC-04"},
    c.ConflictConceded: {"": "DP-R-113 DP-R-24 DP-R-70 DP-R-85"},
    c.CarriedDiceUsed: {"": "DP-R-15"},
    c.AutomaticSuccessesCancelled: {"": "DP-R-30"},
    c.AutomaticSuccessesApplied: {"": "DP-R-30"},
    c.MarginVetoed: {"": "DP-R-15"},
    c.HoldingsDamaged: {"": "DP-R-83"},
    c.TallyEmptied: {"": "DP-R-113"},
    c.DevelopmentCame: {"": "DP-R-87"},
    c.OppositionRecorded: {"": "DP-R-14"},
    c.StaticObstacleResolved: {"": "DP-STATIC-01 DP-AUTO-04"},
    w.HarmApplied: {
        "upgraded": "DP-HEALTH-05",
        "wasted": "DP-R-33",
        "filled": "DP-HEALTH-04",
        "track": "DP-R-32 DP-HEALTH-03",
        "": "DP-HEALTH-02",
    },
    w.HarmMitigated: {"": "DP-WILL-06"},
    w.CharacterWoke: {"": "DP-R-36"},
    w.CharacterIncapacitated: {"": "DP-HEALTH-08"},
    w.CharacterStabilized: {"": "DP-R-37"},
    w.TendingFailed: {"": "DP-R-37"},
    w.WoundHealed: {"clock": "DP-HEAL-02", "": "DP-HEAL-01"},
    w.RollFellDue: {"": "DP-CRISIS-02 DP-SOUL-05"},
    w.RestTaken: {"": "DP-R-48"},
    w.TimePassed: {"": "DP-R-97"},
    w.WillpowerSpent: {"": "DP-WILL-02"},
    w.WillpowerRegained: {
        "points": "DP-WILL-01",
        "": "DP-WILL-09 DP-WILL-11 DP-CRISIS-04",
    },
    w.WillpowerPointLost: {"": "DP-CRISIS-03"},
    w.ViceIndulged: {"": "DP-WILL-11"},
    w.WillpowerDotsLost: {"points": "DP-WILL-14", "": "DP-SOUL-05"},
    w.WillpowerDotRegained: {"": "DP-SOUL-07 DP-WILL-15"},
    w.HazardStruck: {"": "DP-R-93"},
    w.HazardMet: {"": "DP-STATIC-01"},
    w.StayedConscious: {"": "DP-HEALTH-07"},
    w.CharacterFellUnconscious: {"": "DP-HEALTH-07"},
    w.WoundDowngraded: {"": "DP-R-43"},
    w.CareGiven: {"": "DP-R-111"},
    w.TreatmentFailed: {"": "DP-RESIST-03"},
    w.DotDelayed: {"": "DP-R-52"},
    m.SinCommitted: {"who": "DP-MORAL-03", "": "DP-R-54"},
    m.CrisisAdvanced: {"needed": "DP-R-58", "": "DP-CRISIS-04"},
    m.CrisisFailed: {"": "DP-R-59"},
    m.SoulLost: {"": "DP-SOUL-01"},
    m.SoulRestored: {"": "DP-SOUL-01"},
    m.ErosionBorne: {"": "DP-SOUL-05"},
    m.SinRealized: {"": "DP-R-55"},
    m.CrisisStarted: {"": "DP-CRISIS-01"},
    m.CrisisReplaced: {"": "DP-CRISIS-09"},
    m.MoralityLost: {"": "DP-CRISIS-05"},
    m.MoralityRaised: {"": "DP-R-53"},
    m.IntimacyStrained: {"": "DP-R-65"},
    m.SceneEnded: {"": "DP-R-100"},
}
"""Kind of event -> what of it is in question -> the rule; under "" for all else."""
