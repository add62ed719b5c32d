"""Events with names instead of numbers, for programs."""

from sim.seam.events import Event
from sim.seam.protocol import Description
from sim.spine.narration import named
from tests.toy.narration.names import name
from tests.toy.state import State


def describe(state: State, event: Event) -> Description:
    """Return *event* with names instead of numbers; *state* is the one before it."""
    return named(event, lambda seat: name(state, seat))
