"""A turn in a contest: the approach, the opponents, and the gain."""

from sim.rules.skill_roll.combat.initiative import further_options
from sim.rules.skill_roll.consequences import ProgressMade
from sim.rules.skill_roll.facts import ActDeclared
from sim.rules.skill_roll.phases import (
    Act,
    Between,
    Initiative,
    Purpose,
    Rolling,
    Setting,
)
from sim.rules.skill_roll.rounds.conditions import Contest
from sim.rules.skill_roll.rounds.opposed import (
    Resister,
    Throw,
    opposed,
    opposed_rules,
    resister,
)
from sim.rules.skill_roll.rounds.turns import ask_between
from sim.rules.skill_roll.scenario.seat import Approach
from sim.rules.skill_roll.skills.scale import Scale
from sim.rules.skill_roll.state import (
    State,
    character,
    members,
    sheet_of,
    sides_left,
    view,
    wound_penalty,
)
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Asked, Decision, Due


def ask_acting(state: State, phase: Initiative) -> Decision[State]:
    """Return the options of whoever acts for a side [SK-DP-13, SK-RUL-50]."""
    who = phase.who
    data = character(state, who)
    others = [side for side in sides_left(state) if side != data.side]
    options: list[Fact] = [
        ActDeclared(who, approach.name, side)
        for approach in data.sheet.approaches
        for side in others
    ]
    options += further_options(state, phase)
    return Decision(who, tuple(options), view(state, who))


def approach_of(state: State, act: Act) -> Approach:
    """Return the approach of *act*."""
    for approach in sheet_of(state, act.who).approaches:
        if approach.name == act.approach:
            return approach
    raise KeyError(act.approach)


def ask_first(_state: State, _setting: Setting, _act: Act) -> None:
    """Return None: nothing is asked about an act before its difficulty."""


def is_opposed(_state: State, _act: Act) -> bool:
    """Return True: an act of a contest is always opposed [SK-ROLL-07]."""
    return True


def contest_of(state: State, act: Act) -> Contest:
    """Return who acts against whom, to match conditions."""
    approach = approach_of(state, act)
    against = members(state, act.against)
    answered = state.went[act.against] if state.went else ""
    return Contest(
        act.who,
        against,
        approach=approach.name,
        answered=answered,
        skill=approach.skill,
    )


def resisters(state: State, _setting: Setting, act: Act) -> tuple[Resister, ...]:
    """Return the side acted against, each member with its best skill that fits."""
    approach = approach_of(state, act)
    return tuple(
        resister(state, who, Purpose.RESIST, *_resists(state, who, approach))
        for who in members(state, act.against)
    )


def _resists(state: State, who: Seat, approach: Approach) -> tuple[str, int]:
    """Return the skill with which *who* resists, and its rank: the best that fits.

    SK-RUL-50, SK-RUL-27: without any of them an attribute, inherited in part.
    """
    sheet = character(state, who)
    able = [skill for skill in approach.resisted_by if sheet.has(skill)]
    best = max(able, key=sheet.skill, default="")
    return best, sheet.skill(best, approach.attribute)


def throws(state: State, setting: Setting, act: Act) -> tuple[Throw, ...]:
    """Return the roll of an act, against the best who resists or against each."""
    who, approach = act.who, approach_of(state, act)
    rank = character(state, who).skill(approach.skill, approach.attribute)
    throw = Throw(who, Purpose.ACT, approach.skill, rank - wound_penalty(state, who))
    return opposed(state, setting, contest_of(state, act), throw)


def rules(state: State, setting: Setting, act: Act) -> tuple[tuple[str, ...], ...]:
    """Return the rules behind the difficulty of each roll."""
    cites = opposed_rules(state, setting, contest_of(state, act))
    return (cites,) * len(setting.totals)


def gain(scale: Scale, level: int, *, measured: bool) -> int:
    """Return the gain of an act: 1, and if measured 1 more for each rank of levels.

    [SK-CONF-03]
    """
    if level < 0:
        return 0
    return 1 + (level // scale.rank if measured else 0)


def act_effects(state: State, phase: Rolling, act: Act) -> Asked[State]:
    """Return the consequences of an act [SK-CONF-03]."""
    approach = approach_of(state, act)
    gained = gain(state.setup.scale, min(phase.levels), measured=approach.quantitative)
    if not gained:
        # Failing has no consequence, so it needs no event; the next turn is due.
        return ask_between(state, Between())
    side = character(state, act.who).side
    rules = ("SK-CONF-03", "SK-RUL-50", "SK-RUL-37")
    total = state.progress[side] + gained
    return Due((ProgressMade(rules, act.who, gained, total),))
