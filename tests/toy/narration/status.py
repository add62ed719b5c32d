"""How every seat stands, with names instead of numbers."""

from sim.seam.protocol import Description
from tests.toy.state import State


def status(state: State) -> tuple[Description, ...]:
    """Return how every seat stands."""
    return tuple({"stress": one.stress} for one in state.participants)
