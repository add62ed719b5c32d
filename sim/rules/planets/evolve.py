"""How every event changes the state. Nothing is decided here."""

from sim.rules.planets.consequences import CONSEQUENCES
from sim.rules.planets.facts import FACTS
from sim.rules.planets.round.evolve import ROUND_EVENTS
from sim.rules.planets.round.evolve_rolls import ROLL_EVENTS
from sim.seam.events import DiceRolled, Event
from sim.spine.evolution import evolution

EVENTS: tuple[type[Event], ...] = (DiceRolled, *FACTS, *CONSEQUENCES)
"""Every class of event in this system."""

evolve = evolution(EVENTS, ROUND_EVENTS, ROLL_EVENTS)
"""(state, event) -> the state after the event."""
