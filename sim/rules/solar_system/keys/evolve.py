"""How awards and Buyoffs change the state."""

from msgspec.structs import replace

from sim.rules.solar_system.events import interlude as i
from sim.rules.solar_system.interlude.course import scene_closed
from sim.rules.solar_system.records.interlude import Awarding
from sim.rules.solar_system.state import State, growth_of, with_growth
from sim.spine.changes import with_phase
from sim.spine.evolution import Evolve


def _awarding(state: State) -> Awarding:
    assert isinstance(state.phase, Awarding)
    return state.phase


def _changed(state: State, event: i.ExperienceChanged) -> State:
    earned = growth_of(state, event.who).earned + max(0, event.amount)
    return with_growth(
        state, event.who, xp=event.xp, advances=event.advances, earned=earned
    )


def _made(state: State, _event: i.AwardsMade) -> State:
    return with_phase(state, paid=True)


def _kept(state: State, event: i.KeyKept) -> State:
    answered = _awarding(state).answered | {(event.who, event.key)}
    return with_phase(state, answered=answered)


def _erased(state: State, event: i.KeyErased) -> State:
    grown = growth_of(state, event.who)
    return with_growth(
        state,
        event.who,
        keys=tuple([key for key in grown.keys if key != event.key]),
        erased=(*grown.erased, event.key),
    )


def _closed(state: State, _event: i.SceneClosed) -> State:
    return scene_closed(state, _awarding(state))


def ruled(state: State, *, granted: bool) -> State:
    """Remember the Story Guide's ruling on the next award."""
    phase = _awarding(state)
    return replace(state, phase=replace(phase, ruled=(*phase.ruled, granted)))


KEY_EVENTS: Evolve[State] = {
    i.ExperienceChanged: _changed,
    i.AwardsMade: _made,
    i.KeyKept: _kept,
    i.KeyErased: _erased,
    i.SceneClosed: _closed,
}
