"""Which rule decides a quarrel about an event: of all it rests on, the one sentence."""

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.seam.events import DiceRolled
from sim.seam.protocol import Decides

_BANDS = "SK-ATTRES-01 SK-ATTRES-02 SK-ATTRES-03 SK-ATTRES-04 SK-QLU-01 SK-ROLL-06"
_HARD = (
    "SK-ATTACK-03 SK-ATTACK-04 SK-ATTACK-05 SK-ATTACK-06 SK-QLO-03 SK-QNU-05"
    " SK-KNOW-03 SK-RUL-05"
)


def _damage(event: c.HarmApplied) -> str:
    if event.capped:
        return "SK-ATTRES-05"
    return "SK-ATTRES-04 SK-ATTRES-03 SK-ATTRES-02"


ANSWERS: Decides = {
    f.AttackDeclared: {"form": "SK-DP-04", "does": "SK-CONF-02", "": "SK-RUL-47"},
    f.ActDeclared: {"does": "SK-RUL-50", "": "SK-DP-13"},
    f.RecoveryTaken: {"": "SK-RUL-23"},
    f.WithdrawalTried: {"": "SK-CONF-07"},
    f.AimChanged: {"aim": "SK-RUL-42", "": "SK-CONF-05"},
    f.Held: {"": "SK-CONF-02"},
    f.RanksChosen: {"does": "SK-RUL-43", "": "SK-DP-12"},
    f.ResponseDeclared: {
        "by": "SK-RUL-29",
        "response": "SK-RUL-31",
        "does": "SK-ATTACK-02",
        "": "SK-RUL-44",
    },
    f.SteppedIn: {"does": "SK-RUL-68", "": "SK-DP-16"},
    f.CompanionCountered: {
        "form": "SK-RUL-47",
        "does": "SK-RUL-68",
        "": "SK-DP-16",
    },
    f.StoodBy: {"does": "SK-RUL-68", "": "SK-DP-16"},
    f.RollChosen: {"": "SK-RUL-04"},
    f.LevelsGiven: {"aspect": "SK-QNU-03", "does": "SK-RUL-08", "": "SK-RUL-53"},
    f.RankTaken: {"": "SK-QNU-04"},
    f.NoMoreGiven: {"": "SK-RUL-53"},
    f.TopicChosen: {"subject": "SK-RUL-67", "does": "SK-RUL-67", "": "SK-DP-15"},
    f.SpecialtyTaken: {"": "SK-KNOW-08"},
    f.UseRuled: {"does": "SK-RUL-60", "": "SK-DP-01"},
    f.DifficultyRuled: {"row": "SK-QLU-03", "does": "SK-RUL-60", "": "SK-DP-03"},
    f.CircumstanceRuled: {"row": "SK-QLO-04", "does": "SK-RUL-60", "": "SK-DP-03"},
    f.WeightRuled: {"weight": "SK-QLO-05", "does": "SK-RUL-60", "": "SK-DP-03"},
    f.BystandersRuled: {"does": "SK-RUL-60", "": "SK-DP-10"},
}
"""Kind of answer -> what of it was not open, `does` for its kind -> the rule."""

DECIDES: Decides = {
    **ANSWERS,
    DiceRolled: {"": "SK-ROLL-02"},
    c.RoundStarted: {"order": "SK-RUL-32 SK-RUL-50 SK-CONF-10", "": "SK-CONF-10"},
    c.InitiativeStarted: {"who": "SK-RUL-32", "": "SK-CONF-02"},
    c.AwarenessGrew: {"": "SK-RUL-34 SK-RUL-46"},
    c.IntentChanged: {"": "SK-CONF-05"},
    c.OopsChanged: {"": "SK-ATTRES-01 SK-ATTRES-02 SK-ATTRES-03 SK-RUL-23"},
    c.DifficultySet: {"": _HARD},
    c.OppositionSet: {"total": "SK-ROLL-02", "": "SK-RUL-04"},
    c.OutcomeDetermined: {
        "total": "SK-ROLL-02",
        "level": "SK-ROLL-06",
        "difficulty": "SK-ROLL-06",
        "": _BANDS,
    },
    c.HarmApplied: {
        "capped": "SK-ATTRES-05",
        "eighths": _damage,
        "total": "SK-RUL-33",
        "": "SK-CONF-04",
    },
    c.CombatantTakenOut: {"": "SK-RUL-33"},
    c.MissOffsetFound: {"": "SK-RANGED-01"},
    c.BystandersGathered: {"": "SK-RUL-26"},
    c.BystanderChecked: {"": "SK-RANGED-02"},
    c.BystanderHarmed: {"eighths": "SK-ATTRES-04", "": "SK-RUL-48"},
    c.CombatantWithdrew: {"": "SK-CONF-07"},
    c.ProgressMade: {"": "SK-CONF-03"},
    c.SkillUseClassified: {
        "expertise": "SK-EXP-01",
        "measured": "SK-ROLL-07",
        "opposed": "SK-ROLL-07",
        "": "SK-RUL-51",
    },
    c.RoutineUseGranted: {"": "SK-ROUT-02"},
    c.KnowledgeRecalled: {"wrong": "SK-RUL-36", "": "SK-KNOW-07 SK-KNOW-05 SK-KNOW-02"},
    c.ResearchDone: {"level": "SK-ROLL-06", "": "SK-RUL-67"},
    c.SpecialtyRecorded: {"rank": "SK-RUL-27", "": "SK-KNOW-08 SK-RUL-67"},
    c.EffectAllocated: {"ranks": "SK-QNU-04", "": "SK-QNU-03"},
    c.UsePerformed: {"": "SK-QLU-01 SK-KNOW-01 SK-QNU-02"},
}
"""Kind of event -> what of it is in question -> the rule; under "" for all else."""
