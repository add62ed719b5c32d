"""What every event leaves behind. Nothing is decided here."""

from sim.events import DiceRolled, Event
from sim.rules.skill_roll.combat.evolve import COMBAT_EVENTS
from sim.rules.skill_roll.conflict.evolve import CONFLICT_EVENTS
from sim.rules.skill_roll.consequences import CONSEQUENCES
from sim.rules.skill_roll.contest.evolve import CONTEST_EVENTS
from sim.rules.skill_roll.facts import FACTS
from sim.rules.skill_roll.procedure.evolve import PROCEDURE_EVENTS
from sim.rules.skill_roll.task.evolve import TASK_EVENTS
from sim.spine.evolution import evolution

EVENTS: tuple[type[Event], ...] = (DiceRolled, *FACTS, *CONSEQUENCES)
"""All events there are."""

evolve = evolution(
    EVENTS,
    CONFLICT_EVENTS,
    PROCEDURE_EVENTS,
    COMBAT_EVENTS,
    CONTEST_EVENTS,
    TASK_EVENTS,
)
"""(state, event) -> what the event leaves of the state."""
