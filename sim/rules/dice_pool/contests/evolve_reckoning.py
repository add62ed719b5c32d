"""How losses, limits and Virtues change the state."""

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.phases import Reckoning, Retrying, Stepping
from sim.rules.dice_pool.scenario.words import ARENAS, Arena
from sim.rules.dice_pool.state import State, with_participant
from sim.seam.events import Seat
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve


def _lost(state: State, event: c.LossRecorded) -> State:
    phase, who = state.phase, event.who
    assert type(phase) is Reckoning
    place = ARENAS.index(Arena(event.arena))
    losses = put(state.participants[who].losses, place, event.losses)
    state = with_participant(state, who, losses=losses)
    return with_phase(state, recorded=phase.recorded | {who})


def _defeated(state: State, event: c.DefeatForced) -> State:
    return _judged(state, event.who)


def _limit(state: State, event: j.LimitRuled) -> State:
    return _judged(state, event.of)


def _judged(state: State, who: Seat) -> State:
    phase = state.phase
    assert type(phase) is Reckoning
    return with_phase(state, judged=phase.judged | {who})


def _virtue_kept(state: State, _event: f.VirtueKept) -> State:
    return _answered(state, None)


def _virtue_shown(state: State, event: f.VirtueShown) -> State:
    return _answered(state, event.who)


def _answered(state: State, shown: Seat | None) -> State:
    phase = state.phase
    if type(phase) is Stepping:
        return state
    assert type(phase) is Reckoning or type(phase) is Retrying
    return with_phase(state, virtues=phase.virtues[1:], shown=shown)


def _virtue_ruled(state: State, _event: j.VirtueRuled) -> State:
    return with_phase(state, shown=None)


RECKONING_EVENTS: Evolve[State] = {
    c.LossRecorded: _lost,
    c.DefeatForced: _defeated,
    j.LimitRuled: _limit,
    f.VirtueKept: _virtue_kept,
    f.VirtueShown: _virtue_shown,
    j.VirtueRuled: _virtue_ruled,
}
"""Class of event -> the function that applies it."""
