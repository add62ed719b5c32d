"""What losses, limits and Virtues leave behind."""

from sim.events import NOBODY
from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.phases import Reckoning, Stepping
from sim.rules.dice_pool.state import State, with_participant
from sim.spine.changes import with_phase
from sim.spine.evolution import Evolve


def _lost(state: State, event: c.LossRecorded) -> State:
    phase, one = state.phase, state.participants[event.who]
    assert type(phase) is Reckoning
    (entry,) = [entry for entry in phase.losers if entry[0] == event.who]
    left = tuple(other for other in phase.losers if other != entry)
    limits = phase.limits
    advisory = state.setup.rulings.loss_limit == "advisory"
    if advisory and event.losses >= event.limit:
        limits = (*limits, entry)
    place = ARENA_PLACE[event.arena]
    losses = list(one.losses)
    losses[place] = event.losses
    state = with_participant(state, event.who, losses=(losses[0], losses[1], losses[2]))
    return with_phase(state, losers=left, limits=limits)


ARENA_PLACE = {"mental": 0, "physical": 1, "social": 2}


def _defeated(state: State, event: c.DefeatForced) -> State:
    phase = state.phase
    assert type(phase) is Reckoning
    limits = tuple(one for one in phase.limits if one[0] != event.who)
    return with_phase(state, limits=limits)


def _limit(state: State, event: j.LimitRuled) -> State:
    phase = state.phase
    assert type(phase) is Reckoning
    limits = tuple(one for one in phase.limits if one[0] != event.of)
    return with_phase(state, limits=limits)


def _virtue(state: State, *, shown: int = NOBODY) -> State:
    phase = state.phase
    if type(phase) is Stepping:
        return state
    assert type(phase) is Reckoning
    return with_phase(state, virtues=phase.virtues[1:], shown=shown)


def _virtue_kept(state: State, _event: f.VirtueKept) -> State:
    return _virtue(state)


def _virtue_shown(state: State, event: f.VirtueShown) -> State:
    if type(state.phase) is Reckoning and state.setup.asks("virtue"):
        return _virtue(state, shown=event.who)
    return _virtue(with_participant(state, event.who, virtue_used=True))


def _virtue_ruled(state: State, event: j.VirtueRuled) -> State:
    state = with_phase(state, shown=NOBODY)
    return with_participant(state, event.of, virtue_used=event.accepted)


RECKONING_EVENTS: Evolve[State] = {
    c.LossRecorded: _lost,
    c.DefeatForced: _defeated,
    j.LimitRuled: _limit,
    f.VirtueKept: _virtue_kept,
    f.VirtueShown: _virtue_shown,
    j.VirtueRuled: _virtue_ruled,
}
"""Event -> what it leaves."""
