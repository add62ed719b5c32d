"""Getting away from a fight [SK-CONF-07]."""

from sim.rules.skill_roll.consequences import CombatantWithdrew
from sim.rules.skill_roll.phases import Between, Escape, Purpose, Rolling, Setting
from sim.rules.skill_roll.rounds.conditions import Contest
from sim.rules.skill_roll.rounds.opposed import (
    Resister,
    Throw,
    opposed,
    opposed_rules,
    resister,
)
from sim.rules.skill_roll.rounds.turns import ask_between
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.state import (
    State,
    character,
    opponents,
    sheet_of,
    wound_penalty,
)
from sim.seam.events import Seat
from sim.seam.protocol import Asked, Due

_RULES = ("SK-CONF-07", "SK-RUL-57")


def pursuers(state: State, escape: Escape) -> tuple[Seat, ...]:
    """Return the pursuers: all fully aware opponents [SK-RUL-57]."""
    return tuple(
        [
            who
            for who in opponents(state, escape.who)
            if state.participants[who].awareness == Awareness.AWARE
        ]
    )


def ask_first(state: State, _setting: Setting, escape: Escape) -> Due | None:
    """Let somebody whom nobody pursues get away without a roll [SK-RUL-57]."""
    if pursuers(state, escape):
        return None
    return Due((CombatantWithdrew(_RULES, escape.who),))


def is_opposed(_state: State, _escape: Escape) -> bool:
    """Return True: getting away is opposed by the pursuers [SK-ROLL-07]."""
    return True


def contest_of(state: State, escape: Escape) -> Contest:
    """Return who runs from whom, to match conditions."""
    skill = sheet_of(state, escape.who).withdraw_with
    return Contest(escape.who, pursuers(state, escape), skill=skill)


def resisters(state: State, _setting: Setting, escape: Escape) -> tuple[Resister, ...]:
    """Return the pursuers, each with the skill used for getting away."""
    skill = sheet_of(state, escape.who).withdraw_with
    return tuple(
        resister(state, who, Purpose.PURSUIT, skill, character(state, who).skill(skill))
        for who in pursuers(state, escape)
    )


def throws(state: State, setting: Setting, escape: Escape) -> tuple[Throw, ...]:
    """Return the roll to get away, against the best pursuer or against each."""
    who, data = escape.who, character(state, escape.who)
    skill = data.sheet.withdraw_with
    bonus = data.skill(skill) - wound_penalty(state, who)
    throw = Throw(who, Purpose.WITHDRAW, skill, bonus)
    return opposed(state, setting, contest_of(state, escape), throw)


def rules(
    state: State, setting: Setting, escape: Escape
) -> tuple[tuple[str, ...], ...]:
    """Return the rules behind the difficulty of each roll."""
    cites = opposed_rules(state, setting, contest_of(state, escape))
    return ((*_RULES, *cites),) * len(setting.totals)


def escape_effects(state: State, phase: Rolling, escape: Escape) -> Asked[State]:
    """Return the result of the attempt; failing only costs the turn."""
    if min(phase.levels) >= 0:
        return Due((CombatantWithdrew((*_RULES, "SK-RUL-37"), escape.who),))
    # Failing has no consequence, so it needs no event; the next turn is due.
    return ask_between(state, Between())
