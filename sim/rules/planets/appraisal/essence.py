"""What of a state can still matter: colour is left out, everything else is kept.

Minor Circumstance dice never change an outcome. A state's essence is a state with the
same future, so it may be played on.
"""

from functools import lru_cache

from msgspec.structs import replace

from sim.rules.planets.forces.rolls import Circumstance, Roll
from sim.rules.planets.phases import Committing, Coordinating, Rolling
from sim.rules.planets.state import State
from sim.spine.changes import with_phase


def essence(state: State) -> State:
    """Return *state* without what only colours it.

    Dice that lie on the table stay as they fell, while a ruling on them is awaited.
    """
    phase = state.phase
    if not isinstance(phase, Committing | Coordinating | Rolling):
        return state
    if type(phase) is Rolling and phase.thrown is not None:
        return state
    rolls = tuple([deciding(roll) for roll in phase.rolls])
    return state if rolls == phase.rolls else with_phase(state, rolls=rolls)


@lru_cache(maxsize=4096)
def deciding(roll: Roll) -> Roll:
    """Return *roll* without the dice that only colour, and all causes [PL-PROP-05]."""
    majors = tuple(
        Circumstance(die.kind, die.severity, die.size) for die in roll.dice if die.major
    )
    return replace(roll, dice=majors)
