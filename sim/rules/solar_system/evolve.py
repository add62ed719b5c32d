"""How every event changes the state. Nothing is decided here."""

from sim.rules.solar_system.advancement.evolve import ADVANCE_EVENTS
from sim.rules.solar_system.advancement.evolve import ruled as approved
from sim.rules.solar_system.aftermath.evolve import AFTERMATH_EVENTS
from sim.rules.solar_system.checks.evolve import CHECK_EVENTS
from sim.rules.solar_system.consequences import CONSEQUENCES
from sim.rules.solar_system.events import interlude, secrets
from sim.rules.solar_system.facts import FACTS, StoryGuideRuled
from sim.rules.solar_system.harm.evolve import HARM_EVENTS
from sim.rules.solar_system.keys.acts import remembering
from sim.rules.solar_system.keys.evolve import KEY_EVENTS
from sim.rules.solar_system.keys.evolve import ruled as granted
from sim.rules.solar_system.pain.evolve import TALK_EVENTS
from sim.rules.solar_system.pain.evolve_volley import VOLLEY_EVENTS
from sim.rules.solar_system.records.interlude import Advancing, Awarding
from sim.rules.solar_system.secrets.evolve import SECRET_EVENTS, forgetting
from sim.rules.solar_system.state import State
from sim.seam.events import DiceRolled, Event
from sim.spine.evolution import Evolve, evolution

EVENTS: tuple[type[Event], ...] = (
    DiceRolled,
    *FACTS,
    *CONSEQUENCES,
    *interlude.FACTS,
    *interlude.CONSEQUENCES,
    *secrets.FACTS,
    *secrets.CONSEQUENCES,
)
"""Every class of event in this system."""

_CONFLICT: Evolve[State] = {
    **CHECK_EVENTS,
    **TALK_EVENTS,
    **VOLLEY_EVENTS,
    **HARM_EVENTS,
    **AFTERMATH_EVENTS,
}


def _judged(state: State, event: StoryGuideRuled) -> State:
    """Remember a ruling where it was asked for: in the interlude, or before."""
    if isinstance(state.phase, Awarding):
        return granted(state, granted=bool(event.value))
    if isinstance(state.phase, Advancing):
        return approved(state, approved=bool(event.value))
    return _CONFLICT[StoryGuideRuled](state, event)


evolve = evolution(
    EVENTS,
    # Secrets and Keys wrap some functions of the conflict; so does the interlude.
    {
        **_CONFLICT,
        **forgetting(_CONFLICT),
        **remembering(_CONFLICT),
        StoryGuideRuled: _judged,
    },
    KEY_EVENTS,
    ADVANCE_EVENTS,
    SECRET_EVENTS,
)
"""(state, event) -> the state after the event."""
