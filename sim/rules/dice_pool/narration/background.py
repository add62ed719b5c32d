"""What no player would mention, told to whoever asks about it."""

from sim.rules.dice_pool.narration.describe import describe
from sim.rules.dice_pool.state import State
from sim.seam.events import DiceRolled, Event


def background(state: State, event: Event) -> str:
    """Return the event's aside."""
    if type(event) is DiceRolled:
        return ""
    return event.tell_aside(describe(state, event))
