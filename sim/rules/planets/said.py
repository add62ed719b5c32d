"""A person's words as facts, offered or not."""

from sim.events import Fact
from sim.protocol import Words
from sim.rules.planets import facts as f
from sim.rules.planets.forces import FORCES
from sim.rules.planets.state import INTENTS, OMEGA, Standing


def said(state: Standing, spoken: Words) -> Fact | None:
    """Build the fact *spoken* means, offered or not; None when it is not its moment.

    Knows the two a table is most often wrong about: an Omega die and an approach.
    """
    names = [sheet.name for sheet in state.setup.sheets]
    if spoken.get("who") not in names:
        return None
    who = names.index(spoken["who"])
    if spoken.get("does") == "OmegaCommitted" and state.step == OMEGA:
        return _omega(who, spoken)
    if spoken.get("does") == "ApproachChosen" and state.step == INTENTS:
        return _approach(state, who, spoken)
    return None


def _omega(who: int, spoken: Words) -> Fact | None:
    force, value = spoken.get("force"), spoken.get("value")
    if force not in FORCES or not isinstance(value, int) or value < 1:
        return None
    return f.OmegaCommitted(who, force, value)


def _approach(state: Standing, who: int, spoken: Words) -> Fact | None:
    known = {way.name for way in state.setup.ways}
    approach = spoken.get("approach")
    return f.ApproachChosen(who, approach) if approach in known else None
