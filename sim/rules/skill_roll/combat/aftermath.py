"""After the blows: strays, then the hurt choose whether to go on."""

from sim.rules.skill_roll.combat.bystanders import ask_stray
from sim.rules.skill_roll.facts import Conceded, WentOn
from sim.rules.skill_roll.phases import Aftermath, Between
from sim.rules.skill_roll.rounds.turns import ask_between
from sim.rules.skill_roll.state import State, is_in, sheet_of, sides_left, view
from sim.seam.protocol import Asked, Decision


def ask_aftermath(state: State, phase: Aftermath) -> Asked[State]:
    """Return the next question about an exchange of blows, or else the next turn."""
    if phase.strays:
        return ask_stray(state, phase, phase.strays[0])
    if len(sides_left(state)) > 1:
        for who in phase.harmed:
            if is_in(state, who) and sheet_of(state, who).may_concede:
                # SK-DP-09, SK-RUL-59: in seat order, those harmed together.
                options = (WentOn(who), Conceded(who))
                return Decision(who, options, view(state, who))
    return ask_between(state, Between())
