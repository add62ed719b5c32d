"""Which rule decides a quarrel about an event: of all it rests on, the one sentence."""

from sim.events import DiceRolled
from sim.protocol import Decides
from sim.rules.intensity import consequences as c
from sim.rules.intensity import facts as f

_COMPARED = {
    "faces_a": "IN-COMPARE-02",
    "faces_b": "IN-COMPARE-02",
    "raw": "IN-COMPARE-04",
    "hand": "IN-COMPARE-04",
    "kept": "IN-COMPARE-05",
}

ANSWERS: Decides = {
    f.IntentDeclared: {"does": "IN-GOAL-02", "": "IN-GOAL-01"},
    f.DieSought: {"size": "IN-R-49", "": "IN-HELP-01"},
    f.SizeRuled: {"size": "IN-R-49", "": "IN-R-37"},
    f.DieSwapped: {"place": "IN-R-36", "": "IN-HELP-02"},
    f.DieChosen: {"does": "IN-POOL-02", "": "IN-R-07"},
    f.ExtraBought: {"ability": "IN-R-07", "": "IN-EXTRA-02"},
    f.PipPlaced: {"target": "IN-EFFECT-01", "ability": "IN-R-19", "": "IN-R-21"},
    f.GoalContinued: {"does": "IN-R-40", "": "IN-ZERO-03"},
    f.Contented: {"": "IN-R-26"},
    f.WentOn: {"": "IN-ROUND-02"},
    f.Conceded: {"": "IN-R-27"},
}
"""Kind of answer -> what of it was not open, `does` for its kind -> the rule."""

DECIDES: Decides = {
    **ANSWERS,
    DiceRolled: {"": "IN-COMPARE-02"},
    c.RoundStarted: {"": "IN-ROUND-02"},
    c.GoalsShown: {"": "IN-R-06"},
    c.IntentChanged: {"": "IN-R-41"},
    c.NoPool: {"": "IN-R-05"},
    c.PoolSpent: {"extras": "IN-EXTRA-02", "amount": "IN-EXTRA-02", "": "IN-POOL-01"},
    c.PoolAssembled: {"": "IN-POOL-02 IN-GM-02"},
    c.PoolsShown: {"": "IN-R-46"},
    c.DifficultyBuilt: {"size": "IN-HELP-01", "": "IN-HELP-02"},
    c.RollsCompared: {**_COMPARED, "": "IN-R-12"},
    c.HelpCompared: {**_COMPARED, "": "IN-HELP-05"},
    c.SituationDieGranted: {"fresh": "IN-R-32", "": "IN-HELP-03"},
    c.PenaltyInflicted: {"rolls": "IN-R-31", "count": "IN-R-31", "": "IN-HELP-04"},
    c.DiceWorn: {"": "IN-R-32"},
    c.HarmApplied: {
        "amount": "IN-EFFECT-01",
        "ability": "IN-EFFECT-03",
        "size": "IN-EFFECT-02",
        "": "IN-R-22",
    },
    c.SuccessesUsed: {"wasted": "IN-R-21", "": "IN-R-22"},
    c.AbilityZeroed: {"": "IN-EFFECT-04"},
    c.GoalObtained: {"": "IN-R-23"},
    c.EffectsSettled: {"upper": "IN-R-15", "": "IN-ROUND-01"},
    c.RoundEnded: {"": "IN-CEDE-04"},
    c.AftermathSettled: {"carried": "IN-R-38", "": "IN-R-03"},
}
"""Kind of event -> what of it is in question -> the rule; under "" for all else."""
