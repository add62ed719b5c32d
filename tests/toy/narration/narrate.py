"""The story: every event tells itself."""

from sim.spine.narration import narrator
from tests.toy.evolve import EVENTS
from tests.toy.narration.describe import describe

narrate = narrator(EVENTS, describe)
"""(state before, event) -> the event as a sentence."""
