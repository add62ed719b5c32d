"""How the conflict stands for somebody: who is likely to win, what endings return.

Each side needs so many more volleys to wear the other out, by the harm its attacks do
if everybody keeps to the intention he has.
"""

from msgspec import Struct

from sim.events import NOBODY, Seat
from sim.rules.solar_system.appraisal.exchange import (
    Blows,
    met,
    net_weapon,
    side_of,
    worn,
)
from sim.rules.solar_system.appraisal.weighing import strongest
from sim.rules.solar_system.facts import NONE
from sim.rules.solar_system.pain.ending import NOT_FOR_GOOD, UNSETTLED
from sim.rules.solar_system.phases import Gate
from sim.rules.solar_system.state import IN, State, is_changing, opponents
from sim.seats import by_seat
from sim.spine.racing import lead, rounds

LUCK = 1.6
"""How much the ratio of volleys counts: of played conflicts, the likeliest power."""

TRACK = 1.0
"""A whole track, as `worn` counts it."""


class Returns(Struct, frozen=True, gc=False):
    """What somebody gets if he gives up now, obtains his intention, or loses."""

    gives: float
    wins: float
    loses: float


def ahead_by(state: State, who: Seat) -> float:
    """Say how far *who* leads: who will have worn out the others first."""
    foes = opponents(state, who)
    if not foes:
        return 1.0
    side = state.participants[who].side
    ours = theirs = mine = other = 0.0
    for seat, one in by_seat(state.participants):
        if one.status != IN:
            continue
        left, harm = TRACK - worn(one.harm), _harms(state, seat)
        if one.side == side:
            ours, mine = ours + left, mine + harm
        else:
            theirs, other = theirs + left, other + harm
    return lead(rounds(theirs, mine), rounds(ours, other), LUCK)


def _harms(state: State, seat: Seat) -> float:
    """Return what the strongest attack of *seat* does, by its intention in force."""
    foes = opponents(state, seat)
    intent = state.participants[seat].intent
    goal = 0 if intent is None else intent.goal
    target = NOBODY if intent is None else intent.target
    if target not in foes:
        target = state.data(seat).goals[goal].target if intent is None else NOBODY
        target = target if target in foes else foes[0]
    mine = strongest(state, seat, goal)
    if mine == NONE:
        return 0.0
    answers = state.participants[target].intent
    theirs = strongest(state, target, 0 if answers is None else answers.goal)
    rolls = side_of(state, seat, mine), side_of(state, target, theirs)
    adds = net_weapon(state, seat, mine, target, goal)
    return met(*rolls, Blows(adds=adds)).deals


def returns_of(state: State, who: Seat, goal: int | None) -> Returns:
    """Return what the endings are worth to *who*, who is after *goal* [RUL-51]."""
    goals = state.data(who).goals
    wins = goals[goal].worth if goal is not None and goals else 1.0
    after = [
        seat
        for seat in opponents(state, who)
        if (one := state.participants[seat].intent) is not None and one.target == who
    ]
    if not after:
        return Returns(UNSETTLED, wins, UNSETTLED)
    gives = min(_left(state, seat, _rung(state, seat)) for seat in after)
    loses = min(_left(state, seat, coming(state, seat)) for seat in after)
    return Returns(gives, wins, loses)


def _left(state: State, seat: Seat, goal: int) -> float:
    return state.data(seat).goals[goal].leaves


def left_by_check(state: State, winner: Seat) -> float:
    """Return what the loser of a simple check is left with: the first goal happens."""
    goal = state.data(winner).goals[0]
    return max(goal.leaves, NOT_FOR_GOOD) if goal.permanent else goal.leaves


def _rung(state: State, seat: Seat) -> int:
    intent = state.participants[seat].intent
    return 0 if intent is None else intent.goal


def coming(state: State, seat: Seat) -> int:
    """Say how deadly the intention of *seat* is, or is about to be [SS-GIVE-04]."""
    phase = state.phase
    owes = isinstance(phase, Gate) and seat in phase.owing
    rungs = len(state.data(seat).goals)
    return min(_rung(state, seat) + (owes or is_changing(state, seat)), rungs - 1)
