"""Actions, contests and harm told the way players tell them."""

from sim.rules.solar_system import facts as f
from sim.rules.solar_system.events.aftermath import PoolRefreshed
from sim.rules.solar_system.narration.names import name
from sim.rules.solar_system.phases import Recovering
from sim.rules.solar_system.scenario.character import POOLS
from sim.rules.solar_system.state import State
from sim.seam.events import NOBODY

SIGN = {-1: "-", 0: "0", 1: "+"}


def signs(faces: tuple[int, ...]) -> str:
    """Write Fudge dice as players do: + 0 -."""
    return " ".join(SIGN[face] for face in faces)


def fee_paid_for(state: State, event: f.FeePaid) -> str:
    """Tell what a broken character pays."""
    pool = POOLS[state.ability(event.who, event.ability).pool]
    return f"{name(state, event.who)}, broken, pays a point of {pool} to act at all."


def pool_refreshed(state: State, event: PoolRefreshed) -> str:
    """Tell with whom a pool was filled; it may be one who has no seat [RUL-90]."""
    partner = name(state, event.partner)
    phase = state.phase
    if event.partner == NOBODY and isinstance(phase, Recovering):
        partner = state.setup.refreshes[phase.refreshed[-1]].partner_name
    filled = f"{name(state, event.who)} refreshes {POOLS[event.pool]}"
    return f"{filled} with {partner}: {event.after} again."
