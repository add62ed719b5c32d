"""Appraise all options of a decision at once, with a cache.

The cache key holds what the appraisals read and no more: not the volley's number, and
not the pools, since the options show what can be paid. Only who leads depends on the
ticked boxes; it is added at the end. So entries are valid from one conflict to the
next.
"""

from collections.abc import Hashable

from sim.rules.solar_system.appraisal.appraise import appraise_without_lead, lead_of
from sim.rules.solar_system.appraisal.people import MOST, people
from sim.rules.solar_system.checks.levels import KEPT as KEPT_DICE
from sim.rules.solar_system.phases import (
    Declaring,
    Gate,
    Phase,
    Roll,
    Rolling,
    Volley,
)
from sim.rules.solar_system.scenario.compile import Setup
from sim.rules.solar_system.state import State
from sim.seam.events import Fact, Seat
from sim.spine.kept import Kept, OfState
from sim.spine.leads import Leads, Worths

_BARE: Kept[Hashable, Worths] = Kept(MOST)
"""Worth of options, without who leads."""
_LEADS = Leads(MOST)
_AHEAD: Kept[Hashable, float] = Kept(MOST)
_STANDS: OfState[tuple[Seat, Setup], tuple[int, float]] = OfState()
"""Everybody's condition and who leads, valid until anybody changes."""


def weigh(state: State, options: tuple[Fact, ...]) -> Worths:
    """Return what each of *options* is worth, as `appraise` says."""
    who = options[0].who
    number, ahead = stood(state, who)
    phase = state.phase
    if type(phase) is Declaring:
        # Most questions are asked here, and nothing reads whose turn it is.
        key: Hashable = who, number, phase.actions, phase.changing, phase.ruled, options
    else:
        key = who, number, _phase_read(state, phase, who), options
    bare = _BARE.get(key)
    if bare is None:
        bare = _BARE.keep(
            key, tuple([appraise_without_lead(state, option) for option in options])
        )
    return _LEADS.told(bare, ahead)


def stood(state: State, who: Seat) -> tuple[int, float]:
    """Return the number of everybody's condition, and how far *who* leads."""
    stands = _STANDS.about(state.participants)
    found = stands.get((who, state.setup))
    if found is None:
        # Points are spent more often than harm is done.
        number = people(state)
        harmed = number, who, tuple([one.harm for one in state.participants])
        ahead = _AHEAD.get(harmed)
        if ahead is None:
            ahead = _AHEAD.keep(harmed, lead_of(state, who))
        found = stands[who, state.setup] = number, ahead
    return found


def _phase_read(state: State, phase: Phase, who: Seat) -> Hashable:
    """Return the part of the phase that is read."""
    if type(phase) is Volley:
        return Volley, phase.actions, phase.changing, phase.ruled, phase.pairs
    if type(phase) is Gate:
        return Gate, phase.owing
    if type(phase) is Rolling:
        alone = not state.setup.gifts
        rolls = tuple([_roll_read(one, who, alone=alone) for one in phase.rolls])
        return phase.stage, rolls, _phase_read(state, phase.within, who)
    return phase


def _roll_read(roll: Roll, who: Seat, *, alone: bool) -> Hashable:
    """Return the part of a roll that is read; of others' rolls often just the level."""
    level, net = roll.level, roll.bonus - roll.penalty
    if level is None:
        return roll.who, roll.rank, net, roll.difficulty
    if alone and roll.who != who:
        return roll.who, level, roll.difficulty
    faces = roll.faces
    if not roll.ordered:
        # With one more bonus die the lowest is dropped: only the highest three count.
        faces = tuple(sorted(faces, reverse=True)[:KEPT_DICE])
    return roll.who, roll.rank, net, roll.difficulty, level, faces, roll.drawn
