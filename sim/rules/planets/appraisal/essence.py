"""What can still matter in a state, and where rounds are cut, for exact solutions.

Minor Circumstance dice never change an outcome. Rounds are cut where the last one is
resolved and everybody answers how to go on: only intents, wounds and progress are left
of it. The essence of a state has the same future, so play can continue from it.
"""

from functools import lru_cache

from msgspec.structs import replace

from sim.rules.planets.forces.rolls import Circumstance, Roll
from sim.rules.planets.phases import (
    Aftermath,
    Committing,
    Coordinating,
    Opening,
    Rolling,
)
from sim.rules.planets.scenario.compile import Setup
from sim.rules.planets.state import State
from sim.seam.events import NOBODY, TABLE
from sim.spine.changes import with_phase


def essence(state: State) -> State:
    """Return *state* without mere colour, and without the round if it does not matter.

    All dice of a throw stay while a ruling on it is awaited.
    """
    phase = state.phase
    if type(phase) is Aftermath:
        return _resolved(state, phase)
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


def _resolved(state: State, phase: Aftermath) -> State:
    """Return *state* without who prevailed and in which round, if neither matters."""
    forgotten = begins(state) and 0 < state.round < timeless(state)
    if state.setup.rulings.retry_policy != "changed_intent":
        phase = replace(phase, prevailed=NOBODY)
    elif not forgotten:
        return state
    return replace(state, round=0 if forgotten else state.round, phase=phase)


def begins(state: State) -> bool:
    """Whether a round is resolved here, and nobody has said how to go on."""
    phase = state.phase
    silent = (None,) * len(state.participants)
    return type(phase) is Aftermath and phase.answers == silent


def timeless(state: State) -> int:
    """Return the first round whose number matters at *state*: about the last one.

    How to go on is answered before the last round, and what follows is in it. Where
    dice are for certain rounds, every number matters.
    """
    if _is_dated(state.setup):
        return 0
    cap = state.setup.rulings.round_cap
    before = isinstance(state.phase, Aftermath | Opening) or state.round <= 1
    return cap - 1 if before else cap


@lru_cache(maxsize=64)
def _is_dated(setup: Setup) -> bool:
    """Whether a Circumstance die comes or goes by its dates."""
    return any(
        situation.first > 1 or situation.last is not None
        for person in setup.characters
        for situation in person.situations
    )


@lru_cache(maxsize=4096)
def deciding(roll: Roll) -> Roll:
    """Return *roll* without causes and dice that are only colour [PL-PROP-05]."""
    majors = tuple([die for die in roll.dice if die.major])
    return _nameless(replace(roll, dice=majors))


def _nameless(roll: Roll) -> Roll:
    """Return *roll* without the causes of its dice."""
    dice = tuple([Circumstance(die.kind, die.severity, die.size) for die in roll.dice])
    return replace(roll, dice=dice)
