"""How every event changes the state. Nothing is decided here."""

from sim.rules.dice_pool.aftermath.evolve import AFTERMATH_EVENTS
from sim.rules.dice_pool.consequences import CONSEQUENCES
from sim.rules.dice_pool.contests.claiming import CLAIM_EVENTS
from sim.rules.dice_pool.contests.evolve import CONTEST_EVENTS
from sim.rules.dice_pool.contests.evolve_reckoning import RECKONING_EVENTS
from sim.rules.dice_pool.contests.leaving import LEAVING_EVENTS
from sim.rules.dice_pool.contests.settling import TALLY_EVENTS
from sim.rules.dice_pool.facts import FACTS
from sim.rules.dice_pool.health.evolve import HEALTH_EVENTS
from sim.rules.dice_pool.morality.evolve import MORALITY_EVENTS
from sim.rules.dice_pool.pools.evolve import POOL_EVENTS
from sim.rules.dice_pool.tasks.evolve import TASK_EVENTS
from sim.rules.dice_pool.willpower.evolve import WILLPOWER_EVENTS
from sim.seam.events import DiceRolled, Event
from sim.spine.evolution import evolution

EVENTS: tuple[type[Event], ...] = (DiceRolled, *FACTS, *CONSEQUENCES)
"""Every class of event in this system."""

evolve = evolution(
    EVENTS,
    POOL_EVENTS,
    HEALTH_EVENTS,
    WILLPOWER_EVENTS,
    MORALITY_EVENTS,
    CONTEST_EVENTS,
    LEAVING_EVENTS,
    CLAIM_EVENTS,
    TALLY_EVENTS,
    RECKONING_EVENTS,
    TASK_EVENTS,
    AFTERMATH_EVENTS,
)
"""(state, event) -> the state after the event."""
