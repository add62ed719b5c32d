"""What the decisions of rolling the Planets are about."""

from sim.rules.planets import facts as f
from sim.seam.chart import Scope, Scopes

SCOPES: Scopes = {
    Scope.INTENTION: (f.TargetChosen, f.AimChosen),
    Scope.ACTION: (f.ApproachChosen,),
    Scope.DICE: (f.OmegaCommitted, f.OmegaDeclined, f.PlanetDieChosen),
    Scope.HARM: (f.HarmChosen,),
    Scope.GATE: (f.Conceded, f.Pressed, f.StandoffAccepted),
    Scope.RULING: (
        f.ForcesAccepted,
        f.ForcesDisputed,
        f.ForceArgued,
        f.RollJudged,
        f.DifficultyJudged,
        f.ForceJudged,
        f.DisputeJudged,
        f.CircumstancesJudged,
        f.SeverityJudged,
        f.SizeJudged,
        f.MajorJudged,
    ),
}
