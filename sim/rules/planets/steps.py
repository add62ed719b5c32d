"""The steps of a round, in order, and the rules that open each."""

from sim.events import Cites
from sim.rules.planets.consequences import StepOpened
from sim.rules.planets.state import (
    CALLING,
    CIRCUMSTANCES,
    COORDINATION,
    DICE,
    FORCES_STEP,
    INTENTS,
    OMEGA,
)

STEPS = (
    INTENTS,
    CALLING,
    FORCES_STEP,
    CIRCUMSTANCES,
    OMEGA,
    COORDINATION,
    DICE,
)
"""The order of a round, until it is resolved [PL-CONF-03]."""

CITES: dict[str, Cites] = {
    CALLING: ("PL-CONF-03", "PL-DP-01"),
    FORCES_STEP: ("PL-CONF-03", "PL-STEP-01"),
    CIRCUMSTANCES: ("PL-CONF-03", "PL-STEP-03"),
    OMEGA: ("PL-CONF-03", "PL-STEP-02"),
    COORDINATION: ("PL-CONF-03", "PL-COMB-07"),
    DICE: ("PL-CONF-03", "PL-STEP-04", "PL-STEP-07"),
}

_OPENED = {step: StepOpened(cites, step) for step, cites in CITES.items()}


def opened(step: str) -> StepOpened:
    """Return the event that *step* begins."""
    return _OPENED[step]
