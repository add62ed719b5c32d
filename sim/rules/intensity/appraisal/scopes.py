"""What the decisions of Intensity are about."""

from sim.rules.intensity import facts as f
from sim.seam.chart import Scope, Scopes

SCOPES: Scopes = {
    Scope.INTENTION: (f.IntentDeclared, f.GoalContinued, f.Contented),
    Scope.ACTION: (f.PoolEntered, f.PoolDeclined),
    Scope.DICE: (
        f.DieSought,
        f.DieSwapped,
        f.SwapsEnded,
        f.DieChosen,
        f.ExtraBought,
        f.PoolClosed,
    ),
    Scope.HARM: (f.PipPlaced,),
    Scope.GATE: (f.WentOn, f.Conceded),
    Scope.RULING: (f.SizeRuled,),
}
