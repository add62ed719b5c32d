"""Which rule decides a quarrel about an event: of all it rests on, the one sentence."""

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.events import interlude as i
from sim.rules.solar_system.events import secrets as s
from sim.seam.events import DiceRolled
from sim.seam.protocol import Decides

_SUM = "SS-VOL-05 SS-VOL-03 SS-VOL-06"


def _box(event: c.HarmApplied) -> str:
    """Say whether the harm's own box was free [SS-HARM-03] or not [SS-HARM-04]."""
    if event.past_broken:
        return "RUL-21"
    return "SS-HARM-03" if event.box == event.amount else "SS-HARM-04"


ANSWERS: Decides = {
    f.CheckDeclared: {"ability": "SS-ABIL-04", "": "SS-CHK-01"},
    f.DieBought: {"does": "SS-POOL-06", "": "SS-DIE-06"},
    f.GiftGiven: {"does": "RUL-60", "": "SS-GIFT-02"},
    f.PainDeclared: {"does": "RUL-43", "": "SS-BDP-01"},
    f.Joined: {"side": "SS-MULTI-07", "does": "RUL-50", "": "SS-BDP-06"},
    f.IntentDeclared: {"target": "SS-INT-03", "does": "SS-CHG-02", "": "SS-INT-01"},
    f.Conceded: {"does": "RUL-40", "": "SS-GIVE-01"},
    f.AnsweredSealed: {"does": "RUL-41", "": "SS-GIVE-01"},
    f.IntentChanged: {"does": "SS-CHG-03", "": "SS-CHG-01"},
    f.ChangeWithdrawn: {"does": "RUL-45", "": "SS-CHG-01"},
    f.ActionDeclared: {"stance": "SS-CHG-03", "": "SS-FAC-01"},
    f.FeePaid: {"does": "RUL-12", "": "SS-HARM-09"},
    f.HarmShared: {"does": "SS-ZEIT-03", "": "RUL-58"},
    f.HealingTried: {"does": "RUL-30", "": "SS-HEAL-01"},
    f.RefreshTaken: {"does": "RUL-70", "": "SS-REF-01"},
    i.KeyErased: {"": "RUL-86"},
    i.AdvanceBought: {"does": "SS-ADV-01", "": "RUL-88"},
    s.SecretUsed: {"secret": "SS-SEC-01", "": "RUL-81"},
    s.PocketTried: {"secret": "SS-SEC-03", "": "RUL-82"},
}
"""Kind of answer -> what of it was not open, `does` for its kind -> the rule."""

DECIDES: Decides = {
    **ANSWERS,
    DiceRolled: {"kept": "SS-DIE-05", "reading": "SS-CHK-03", "": "SS-CHK-02"},
    c.DiceGathered: {
        "linked": "SS-MULTI-02 SS-TOG-02",
        "failure": "SS-TOG-03 SS-MULTI-02",
        "bruised": "SS-HARM-06",
        "bloodied": "SS-HARM-07",
        "broken": "SS-HARM-09",
        "circumstance": "SS-DIE-08",
        "": "SS-DIE-01",
    },
    c.PoolSpent: {
        "pool": "SS-ABIL-01 SS-SEC-01 SS-HARM-09",
        "left": "SS-POOL-04 SS-POOL-07",
        "": "SS-DIE-06 SS-SEC-01 SS-HARM-09",
    },
    c.CheckResolved: {
        "winner": "SS-RES-02 SS-COM-02 SS-MULTI-05",
        "loser": "SS-RES-02 SS-COM-02 SS-MULTI-05",
        "level": "SS-RES-03 SS-COM-02 SS-MULTI-05",
        "ranking": "SS-COM-03",
        "": "SS-RES-02 SS-COM-02 SS-MULTI-05",
    },
    c.RulingSettled: {"": "SS-DIE-08 SS-COM-03 ENG-02"},
    c.PainOffered: {"": "SS-BDP-01"},
    c.PainBegan: {"": "SS-BDP-01"},
    c.FreeAndClearOpened: {
        "volley": "SS-FAC-06",
        "released": "SS-STALE-01",
        "retargeting": "RUL-49",
        "": "SS-FAC-01",
    },
    c.ActionsLocked: {"": "SS-FAC-03"},
    c.ContestResolved: {
        "relation": "RUL-46",
        "level_a": "SS-CHK-03",
        "level_b": "SS-CHK-03",
        "stalemate": "SS-VOL-06",
        "harm_a": _SUM,
        "harm_b": _SUM,
        "margin": "SS-VOL-02 SS-VOL-06 RUL-48 SS-VOL-04",
        "winner": "SS-VOL-02 SS-VOL-06 RUL-48 SS-VOL-04",
        "": "SS-VOL-02 SS-VOL-06 RUL-48 SS-VOL-04",
    },
    c.HarmApplied: {
        "fell_out": "SS-ZEIT-04",
        "past_broken": "RUL-21",
        "amount": "SS-HARM-03 RUL-21",
        "box": _box,
        "severity": "RUL-22",
        "pool": "SS-HARM-08",
        "": _box,
    },
    c.IntentionFulfilled: {"": "SS-HARM-10 SS-GIVE-02 SS-INT-04"},
    c.VolleyClosed: {"stalemates": "SS-STALE-01", "": "SS-FAC-06"},
    c.PatientHealed: {"": "SS-HEAL-01"},
    c.HarmCollapsed: {"": "SS-SHAKE-01 SS-HEAL-02"},
    c.ConflictClosed: {"": "SS-BDP-07 SS-META-04 SS-COM-02"},
    c.PoolRefreshed: {"": "SS-REF-06"},
    c.SceneEnded: {"": "SS-SEC-03 SS-REF-05"},
    i.ExperienceChanged: {"advances": "RUL-61", "": "RUL-64 SS-KEY-06"},
    i.AwardsMade: {"": "RUL-85"},
    i.SceneClosed: {"": "RUL-85"},
    i.AdvanceSpent: {
        "cost": "SS-ADV-01",
        "teacher": "SS-ADV-04",
        "advances": "SS-ADV-01",
        "": "RUL-88",
    },
    i.AdvancesEnded: {"": "SS-ADV-07"},
    s.SecretsWorked: {"": "SS-SEC-04"},
}
"""Kind of event -> what of it is in question -> the rule; under "" for all else."""
