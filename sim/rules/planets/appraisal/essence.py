"""What can still matter of a state: only colour is left out.

Minor Circumstance dice never change an outcome. The essence of a state has the same
future, so play can continue from it.
"""

from functools import lru_cache

from msgspec.structs import replace

from sim.rules.planets.forces.rolls import Circumstance, Roll
from sim.rules.planets.phases import Committing, Coordinating, Rolling
from sim.rules.planets.state import State
from sim.seam.events import TABLE
from sim.spine.changes import with_phase


def essence(state: State) -> State:
    """Return *state* without what is only colour.

    The dice of a throw all stay while a ruling on it is awaited.
    """
    phase = state.phase
    if not isinstance(phase, Committing | Coordinating | Rolling):
        return state
    thrown = phase.thrown if type(phase) is Rolling else None
    rolls = tuple(
        [
            _nameless(roll)
            if thrown is not None and thrown.roller in {TABLE, roll.who}
            else deciding(roll)
            for roll in phase.rolls
        ]
    )
    return state if rolls == phase.rolls else with_phase(state, rolls=rolls)


@lru_cache(maxsize=4096)
def deciding(roll: Roll) -> Roll:
    """Return *roll* without causes and dice that are only colour [PL-PROP-05]."""
    majors = tuple([die for die in roll.dice if die.major])
    return _nameless(replace(roll, dice=majors))


def _nameless(roll: Roll) -> Roll:
    """Return *roll* without the causes of its dice."""
    dice = tuple([Circumstance(one.kind, one.severity, one.size) for one in roll.dice])
    return replace(roll, dice=dice)
