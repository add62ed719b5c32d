"""The end of the Pain: shake-out, and everybody's return."""

from collections.abc import Mapping

from sim.rules.solar_system.consequences import (
    ConflictClosed,
    Ending,
    IntentionFulfilled,
)
from sim.rules.solar_system.events.aftermath import HarmCollapsed
from sim.rules.solar_system.harm.track import EMPTY, collapsed
from sim.rules.solar_system.phases import Declaring, Over
from sim.rules.solar_system.state import (
    BYSTANDER,
    GAVE_UP,
    IN,
    State,
    active,
    participants,
    target_there,
)
from sim.seam.events import NOBODY, Cites, Consequence, Seat
from sim.seam.protocol import Due, Outcome
from sim.seam.seats import by_seat, seats
from sim.spine.lookup import first as first_of

DRAWN = {Ending.STANDOFF, Ending.ROUND_LIMIT, Ending.MUTUAL_CONCESSION}
"""Endings without a winner."""

SETTLED_BY_CHECK = {Ending.SUCCESS, Ending.FAILURE, Ending.RANKED}
"""Endings of conflicts that one check settles."""

NOT_FOR_GOOD = 0.5
"""The least return against a lethal goal for those it cannot kill [RUL-71]."""

UNSETTLED = 0.5
"""Everybody's return when nothing was settled."""


def decided(state: State) -> Due | None:
    """Close if at most one side has anybody left.

    [SS-BDP-07, SS-GIVE-03, SS-MULTI-09, RUL-51]
    """
    first: int | None = None
    for participant in state.participants:
        if participant.status == IN:
            if first is None:
                first = participant.side
            elif participant.side != first:
                return None
    return Due(_closing(state, _won(state)))


def at_gate(state: State) -> Due | None:
    """Close if it is decided, or at the round limit [RUL-75]."""
    over = decided(state)
    if over is not None:
        return over
    if state.round >= state.setup.rulings.max_volleys:
        return Due(_closing(state, Ending.ROUND_LIMIT))
    return None


def at_lock(state: State, phase: Declaring) -> Due | None:
    """Close if no target is active and nobody turns to another [RUL-51]."""
    if phase.left:
        return None
    for seat, participant in by_seat(state.participants):
        in_play = participant.status == IN
        if in_play and (seat in phase.changing or target_there(state, seat)):
            return None
    return Due(_closing(state, Ending.STANDOFF))


def _won(state: State) -> Ending:
    """Return how the conflict ended, by RUL-51."""
    everyone = participants(state)
    there = active(state)
    if not there:
        gone = {state.participants[seat].status for seat in everyone}
        return Ending.MUTUAL_CONCESSION if gone == {GAVE_UP} else Ending.PAST_BROKEN
    if len(everyone) == 2:  # noqa: PLR2004 - a conflict of two
        left = first_of(seat for seat in everyone if seat not in there)
        gave_up = state.participants[left].status == GAVE_UP
        return Ending.CONCEDED if gave_up else Ending.PAST_BROKEN
    return Ending.SIDE_DEFEATED if state.setup.sides_set else Ending.LAST_STANDING


def _closing(state: State, how: Ending) -> tuple[Consequence, ...]:
    """Let the winners' intentions happen, shake the harm out, and close.

    [SS-INT-04, SS-GIVE-03, SS-SHAKE-01, RUL-28, RUL-51]
    """
    events: list[Consequence] = []
    for seat in () if how in DRAWN else active(state):
        intent = state.participants[seat].intent
        if intent is not None and not intent.fulfilled:
            events.append(
                IntentionFulfilled(
                    ("SS-INT-04", "SS-GIVE-03", "RUL-51"),
                    seat,
                    intent.goal,
                    intent.target,
                    "side_defeated",
                )
            )
    cites = _CLOSE_CITES.get(how, ("SS-BDP-07", "RUL-51"))
    return (*events, *_shaken_out(state), ConflictClosed(cites, how))


_CLOSE_CITES: Mapping[Ending, Cites] = {
    Ending.ROUND_LIMIT: ("RUL-75",),
    Ending.MUTUAL_CONCESSION: ("RUL-41",),
}


