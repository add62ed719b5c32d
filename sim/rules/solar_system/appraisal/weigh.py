"""Appraise all options of a decision at once, with a cache.

The cache key holds what the appraisals read and no more: not the volley's number, and
not the pools, since the options show what can be paid. Only the lead depends on the
ticked boxes; it is added at the end. So entries are valid from one conflict to the
next. With more than two seats the same conditions of everybody seldom recur, so the key
of an action holds only the seats that it meets.
"""

from collections.abc import Hashable

from sim.rules.solar_system.appraisal.appraise import (
    appraise_without_lead,
    lead_by_boxes,
)
from sim.rules.solar_system.appraisal.conditions import MOST, conditions, ends, near
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
"""Appraisals of options, without the lead."""
_ACTED: Kept[Hashable, Appraisal] = Kept(MOST)
"""Appraisals of actions, without the lead, by the seats they meet."""
_ACTIONS = ActionKept, ActionDeclared
_TWO = 2
# The cache is small, since each entry is a copy of all worths, and in exact solutions a
# lead rarely recurs.
_LEADS = Leads(1 << 14)
_AHEAD: Kept[Hashable, float] = Kept(MOST)
_STANDINGS: OfState[tuple[Seat, Setup], tuple[int, float]] = OfState()
"""The number of everybody's condition, and the lead; valid until anybody changes."""


def weigh(state: State, options: tuple[Fact, ...]) -> Worths:
    """Return the appraisal of each of *options*, the same as by `appraise`."""
    who = options[0].who
    number, ahead = standing_of(state, who)
    phase = state.phase
    if type(phase) is Declaring:
        # Most questions are asked here, and nothing reads whose turn it is.
        read: Hashable = phase.actions, phase.changing, phase.ruled
    else:
        read = _phase_read(state, phase, who)
        if type(phase) is Rolling:
            # Penalties are in the rolls by then, and what can be paid in the options.
            number = ends(state)
    key = who, number, read, past_of(state, who), options
    bare = _BARE.get(key)
    if bare is None:
        bare = _BARE.keep(key, _weighed(state, options))
    return _LEADS.with_lead(bare, 0.0 if isinstance(phase, Interlude) else ahead)


def _weighed(state: State, options: tuple[Fact, ...]) -> Worths:
    """Return the appraisals of *options*; of actions they are cached separately."""
    key = _action_key(state, options[0])
    if key is None:
        return tuple([appraise_without_lead(state, option) for option in options])
    return tuple([_of_action(state, option, key) for option in options])


def _action_key(state: State, first: Fact) -> Hashable:
    """Return all that actions read, *first* being one; None if that is everybody.

    Of a volley it is the actions and changes of those who are met; of all other seats
    it is what endings return.
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


def _of_action(state: State, option: Fact, key: Hashable) -> Appraisal:
    """Return the worth of one of the options where actions are declared."""
    if type(option) not in _ACTIONS:
        return appraise_without_lead(state, option)
    worth = _ACTED.get((option, key))
    if worth is None:
        worth = _ACTED.keep((option, key), appraise_without_lead(state, option))
    return worth


def standing_of(state: State, who: Seat) -> tuple[int, float]:
    """Return the number of everybody's condition, and how far *who* leads."""
    standings = _STANDINGS.about(state.participants)
    standing = standings.get((who, state.setup))
    if standing is None:
        # Points are spent more often than harm is done.
        number = conditions(state)
        harmed = (
            number,
            who,
            tuple([participant.harm for participant in state.participants]),
        )
        ahead = _AHEAD.get(harmed)
        if ahead is None:
            ahead = _AHEAD.keep(harmed, lead_by_boxes(state, who))
        standing = standings[who, state.setup] = number, ahead
    return standing


def _phase_read(state: State, phase: Phase, who: Seat) -> Hashable:
    """Return the part of the phase that is read."""
    if type(phase) is Volley:
        return Volley, phase.actions, phase.changing, phase.ruled, phase.pairs
    if type(phase) is Gate:
        return Gate, phase.owing
    if type(phase) is Rolling:
        alone = not state.setup.gifts
        rolls = tuple([_roll_read(roll, who, alone=alone) for roll in phase.rolls])
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
