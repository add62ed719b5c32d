"""What every event leaves behind. Nothing is decided here."""

from sim.events import DiceRolled, Event
from sim.rules.solar_system.aftermath.evolve import AFTERMATH_EVENTS
from sim.rules.solar_system.checks.evolve import CHECK_EVENTS
from sim.rules.solar_system.consequences import CONSEQUENCES
from sim.rules.solar_system.facts import FACTS
from sim.rules.solar_system.harm.evolve import HARM_EVENTS
from sim.rules.solar_system.pain.evolve import TALK_EVENTS
from sim.rules.solar_system.pain.evolve_volley import VOLLEY_EVENTS
from sim.spine.evolution import evolution

EVENTS: tuple[type[Event], ...] = (DiceRolled, *FACTS, *CONSEQUENCES)
"""All events there are."""

evolve = evolution(
    EVENTS, CHECK_EVENTS, TALK_EVENTS, VOLLEY_EVENTS, HARM_EVENTS, AFTERMATH_EVENTS
)
"""(state, event) -> what the event leaves of the state."""
