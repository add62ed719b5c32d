"""How every event changes the state, chapter by chapter. Nothing is decided here."""

from sim.rules.intensity.consequences import CONSEQUENCES
from sim.rules.intensity.effects.evolve import EFFECT_EVENTS
from sim.rules.intensity.facts import FACTS
from sim.rules.intensity.goals.evolve import GOAL_EVENTS
from sim.rules.intensity.pools.evolve import POOL_EVENTS
from sim.rules.intensity.rolls.evolve import ROLL_EVENTS
from sim.seam.events import DiceRolled, Event
from sim.spine.evolution import evolution

EVENTS: tuple[type[Event], ...] = (DiceRolled, *FACTS, *CONSEQUENCES)
"""Every class of event in this system."""

evolve = evolution(EVENTS, GOAL_EVENTS, POOL_EVENTS, ROLL_EVENTS, EFFECT_EVENTS)
"""(state, event) -> the state after the event."""
