"""What the offer of the Pain and its start leave behind."""

from msgspec.structs import replace

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.phases import GATE, JOINING, OFFER
from sim.rules.solar_system.state import IN, State, with_person
from sim.spine.evolution import Evolve, unchanged


def _offered(state: State, event: c.PainOffered) -> State:
    return replace(
        state, phase=OFFER, loser=event.loser, winner=event.winner, turn=0, ruled=()
    )


def _accepts(state: State, event: f.PainDeclined) -> State:
    place = int(event.who != state.loser)
    return replace(state, turn=state.turn + (place - state.turn) % 3 + 1)


def _began(state: State, event: c.PainBegan) -> State:
    return replace(state, phase=JOINING, declared_by=event.declared_by, turn=0)


def _stayed_out(state: State, event: f.StayedOut) -> State:
    return with_person(state, event.who, talked=True)


def _joined(state: State, event: f.Joined) -> State:
    return with_person(state, event.who, talked=True, status=IN, side=event.side)


def _method(state: State, event: c.MethodSet) -> State:
    people = tuple([replace(person, talked=False) for person in state.people])
    return replace(
        state, phase=GATE, zeitgeist=event.zeitgeist, turn=0, ruled=(), people=people
    )


START_EVENTS: Evolve[State] = {
    c.PainOffered: _offered,
    f.PainDeclined: _accepts,
    f.PainDeclared: unchanged,
    c.PainBegan: _began,
    f.StayedOut: _stayed_out,
    f.Joined: _joined,
    c.MethodSet: _method,
}
