"""The procedure of rolling for a single use of a skill."""

from sim.rules.skill_roll.phases import Purpose, Setting, Trial
from sim.rules.skill_roll.rounds.conditions import Contest
from sim.rules.skill_roll.rounds.opposed import (
    Resister,
    Throw,
    opposed,
    opposed_rules,
    resister,
)
from sim.rules.skill_roll.rounds.ranks import ask_ranks
from sim.rules.skill_roll.state import State, wound_penalty
from sim.rules.skill_roll.uses import single
from sim.rules.skill_roll.uses.research import ask_topic
from sim.rules.skill_roll.uses.routine import ask_verdict
from sim.seam.protocol import Decision, Due


def ask_first(
    state: State, setting: Setting, trial: Trial
) -> Decision[State] | Due | None:
    """Ask for the topic of research, the verdict, and the number of ranks."""
    return (
        ask_topic(state, trial)
        or ask_verdict(state, setting, trial)
        or ask_ranks(state, setting, trial.who, single.ranks_choices(state, trial))
    )


def is_opposed(state: State, trial: Trial) -> bool:
    """Whether somebody actively tries to make it fail [SK-ROLL-07]."""
    return single.is_opposed(state, trial)


def contest_of(state: State, trial: Trial) -> Contest:
    """Return who uses a skill against whom, to match conditions."""
    return single.contest_of(state, trial)


def resisters(state: State, _setting: Setting, trial: Trial) -> tuple[Resister, ...]:
    """Return the opponent of the use, if it has one [SK-QLO-03]."""
    if not is_opposed(state, trial):
        return ()
    who, skill, rank = single.resists(state, trial)
    return (resister(state, who, Purpose.RESIST, skill, rank),)


def throws(state: State, setting: Setting, trial: Trial) -> tuple[Throw, ...]:
    """Return the roll of the use: its difficulty, or the opponent's total.

    SK-ROLL-03: the modifier is added to it. SK-RUL-33: wounds lower it.
    """
    who, use = trial.who, single.use_of(state, trial)
    bonus = single.skill_of(state, trial) + use.modifier - wound_penalty(state, who)
    if is_opposed(state, trial):
        throw = Throw(who, Purpose.USE, use.skill, bonus)
        steps = single.step_parts(state, trial)
        return opposed(state, setting, contest_of(state, trial), throw, steps)
    parts = single.use_parts(state, setting, trial)
    row = single.start_of(state, setting, trial).row
    return (Throw(who, Purpose.USE, use.skill, bonus, parts, row),)


def rules(state: State, setting: Setting, trial: Trial) -> tuple[tuple[str, ...], ...]:
    """Return the rules behind the difficulty of each roll."""
    if not is_opposed(state, trial):
        return (single.use_rules(state, setting, trial),)
    steps = single.step_rules(single.use_of(state, trial))
    cites = opposed_rules(state, setting, contest_of(state, trial), steps)
    return (cites,) * len(setting.totals)
