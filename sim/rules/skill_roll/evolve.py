"""How every event changes the state. Nothing is decided here."""

from sim.rules.skill_roll.combat.evolve import COMBAT_EVENTS
from sim.rules.skill_roll.consequences import CONSEQUENCES
from sim.rules.skill_roll.facts import FACTS
from sim.rules.skill_roll.rounds.evolve import ROUND_EVENTS
from sim.rules.skill_roll.uses.evolve import USE_EVENTS
from sim.seam.events import DiceRolled, Event
from sim.spine.evolution import evolution

EVENTS: tuple[type[Event], ...] = (DiceRolled, *FACTS, *CONSEQUENCES)
"""Every class of event in this system."""

evolve = evolution(
    EVENTS,
    ROUND_EVENTS,
    COMBAT_EVENTS,
    USE_EVENTS,
)
"""(state, event) -> the state after the event."""
