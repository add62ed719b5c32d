"""A person's words as facts, offered or not."""

from sim.rules.planets.facts import ApproachChosen, OmegaCommitted
from sim.rules.planets.forces.task import FORCES
from sim.rules.planets.phases import Committing, Framing
from sim.rules.planets.state import State
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Description
from sim.spine.narration import speaker


def parse(state: State, words: Description) -> Fact | None:
    """Build the fact that *words* mean, offered or not; None if nothing fits.

    Knows the two kinds that tables get wrong most often: an Omega die and an approach.
    """
    names = [data.name for data in state.setup.characters]
    who = speaker(names, words)
    if who is None:
        return None
    if words.get("does") == "OmegaCommitted" and type(state.phase) is Committing:
        return _omega(who, words)
    if words.get("does") == "ApproachChosen" and type(state.phase) is Framing:
        return _approach(state, who, words)
    return None


def _omega(who: Seat, words: Description) -> Fact | None:
    force, value = words.get("force"), words.get("value")
    if force not in FORCES or not isinstance(value, int) or value < 1:
        return None
    return OmegaCommitted(who, force, value)


def _approach(state: State, who: Seat, words: Description) -> Fact | None:
    names = {approach.name for approach in state.setup.approaches}
    approach = words.get("approach")
    return ApproachChosen(who, approach) if approach in names else None
