"""What the decisions of skill rolls are about."""

from sim.rules.skill_roll import facts as f
from sim.seam.chart import Scope, Scopes

SCOPES: Scopes = {
    Scope.INTENTION: (f.AimChanged,),
    Scope.ACTION: (
        f.AttackDeclared,
        f.ActDeclared,
        f.RecoveryTaken,
        f.WithdrawalTried,
        f.Held,
        f.ResponseDeclared,
        f.SteppedIn,
        f.CompanionCountered,
        f.StoodBy,
        f.TopicChosen,
    ),
    Scope.DICE: (f.RanksChosen, f.RollChosen),
    Scope.HARM: (f.LevelsGiven, f.RankTaken, f.NoMoreGiven),
    Scope.GATE: (f.Conceded, f.WentOn),
    Scope.AFTERMATH: (f.SpecialtyTaken, f.SpecialtyLeft),
    Scope.RULING: (
        f.UseRuled,
        f.DifficultyRuled,
        f.CircumstanceRuled,
        f.WeightRuled,
        f.BystandersRuled,
    ),
}
