"""What can still matter of a state, and where a turn begins, for exact solutions.

A graph is cut at every turn of a fight or contest, and at every use of a task before
its dice fall: a turn depends only on the results of the turns before it.
"""

from msgspec.structs import replace

from sim.rules.skill_roll.appraisal.counted import counted
from sim.rules.skill_roll.appraisal.law import law
from sim.rules.skill_roll.appraisal.sums import sums
from sim.rules.skill_roll.phases import Initiative, Rolling, Setting
from sim.rules.skill_roll.scenario.compile import TASK
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.state import (
    CONCEDED,
    IN,
    TAKEN_OUT,
    WITHDRAWN,
    Participant,
    State,
    is_in,
    sides_left,
)
from sim.seam.chart import Chart


def essence(state: State) -> State:
    """Return *state* without everything that cannot matter any more.

    The last target is only narrated, the number of rolls only names the next roll, and
    damage of bystanders has no effect. Responses are kept where they are limited, and
    who has been seen while anybody is left to see them. For those who left, how they
    left matters, their damage, by which their side is measured, and what a stray needs
    to hit them. Of uses that are over only what still decides about places is kept.
    """
    setup = state.setup
    people = tuple([_slim(state, one) for one in state.participants])
    left = sides_left(state)
    progress = tuple(
        [made if side in left else 0 for side, made in enumerate(state.progress)]
    )
    struck = (0,) * len(setup.bystanders)
    order = tuple([who for who in state.order if is_in(state, who)])
    return replace(
        state,
        participants=people,
        order=order,
        fallen=(),
        progress=progress,
        struck=struck,
        performed=counted(state),
    )


def _slim(state: State, one: Participant) -> Participant:
    """Return *one* without what is not needed any more."""
    if one.status != IN:
        return _gone(one)
    counted = state.setup.rulings.responses_per_round is not None
    return replace(
        one,
        last=None,
        responses=one.responses if counted else 0,
        seen=frozenset([other for other in one.seen if is_in(state, other)]),
    )


def _gone(one: Participant) -> Participant:
    """Return what matters of *one* who left; a win also pays those taken out."""
    there = one.status != WITHDRAWN
    return Participant(
        damage=one.damage,
        status=one.status,
        awareness=one.awareness if there else Awareness.AWARE,
        aim=one.aim if one.status == TAKEN_OUT else 0,
        left=one.left if one.status == CONCEDED else None,
    )


def begins(state: State) -> bool:
    """Whether a turn begins here, or a use before any of its dice."""
    phase = state.phase
    if type(phase) is Initiative:
        return not phase.aimed
    if state.setup.kind != TASK:
        return False
    if type(phase) is Rolling:
        return not phase.setting.totals and phase.roll is None and not phase.levels
    return type(phase) is Setting and not phase.totals and phase.roll is None


CHART = Chart[State](begins=begins, law=law, sums=sums)
"""The chart: cut at every turn rather than every round, which keeps the parts small."""
