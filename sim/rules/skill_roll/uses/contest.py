"""A turn in a contest: by which approach, against whom, and what it gains."""

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
    """Return what the one who acts for a side may do [SK-DP-13, SK-RUL-50]."""
    who = phase.who
    one = character(state, who)
    others = [side for side in sides_left(state) if side != one.side]
    options: list[Fact] = [
        ActDeclared(who, way.name, side)
        for way in one.sheet.approaches
        for side in others
    ]
    options += further_options(state, phase)
    return Decision(who, tuple(options), view(state, who))


def approach_of(state: State, act: Act) -> Approach:
    """Return the approach of *act*."""
    for way in sheet_of(state, act.who).approaches:
        if way.name == act.approach:
            return way
    raise KeyError(act.approach)


def ask_first(_state: State, _setting: Setting, _act: Act) -> None:
    """Nothing is asked about an act before its difficulty."""


def is_opposed(_state: State, _act: Act) -> bool:
    """An act of a contest always is [SK-ROLL-07]."""
    return True


def contest_of(state: State, act: Act) -> Contest:
    """Return who acts against whom, for the conditions."""
    way = approach_of(state, act)
    against = members(state, act.against)
    answered = state.went[act.against] if state.went else ""
    return Contest(
        act.who, against, approach=way.name, answered=answered, skill=way.skill
    )


def resisters(state: State, _setting: Setting, act: Act) -> tuple[Resister, ...]:
    """Return those of the side acted against, each with the best skill that fits."""
    way = approach_of(state, act)
    return tuple(
        resister(state, who, Purpose.RESIST, *_resists(state, who, way))
        for who in members(state, act.against)
    )


def _resists(state: State, who: Seat, way: Approach) -> tuple[str, int]:
    """Return with which skill *who* resists, and its rank: the best that fits.

    SK-RUL-50, SK-RUL-27: without any of them an attribute, inherited in part.
    """
    sheet = character(state, who)
    able = [skill for skill in way.resisted_by if sheet.has(skill)]
    best = max(able, key=sheet.skill, default="")
    return best, sheet.skill(best, way.attribute)


def throws(state: State, setting: Setting, act: Act) -> tuple[Throw, ...]:
    """Return the roll of an act, against the best who resists or against each."""
    who, way = act.who, approach_of(state, act)
    rank = character(state, who).skill(way.skill, way.attribute)
    throw = Throw(who, Purpose.ACT, way.skill, rank - wound_penalty(state, who))
    return opposed(state, setting, contest_of(state, act), throw)


def rules(state: State, setting: Setting, act: Act) -> tuple[tuple[str, ...], ...]:
    """Return for each of the rolls the rules by which it is as hard as it is."""
    found = opposed_rules(state, setting, contest_of(state, act))
    return (found,) * len(setting.totals)


def gain(scale: Scale, level: int, *, measured: bool) -> int:
    """Return what an act gains: 1, and 1 for each rank of levels where it is measured.

    SK-CONF-03.
    """
    if level < 0:
        return 0
    return 1 + (level // scale.rank if measured else 0)


def act_effects(state: State, phase: Rolling, act: Act) -> Asked[State]:
    """Return what an act comes to [SK-CONF-03]."""
    way = approach_of(state, act)
    gained = gain(state.setup.scale, min(phase.levels), measured=way.quantitative)
    if not gained:
        # Failing has no consequence, so it needs no event; the next turn is due.
        return ask_between(state, Between())
    side = character(state, act.who).side
    rules = ("SK-CONF-03", "SK-RUL-50", "SK-RUL-37")
    total = state.progress[side] + gained
    return Due((ProgressMade(rules, act.who, gained, total),))
