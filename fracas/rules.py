"""What a rule system is written with: nodes, events, states, scenario files, dice.

`from fracas.rules import Decision, Fact, RuleSystem, ...` is all that a system in a
package of your own imports. [The tutorial](../tutorials/rules.md) uses most of it.
"""

from sim.dice.pool import FUDGE, Die, Faces, Pool, d
from sim.errors import OddsError, ScenarioError
from sim.seam.chances import Answer, Odds
from sim.seam.events import (
    TABLE,
    Concession,
    Consequence,
    Description,
    DiceRolled,
    Event,
    Fact,
    Pass,
    Scope,
    Seat,
)
from sim.seam.protocol import (
    Appraisal,
    Asked,
    Campaigns,
    Chance,
    Chart,
    Decision,
    Due,
    Files,
    Outcome,
    Reading,
    RuleSystem,
    Scenario,
    SeatInfo,
    Sheet,
    Solving,
    State,
    Words,
)
from sim.spine.problems import repeated

__all__ = [
    "FUDGE",
    "TABLE",
    "Answer",
    "Appraisal",
    "Asked",
    "Campaigns",
    "Chance",
    "Chart",
    "Concession",
    "Consequence",
    "Decision",
    "Description",
    "DiceRolled",
    "Die",
    "Due",
    "Event",
    "Faces",
    "Fact",
    "Files",
    "Odds",
    "OddsError",
    "Outcome",
    "Pass",
    "Pool",
    "Reading",
    "RuleSystem",
    "Scenario",
    "ScenarioError",
    "Scope",
    "Seat",
    "SeatInfo",
    "Sheet",
    "Solving",
    "State",
    "Words",
    "d",
    "repeated",
]
