"""What the events of a round leave behind."""

from msgspec.structs import replace

from sim.seam.events import DiceRolled, Seat
from sim.spine.evolution import Evolve
from tests.toy import consequences as c
from tests.toy import facts as f
from tests.toy.phases import Choosing, Pausing, Rolling, Yielded
from tests.toy.state import State, stressed


def _round(state: State, event: c.RoundOpened) -> State:
    return replace(state, round=event.number, phase=Choosing(Seat(0)))


def _turn_over(state: State, event: f.Held | DiceRolled) -> State:
    last = event.who == len(state.participants) - 1
    return replace(state, phase=Pausing() if last else Choosing(Seat(event.who + 1)))


def _pressed(state: State, event: f.Pressed) -> State:
    return replace(state, phase=Rolling(event.who))


def _conceded(state: State, event: f.Conceded) -> State:
    return replace(state, phase=Yielded(event.who))


def _harm(state: State, event: c.HarmApplied) -> State:
    return stressed(state, event.who, event.amount)


PRESS_EVENTS: Evolve[State] = {
    c.RoundOpened: _round,
    f.Held: _turn_over,
    f.Pressed: _pressed,
    DiceRolled: _turn_over,
    f.Conceded: _conceded,
    c.HarmApplied: _harm,
}
