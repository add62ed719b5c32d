"""How the end of a conflict and the recovery after it change the state."""

from msgspec.structs import replace

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.events.aftermath import PoolRefreshed, SceneEnded
from sim.rules.solar_system.interlude.course import closed, recovered
from sim.rules.solar_system.phases import Checking, Recovering, Rolling
from sim.rules.solar_system.state import State, with_participant
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve


def _closed(state: State, event: c.ConflictClosed) -> State:
    phase = state.phase
    ranked = isinstance(phase, Checking) and phase.ranking
    first = phase.ranking[0] if isinstance(phase, Checking) and ranked else ()
    return closed(replace(state, zeitgeist=False), event.how, first)


def _recovering(state: State) -> Recovering:
    assert isinstance(state.phase, Recovering)
    return state.phase


def _healing(state: State, event: f.HealingTried) -> State:
    tended = (*_recovering(state).tended, (event.who, event.patient))
    return with_phase(state, tended=tended, turn=event.who)


def _refreshing(state: State, event: f.RefreshTaken) -> State:
    refreshed = (*_recovering(state).refreshed, event.act)
    contest = event.act if state.setup.refreshes[event.act].contest else None
    return with_phase(state, refreshed=refreshed, turn=event.who, contest=contest)


def _refreshed(state: State, event: PoolRefreshed) -> State:
    pools = put(state.participants[event.who].pools, event.pool, event.after)
    return with_participant(state, event.who, pools=pools)


def _scene_ended(state: State, _event: SceneEnded) -> State:
    phase = state.phase
    if isinstance(phase, Rolling):
        within = replace(_interrupted(phase), contest=None, fees=())
        return replace(state, phase=replace(within, rolled=phase.attempt))
    before = _recovering(state)
    return recovered(state, before.how, before.first)


def _interrupted(phase: Rolling) -> Recovering:
    assert isinstance(phase.within, Recovering)
    return phase.within


def _passed(state: State, event: f.Passed) -> State:
    return with_phase(state, turn=event.who + 1)


AFTERMATH_EVENTS: Evolve[State] = {
    c.ConflictClosed: _closed,
    f.HealingTried: _healing,
    f.RefreshTaken: _refreshing,
    PoolRefreshed: _refreshed,
    SceneEnded: _scene_ended,
    f.Passed: _passed,
}
