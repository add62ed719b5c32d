"""How everybody stands."""

from sim.events import NOBODY, Seat
from sim.protocol import Description
from sim.rules.solar_system.narration.names import STATUSES, name, track
from sim.rules.solar_system.scenario.character import POOLS
from sim.rules.solar_system.state import State
from sim.seats import seats


def status(state: State) -> tuple[Description, ...]:
    """Return how every seat stands: pools, boxes, bruise dice, intention."""
    everyone = tuple(_status(state, seat) for seat in seats(state.setup.size))
    if state.setup.judge == NOBODY:
        return everyone
    judge: Description = {"who": state.setup.judge_name}
    judge["judges"] = list(state.setup.asked)
    if state.setup.gifts:
        judge["gift_dice"] = state.gifts[state.setup.judge]
    return (*everyone, judge)


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
