"""What every event leaves behind, chapter by chapter. Nothing is decided here."""

from sim.seam.events import DiceRolled, Event
from sim.spine.evolution import evolution
from tests.toy.consequences import CONSEQUENCES
from tests.toy.facts import FACTS
from tests.toy.press.evolve import PRESS_EVENTS

EVENTS: tuple[type[Event], ...] = (DiceRolled, *FACTS, *CONSEQUENCES)
"""All events there are."""

evolve = evolution(EVENTS, PRESS_EVENTS)
"""(state, event) -> what the event leaves of the state."""
