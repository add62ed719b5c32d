"""Getting away from a fight [SK-CONF-07]."""

from sim.rules.skill_roll.consequences import CombatantWithdrew
from sim.rules.skill_roll.phases import Between, Escape, Rolling
from sim.rules.skill_roll.rounds.conditions import Contest
from sim.rules.skill_roll.rounds.turns import ask_between
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.state import State, character, opponents
from sim.seam.events import Seat
from sim.seam.protocol import Asked, Due

_RULES = ("SK-CONF-07", "SK-RUL-57")


def pursuers(state: State, escape: Escape) -> tuple[Seat, ...]:
    """Return who runs after: all opponents who are wide awake [SK-RUL-57]."""
    return tuple(
        [
            who
            for who in opponents(state, escape.who)
            if state.participants[who].awareness == Awareness.AWARE
        ]
    )


def contest_of(state: State, escape: Escape) -> Contest:
    """Return who runs from whom, for the conditions."""
    skill = character(state, escape.who).withdraw_with
    return Contest(escape.who, pursuers(state, escape), skill=skill)


def unpursued(escape: Escape) -> Due:
    """Let one get away whom nobody runs after [SK-RUL-57]."""
    return Due((CombatantWithdrew(_RULES, escape.who),))


def escape_effects(state: State, phase: Rolling, escape: Escape) -> Asked[State]:
    """Return what the attempt comes to: failing costs the turn and nothing else."""
    if min(phase.levels) >= 0:
        return Due((CombatantWithdrew((*_RULES, "SK-RUL-37"), escape.who),))
    # Nothing follows of failing, so no event need say so: what is next is due at once.
    return ask_between(state, Between())
