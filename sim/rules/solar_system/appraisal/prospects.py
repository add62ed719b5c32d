"""A seat's prospects: who is likely to win, and what endings return.

A side is compared by how many more volleys it needs to wear the other out, given the
best attacks still open to its members.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct, structs

from sim.rules.solar_system.appraisal.conditions import (
    by_conditions,
    by_intents,
    by_pair,
    intents,
)
from sim.rules.solar_system.appraisal.exchange import (
    IDLE,
    Blows,
    Side,
    boxes_left,
    expected_exchange,
    net_weapon,
    side_of,
)
from sim.rules.solar_system.appraisal.weighing import strongest, usable_innate
from sim.rules.solar_system.facts import NONE
from sim.rules.solar_system.pain.ending import (
    NOT_FOR_GOOD,
    UNSETTLED,
    combined_return,
    least_left,
    most_obtained,
    of_allies,
    shares,
)
from sim.rules.solar_system.phases import Gate
from sim.rules.solar_system.scenario.compile import Setup
from sim.rules.solar_system.state import (
    IN,
    State,
    changing,
    is_changing,
    opponents,
)
from sim.seam.events import Seat
from sim.seam.seats import by_seat
from sim.spine.kept import OfState
from sim.spine.racing import lead, rounds

LUCK = 0.6
"""The exponent of the ratio of volleys, fitted to played conflicts."""


class Returns(Struct, frozen=True, gc=False):
    """What somebody gets by giving up now, by obtaining the intention, or by losing."""

    gives: float
    wins: float
    loses: float


def ahead_by(state: State, who: Seat) -> float:
    """Return how far *who* leads, by which side is likely to wear out the other."""
    side = state.participants[who].side
    mine, other = _rates(state, side)
    if other is None:
        return 1.0
    ours = theirs = 0
    for participant in state.participants:
        if participant.status != IN:
            continue
        left = boxes_left(participant.harm)
        if participant.side == side:
            ours += left
        else:
            theirs += left
    return lead(rounds(theirs, mine), rounds(ours, other), LUCK)


@by_conditions
def _rates(state: State, side: int) -> tuple[float, float | None]:
    """Return the harm per volley of *side* and of the others, if any."""
    mine = other = 0.0
    foes = False
    for participant, harm in zip(state.participants, _harms(state), strict=True):
        if participant.status != IN:
            continue
        if participant.side == side:
            mine += harm
        else:
            other, foes = other + harm, True
    return mine, other if foes else None


@by_conditions
def _harms(state: State) -> tuple[float, ...]:
    """Return the harm of everybody's best attack; 0 for those who do not take part.

    It is the harm in volleys to come: a prop proposed for this one, or an item ruled
    out in it, does not count.
    """
    state = structs.replace(state, phase=Gate())
    foes: dict[int, tuple[Seat, ...]] = {}
    harms: list[float] = []
    for seat, participant in by_seat(state.participants):
        if participant.status != IN:
            harms.append(0.0)
            continue
        if participant.side not in foes:
            foes[participant.side] = opponents(state, seat)
        aims = _aims(state.setup, seat, foes[participant.side])
        harms.append(max([_harm(state, seat, *aim) for aim in aims], default=0.0))
    return tuple(harms)


@lru_cache(maxsize=4096)
def _aims(
    setup: Setup, seat: Seat, foes: tuple[Seat, ...]
) -> tuple[tuple[Seat, int], ...]:
    """Return whom *seat* may attack for which goal, changes of intention included."""
    return tuple(
        (foe, goal)
        for goal, rung in enumerate(setup.characters[seat].goals)
        for foe in (foes if rung.target not in foes else (rung.target,))
    )


@by_pair
def _harm(state: State, seat: Seat, foe: Seat, goal: int) -> float:
    """Return the harm of the best attack of *seat* on *foe* that serves *goal*."""
    mine = strongest(state, seat, goal)
    if mine == NONE:
        return 0.0
    adds = net_weapon(state, seat, mine, foe, goal)
    roll, met_by = side_of(state, seat, mine), _defence(state, foe)
    return expected_exchange(roll, met_by, Blows(adds=adds)).deals


def _defence(state: State, seat: Seat) -> Side:
    """Return the best that *seat* can roll against an attack."""
    goals = range(len(state.data(seat).goals))
    attacks = [strongest(state, seat, goal) for goal in goals]
    usable = [ability for ability in attacks if ability != NONE]
    usable += usable_innate(state, seat)
    return max([side_of(state, seat, ability) for ability in usable], default=IDLE)


def returns_of(state: State, who: Seat, goal: int) -> Returns:
    """Return what the endings are worth to *who*, who pursues *goal* [RUL-51]."""
    phase = state.phase
    turning = phase.owing if isinstance(phase, Gate) else changing(state)
    return _returns(state, who, goal, turning, past_of(state, who))


class Past(Struct, frozen=True, gc=False):
    """What a seat has obtained and suffered so far; None where there is nothing.

    *got* is the most that it obtained, *left* the least that was left to it; the other
    two are the same for its side.
    """

    got: float | None = None
    left: float | None = None
    allies_got: float | None = None
    allies_left: float | None = None


NO_PAST = Past()
_PASTS: OfState[tuple[Seat, int], Past] = OfState()


def past_of(state: State, who: Seat) -> Past:
    """Return what *who* has obtained and suffered so far; nothing for a Story Guide."""
    if not state.obtained or who >= len(state.participants):
        return NO_PAST
    pasts = _PASTS.about(state.obtained)
    key = who, intents(state)  # which says who is on whose side
    past = pasts.get(key)
    if past is None:
        got, left = most_obtained(state, who), least_left(state, who)
        past = pasts[key] = Past(got, left, *of_allies(state, who))
    return past


@by_intents
def _returns(
    state: State, who: Seat, goal: int, _turning: frozenset[Seat], past: Past
) -> Returns:
    goals = state.data(who).goals
    wins = goals[max(goal, 0)].worth if goals else 1.0
    foes = opponents(state, who)
    after = [
        seat
        for seat in foes
        if (intent := state.participants[seat].intent) is not None
        and intent.target == who
    ]
    got, left = past.got, past.left
    won = wins if got is None else max(got, wins)
    gives = _least_of([_left(state, seat, _rung(state, seat)) for seat in after])
    loses = _least_of([_left(state, seat, coming_rung(state, seat)) for seat in after])
    if loses is None and past != NO_PAST:
        # Nobody targets it yet, but the remaining opponents will.
        loses = _least_of([_left(state, seat, _rung(state, seat)) for seat in foes])
    return Returns(
        gives=_given(state, who, past, _least_of([left, gives])),
        wins=combined_return(won, left, UNSETTLED),
        loses=combined_return(got, _least_of([left, loses]), UNSETTLED),
    )


def _given(state: State, who: Seat, past: Past, left: float | None) -> float:
    """Return what *who* gets by giving up now, if *left* is what that leaves to it.

    If it shares in what its allies suffer, those who go on are taken to lose [RUL-97].
    """
    got = past.got
    if not shares(state):
        if got is None and left is None:
            got = past.allies_got
            left = past.allies_left if got is None else None
        return combined_return(got, left, UNSETTLED)
    if left is None:
        if got is None:
            got = past.allies_got
        side = state.participants[who].side
        goes_on = any(
            participant.status == IN and participant.side == side and seat != who
            for seat, participant in by_seat(state.participants)
        )
        foes = opponents(state, who) if goes_on else ()
        to_come = [_left(state, seat, _rung(state, seat)) for seat in foes]
        left = _least_of([past.allies_left, *to_come])
    return combined_return(got, left, UNSETTLED)


def _least_of(numbers: Sequence[float | None]) -> float | None:
    """Return the least number among *numbers*, None if there is none."""
    return min([number for number in numbers if number is not None], default=None)


def _left(state: State, seat: Seat, goal: int) -> float:
    return state.data(seat).goals[goal].leaves


def left_by_check(state: State, winner: Seat) -> float:
    """Return what a simple check leaves to its loser.

    The winner's first goal happens.
    """
    goal = state.data(winner).goals[0]
    return max(goal.leaves, NOT_FOR_GOOD) if goal.permanent else goal.leaves


def _rung(state: State, seat: Seat) -> int:
    intent = state.participants[seat].intent
    return 0 if intent is None else intent.goal


def coming_rung(state: State, seat: Seat) -> int:
    """Return how deadly the intention of *seat* is, or is about to be [SS-GIVE-04]."""
    phase = state.phase
    owes = isinstance(phase, Gate) and seat in phase.owing
    rungs = len(state.data(seat).goals)
    return min(_rung(state, seat) + (owes or is_changing(state, seat)), rungs - 1)