def _shaken_out(state: State) -> list[Consequence]:
    """Collapse every track with a mark to its low end [SS-SHAKE-01, RUL-27, RUL-28]."""
    travel = state.setup.rulings.collapse_labels == "travel"
    cites = ("SS-SHAKE-01", "SS-SHAKE-02", "RUL-27", "RUL-28")
    tracks = [(seat, state.participants[seat].harm) for seat in participants(state)]
    return [
        HarmCollapsed(cites, seat, "shake_out", harm, collapsed(harm, travel=travel))
        for seat, harm in tracks
        if harm != EMPTY
    ]


# What everybody gets.


def outcome(state: State, phase: Over) -> Outcome:
    """Return how it ended and what every seat gets."""
    returns = tuple(_return(state, phase, seat) for seat in seats(state.setup.size))
    if state.setup.judge != NOBODY:
        returns = (*returns, 0.0)
    left = any(participant.status == GAVE_UP for participant in state.participants)
    cites = ("RUL-51", "RUL-97") if left and shares(state) else ("RUL-51",)
    return Outcome(phase.how, returns, cites)


def _return(state: State, phase: Over, seat: Seat) -> float:
    """Return what a seat gets by what it obtained and suffered.

    That is the worth of an obtained intention, or what a suffered one leaves; the mean
    of both if it has both; one half if nothing was settled. A seat that neither
    obtained nor suffered anything has the most that an ally obtained, or else the least
    that is left to one. Under `shares`, those who gave up and were not overcome
    themselves suffer what their allies suffered [RUL-97].
    """
    if phase.how in SETTLED_BY_CHECK:
        return _check_return(state, phase, seat)
    got, left = most_obtained(state, seat), least_left(state, seat)
    status = state.participants[seat].status
    if got is None and left is None:
        if phase.how in DRAWN or status == BYSTANDER or not state.obtained:
            return UNSETTLED
        got, left = of_allies(state, seat)
        if got is not None and not (status == GAVE_UP and shares(state)):
            left = None
    elif left is None and status == GAVE_UP and shares(state):
        _, left = of_allies(state, seat)
    return combined_return(got, left, UNSETTLED)


def combined_return(got: float | None, left: float | None, neither: float) -> float:
    """Return the mean of both, or the one that there is, or *neither* [RUL-51]."""
    if got is not None and left is not None:
        return (got + left) / 2
    only = got if got is not None else left
    return neither if only is None else only


def shares(state: State) -> bool:
    """Whether those who give up have a share in what their allies suffer [RUL-97]."""
    return state.setup.rulings.leaving_allies == "shares"


def most_obtained(state: State, seat: Seat) -> float | None:
    """Return the highest worth of an intention that *seat* obtained, if any."""
    goals = state.data(seat).goals
    worth = [
        goals[fulfilled.goal].worth
        for fulfilled in state.obtained
        if fulfilled.who == seat
    ]
    return max(worth, default=None)


def least_left(state: State, seat: Seat) -> float | None:
    """Return the least that intentions obtained against *seat* leave, if any.

    What cannot kill permanently leaves something [RUL-71].
    """
    left: list[float] = []
    for fulfilled in state.obtained:
        if fulfilled.against == seat:
            leaves = state.data(fulfilled.who).goals[fulfilled.goal].leaves
            left.append(leaves if fulfilled.lasting else max(leaves, NOT_FOR_GOOD))
    return min(left, default=None)


def of_allies(state: State, seat: Seat) -> tuple[float | None, float | None]:
    """Return the most that the side of *seat* obtained, and the least left to it."""
    side = state.participants[seat].side
    allies = [
        who
        for who, participant in by_seat(state.participants)
        if participant.side == side
    ]
    got = [worth for who in allies if (worth := most_obtained(state, who)) is not None]
    left = [worth for who in allies if (worth := least_left(state, who)) is not None]
    return max(got, default=None), min(left, default=None)


def _check_return(state: State, phase: Over, seat: Seat) -> float:
    if phase.how == Ending.FAILURE:
        resisters = {check.against for check in state.setup.checks}
        return 1.0 if seat in resisters else 0.0
    if phase.how == Ending.SUCCESS:
        rolled = {check.who for check in state.setup.checks}
        return 1.0 if seat in rolled else 0.0
    return 1.0 / len(phase.first) if seat in phase.first else 0.0
