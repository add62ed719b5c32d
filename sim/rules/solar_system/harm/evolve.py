"""How marks, healing and obtained intentions change the state."""

from msgspec.structs import replace

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system.events.aftermath import HarmCollapsed, PatientHealed
from sim.rules.solar_system.harm.marking import marked
from sim.rules.solar_system.state import (
    Happened,
    State,
    with_participant,
)
from sim.spine.evolution import Evolve, unchanged


def _collapsed(state: State, event: HarmCollapsed) -> State:
    return with_participant(state, event.who, harm=event.after)


def _fulfilled(state: State, event: c.IntentionFulfilled) -> State:
    intent = state.participants[event.who].intent
    if intent is not None:
        done = replace(intent, fulfilled=True)
        state = with_participant(state, event.who, intent=done)
    happened = Happened(event.who, event.goal, event.against, event.lasting)
    return replace(state, obtained=state.obtained | {happened})


HARM_EVENTS: Evolve[State] = {
    c.HarmApplied: marked,
    HarmCollapsed: _collapsed,
    PatientHealed: unchanged,
    c.IntentionFulfilled: _fulfilled,
}
