"""What the end of a conflict leaves behind, and what is done after it."""

from msgspec.structs import replace

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.phases import AFTER, HEAL, OVER, REFRESH, ROLLING
from sim.rules.solar_system.state import State, with_person, with_ruling
from sim.spine.evolution import Evolve, unchanged


def _closed(state: State, event: c.ConflictClosed) -> State:
    more = state.setup.heal_with or state.setup.refreshes
    phase = AFTER if more else OVER
    return replace(
        state,
        phase=phase,
        how=event.how,
        turn=0,
        rolls=(),
        ruled=(),
        attempt=0,
        zeitgeist=False,
    )


def _healing(state: State, event: f.HealingTried) -> State:
    tended = (*state.tended, (event.who, event.patient))
    return replace(state, tended=tended, turn=event.who)


def _refreshing(state: State, event: f.RefreshTaken) -> State:
    state = with_ruling(state, "refreshed", event.act, 1)
    return replace(state, turn=event.who, step=event.act)


def _refreshed(state: State, event: c.PoolRefreshed) -> State:
    pools = tuple(
        event.after if pool == event.pool else now
        for pool, now in enumerate(state.people[event.who].pools)
    )
    return with_person(state, event.who, pools=pools)


def _collapsed(state: State, event: c.HarmCollapsed) -> State:
    return with_person(state, event.who, harm=event.after)


def _scene_ended(state: State, _event: c.SceneEnded) -> State:
    if state.phase == ROLLING and state.stage == HEAL:
        return replace(state, phase=AFTER, turn=state.tended[-1][0], rolls=())
    if state.phase == ROLLING and state.stage == REFRESH:
        who = state.setup.refreshes[state.step].who
        return replace(state, phase=AFTER, turn=who, rolls=())
    return replace(state, phase=OVER)


def _passed(state: State, event: f.Passed) -> State:
    return replace(state, turn=event.who + 1)


AFTERMATH_EVENTS: Evolve[State] = {
    c.ConflictClosed: _closed,
    f.HealingTried: _healing,
    f.RefreshTaken: _refreshing,
    c.PoolRefreshed: _refreshed,
    c.HarmCollapsed: _collapsed,
    c.PatientHealed: unchanged,
    c.SceneEnded: _scene_ended,
    f.Passed: _passed,
}
