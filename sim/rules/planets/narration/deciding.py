"""Which rule decides a quarrel about an event: of all it rests on, the one sentence."""

from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.seam.events import DiceRolled
from sim.seam.protocol import Decides

_FORCES = "PL-FORCE-06 PL-RUL-17 PL-FORCE-01"
_ORDER = "PL-RUL-01 PL-RUL-02 PL-HIER-12 PL-HIER-14"
_STAGES = (
    "PL-CIRC-10 PL-CIRC-11 PL-CHECK-01 PL-CHECK-02 PL-CHECK-03 PL-CHECK-04 PL-RUL-29"
)
_SETTLED = {
    "favored": _FORCES,
    "opposed": _FORCES,
    "": "PL-FORCE-05",
}

ANSWERS: Decides = {
    f.ApproachChosen: {"": "PL-RUL-35"},
    f.TargetChosen: {"": "PL-CONF-06"},
    f.AimChosen: {"": "PL-RUL-30"},
    f.HarmChosen: {"": "PL-CONF-05"},
    f.Conceded: {"": "PL-RUL-36"},
    f.Pressed: {"": "PL-DP-10"},
    f.ForcesDisputed: {
        "reason": "PL-FORCE-06",
        "descriptor": "PL-FORCE-06",
        "": "PL-FORCE-05",
    },
    f.ForceArgued: {"lean": "PL-RUL-14", "": "PL-FORCE-05"},
    f.OmegaCommitted: {"value": "PL-OMEGA-03", "does": "PL-STEP-02", "": "PL-OMEGA-01"},
    f.PlanetDieChosen: {"partner": "PL-RUL-26", "": "PL-COMB-07"},
    f.DifficultyJudged: {"level": "PL-DIFF-01", "": "PL-STEP-01"},
    f.ForceJudged: {"lean": "PL-RUL-14", "": "PL-STEP-01"},
    f.CircumstancesJudged: {"kinds": "PL-CIRC-03", "": "PL-STEP-03"},
    f.SizeJudged: {"size": "PL-RUL-31", "": "PL-CIRC-02"},
    f.MajorJudged: {"does": "PL-RUL-07", "": "PL-CIRC-11"},
}
"""Kind of answer -> what of it was not open, `does` for its kind -> the rule."""

DECIDES: Decides = {
    **ANSWERS,
    DiceRolled: {"": "PL-HIER-01"},
    c.StepOpened: {
        "": "PL-STEP-01 PL-STEP-02 PL-STEP-03 PL-STEP-04 PL-COMB-07 PL-CONF-03"
    },
    c.IntentDeclared: {"": "PL-DP-02"},
    c.IntentChanged: {"": "PL-RUL-35"},
    c.RollCalled: {"kind": "PL-COMB-01", "": "PL-SCOPE-02 PL-SCOPE-01"},
    c.DifficultySet: {"": "PL-DIFF-01 PL-FORCE-04"},
    c.ForcesProposed: _SETTLED,
    c.ForcesSettled: {"amended": "PL-FORCE-06", **_SETTLED},
    c.CircumstanceAssigned: {
        "severity": "PL-RUL-33 PL-CIRC-13",
        "size": "PL-RUL-33 PL-CIRC-02 PL-RUL-29",
        "": "PL-CIRC-03 PL-CIRC-01 PL-CIRC-14",
    },
    c.OmegaShown: {"value": "PL-OMEGA-02", "": "PL-RUL-25"},
    c.PlanetDiceChosen: {"": "PL-COMB-07"},
    c.HierarchyRead: {
        "values": "PL-COMB-03 PL-OMEGA-04 PL-HIER-01",
        "set_aside": "PL-COMB-05",
        "dominant": _ORDER,
        "major": _ORDER,
        "minor": _ORDER,
        "weak": _ORDER,
        "": "PL-HIER-14",
    },
    c.CircumstancePlaced: {
        "slot": "PL-CIRC-05 PL-CIRC-06 PL-CIRC-07 PL-CIRC-08",
        "influence": "PL-CIRC-16",
        "severity": "PL-CIRC-09 PL-CIRC-11",
        "": "PL-STEP-05",
    },
    c.OutcomeDetermined: {"": _STAGES},
    c.RoundResolved: {"who": "PL-RUL-18 PL-CONF-02", "": "PL-CONF-02"},
    c.HarmApplied: {"severity": "PL-RUL-33", "size": "PL-RUL-33", "": "PL-CONF-05"},
    c.TakenOut: {"": "PL-CONF-05"},
}
"""Kind of event -> what of it is in question -> the rule; under "" for all else."""
