"""How everybody stands."""

from sim.events import Seat
from sim.protocol import Description
from sim.rules.solar_system.narration.names import STATUSES, name, track
from sim.rules.solar_system.scenario.sheet import POOLS
from sim.rules.solar_system.state import State
from sim.seats import seats


def status(state: State) -> tuple[Description, ...]:
    """Return how every character stands: pools, boxes, bruise dice, intention."""
    return tuple(_status(state, seat) for seat in seats(state.setup.size))


def _status(state: State, seat: Seat) -> Description:
    person = state.people[seat]
    status: Description = {"who": name(state, seat)}
    status |= dict(zip(POOLS, person.pools, strict=True))
    status["boxes"] = track(person.harm)
    status["bruise_dice"] = person.bruises
    status["status"] = STATUSES[person.status]
    if person.goal >= 0:
        status["intention"] = state.goal_of(seat).name
        status["target"] = name(state, person.target)
    if state.setup.gifts:
        status["gift_dice"] = state.gifts[seat]
    return status
