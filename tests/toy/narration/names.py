"""Names of what states know by numbers."""

from sim.seam.events import Seat
from tests.toy.state import State


def name(state: State, who: Seat) -> str:
    """Return the name of a seat."""
    return state.setup.names[who]
