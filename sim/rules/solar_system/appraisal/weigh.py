"""Appraise all options of a decision at once, with a cache.

The cache key holds what the appraisals read and no more: not the volley's number, and
not the pools, since the options show what can be paid. Only who leads depends on the
ticked boxes; it is added at the end. So entries are valid from one conflict to the
next. Among more than two, few conditions of everybody come up twice: then an action is
known by those whom it meets.
"""

from collections.abc import Hashable

from sim.rules.solar_system.appraisal.appraise import (
    appraise_without_lead,
    lead_by_boxes,
)
from sim.rules.solar_system.appraisal.people import MOST, ended, near, people
from sim.rules.solar_system.appraisal.prospects import past_of, returns_of
from sim.rules.solar_system.appraisal.weighing import rung_of, target_of
from sim.rules.solar_system.checks.levels import KEPT as KEPT_DICE
from sim.rules.solar_system.facts import ActionDeclared, ActionKept
from sim.rules.solar_system.phases import (
    Declaring,
    Gate,
    Interlude,
    Phase,
    Roll,
    Rolling,
    Volley,
)
from sim.rules.solar_system.scenario.compile import Setup
from sim.rules.solar_system.state import State
from sim.seam.appraisal import Appraisal
from sim.seam.events import NOBODY, Fact, Seat
from sim.spine.kept import Kept, OfState
from sim.spine.leads import Leads, Worths

_BARE: Kept[Hashable, Worths] = Kept(MOST)
"""Worth of options, without who leads."""
_ACTED: Kept[Hashable, Appraisal] = Kept(MOST)
"""Worth of actions, without who leads, by whom they meet."""
_ACTIONS = ActionKept, ActionDeclared
_TWO = 2
_LEADS = Leads(1 << 14)
# Few, since each is a copy of all worths, and in exact solutions hardly a lead recurs.
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
        read: Hashable = phase.actions, phase.changing, phase.ruled
    else:
        read = _phase_read(state, phase, who)
        if type(phase) is Rolling:
            # Penalties are in the rolls by then, and what can be paid in the options.
            number = ended(state)
    key = who, number, read, past_of(state, who), options
    bare = _BARE.get(key)
    if bare is None:
        bare = _BARE.keep(key, _weighed(state, options))
    return _LEADS.told(bare, 0.0 if isinstance(phase, Interlude) else ahead)


def _weighed(state: State, options: tuple[Fact, ...]) -> Worths:
    """Return the worth of *options*; that of an action is known by whom it meets."""
    met = _met(state, options[0])
    if met is None:
        return tuple([appraise_without_lead(state, option) for option in options])
    return tuple([_of_action(state, option, met) for option in options])


def _met(state: State, first: Fact) -> Hashable:
    """Return all that actions read, *first* among them; None if that is everybody.

    Of a volley those are the actions and changes of whoever is met; of all others it is
    what endings return.
    """
    phase, who = state.phase, first.who
    if type(phase) is not Declaring or type(first) not in _ACTIONS:
        return None
    if state.setup.size <= _TWO or who in phase.changing:
        return None
    declared = phase.actions[who]
    before = NOBODY if declared is None else declared.target
    close = near(state, who, target_of(state, who), before)
    doing = [(phase.actions[seat], seat in phase.changing) for seat, _ in close]
    returns = returns_of(state, who, rung_of(state, who))
    return who, close, tuple(doing), phase.ruled, returns


def _of_action(state: State, option: Fact, met: Hashable) -> Appraisal:
    """Return the worth of one of the options where actions are declared."""
    if type(option) not in _ACTIONS:
        return appraise_without_lead(state, option)
    known = _ACTED.get((option, met))
    if known is None:
        known = _ACTED.keep((option, met), appraise_without_lead(state, option))
    return known


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
            ahead = _AHEAD.keep(harmed, lead_by_boxes(state, who))
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
