"""What can still matter in a state, and where a turn begins, for exact solutions.

A graph is cut at every turn of a fight or contest, and at every use of a task before
its dice fall: a turn depends only on the results of the turns before it.
"""

from msgspec.structs import replace

from sim.rules.skill_roll.appraisal.finished_uses import essential_uses
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
    damage of bystanders has no effect. Responses are kept if they are limited, and
    which attackers have been seen as long as anybody is left to see them. For those who
    left, what matters is how they left, their damage, by which their side is measured,
    and what a stray needs to hit them. Of finished uses only what still decides about
    places is kept.
    """
    setup = state.setup
    people = tuple([_slim(state, participant) for participant in state.participants])
    left = sides_left(state)
    progress = tuple(
        [
            progress if side in left else 0
            for side, progress in enumerate(state.progress)
        ]
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
        performed=essential_uses(state),
    )


def _slim(state: State, participant: Participant) -> Participant:
    """Return *participant* without anything that is no longer needed."""
    if participant.status != IN:
        return _gone(participant)
    counted = state.setup.rulings.responses_per_round is not None
    return replace(
        participant,
        last=None,
        responses=participant.responses if counted else 0,
        seen=frozenset([other for other in participant.seen if is_in(state, other)]),
    )


def _gone(participant: Participant) -> Participant:
    """Return what matters of *participant*, who left; a win pays the taken out, too."""
    is_present = participant.status != WITHDRAWN
    return Participant(
        damage=participant.damage,
        status=participant.status,
        awareness=participant.awareness if is_present else Awareness.AWARE,
        aim=participant.aim if participant.status == TAKEN_OUT else 0,
        left=participant.left if participant.status == CONCEDED else None,
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
