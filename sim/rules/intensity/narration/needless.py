"""Which dice a transcript may name although they need no choice."""

from collections.abc import Mapping

from sim.rules.intensity.facts import DieChosen
from sim.rules.intensity.narration.names import ability_name
from sim.rules.intensity.phases import Building
from sim.rules.intensity.pools.building import candidates
from sim.rules.intensity.state import State
from sim.seam.events import Fact, Seat


def needless(state: State, who: Seat) -> Mapping[Fact, str]:
    """Return the dice that enter the pool of *who* without being chosen [IN-POOL-02].

    They are those that are the only die of their category.
    """
    draft = state.phase.drafts[who] if type(state.phase) is Building else None
    if draft is None or not draft.acting:
        return {}
    alone = [group[0] for group in candidates(state, who) if len(group) == 1]
    return {
        DieChosen(
            who, ability
        ): f"{ability_name(state, who, ability)} is in the pool anyway"
        for ability in alone
    }
