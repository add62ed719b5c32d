"""The parts of a round: the order in which they come, and their first records."""

from enum import StrEnum

from sim.rules.dice_pool.consequences import StepOpened, TurnOpened
from sim.rules.dice_pool.contests.ending import over
from sim.rules.dice_pool.contests.opening import round_opened
from sim.rules.dice_pool.contests.reckoning import needed, reckoning
from sim.rules.dice_pool.health.hazards import striking
from sim.rules.dice_pool.health.healing import next_mark, tenders
from sim.rules.dice_pool.health.waking import reeling, waking
from sim.rules.dice_pool.phases import (
    Attempting,
    Choosing,
    Declaring,
    Opening,
    Passing,
    Phase,
    Reckoning,
    Settling,
    Waking,
)
from sim.rules.dice_pool.state import State, next_turn
from sim.seam.events import NOBODY, Cites
from sim.seam.protocol import Due


class Step(StrEnum):
    """A part of a round that begins with an event."""

    HAZARDS = "hazards"
    DECLARING = "declaring"
    RECKONING = "reckoning"
    CHOOSING = "choosing"


TURN: Cites = ("DP-R-17",)
_CITES: dict[Step, Cites] = {
    Step.HAZARDS: ("DP-R-93",),
    Step.DECLARING: ("DP-DEC-02", "DP-R-11"),
    Step.RECKONING: ("DP-R-103", "DP-PROLONG-02"),
    Step.CHOOSING: ("DP-R-85",),
}

STEP_OPENED = {step: StepOpened(cites, step) for step, cites in _CITES.items()}
"""The event that each part begins with."""


def round_phase(state: State) -> Phase:
    """Return the record a round begins with: that of its first part with content."""
    if state.ended is not None:
        until = state.clock + state.setup.steps[state.steps].seconds
        return Passing(until, () if state.steps else tenders(state))
    if state.setup.kind == "task":
        return Attempting()
    # Most rounds have nothing before declarations, so they begin there at once.
    if (
        reeling(state)
        or striking(state).left
        or next_mark(state, state.clock) is not None
        or state.setup.rulings.exchange == "alternating"
    ):
        return waking(state)
    return declaring(state)


def declaring(state: State) -> Declaring:
    """Return the record of declarations before anybody has declared."""
    return Declaring((None,) * len(state.participants))


def begun_at(state: State, step: str) -> Phase:
    """Return the record with which *step* of a conflict begins."""
    phase = state.phase
    if step == Step.HAZARDS:
        return striking(state)
    if step == Step.DECLARING:
        return declaring(state)
    if step == Step.RECKONING:
        assert type(phase) is Settling
        return reckoning(state, phase)
    assert type(phase) is Settling or type(phase) is Reckoning
    nothing = (None,) * len(state.participants)
    return Choosing(nothing, phase.winners, phase.settled)


def after(state: State) -> Due:
    """Return the next event when the current phase has nothing more to ask.

    That is a part of the round that only some rounds have, the end, or the next turn or
    round.
    """
    phase = state.phase
    if type(phase) is Waking and striking(state).left:
        return Due((STEP_OPENED[Step.HAZARDS],))
    if type(phase) is Settling and needed(reckoning(state, phase)):
        return Due((STEP_OPENED[Step.RECKONING],))
    return over(state) or _onward(state, phase)


def _onward(state: State, phase: Phase) -> Due:
    """Return the next turn or round, or the part that comes before it [DP-R-17]."""
    if type(phase) is Opening:
        return Due((round_opened(state, "first"),))
    turn = next_turn(state)
    if turn != NOBODY:
        return Due((TurnOpened(TURN, turn),))
    if type(phase) is not Settling and type(phase) is not Reckoning:
        return Due((STEP_OPENED[Step.DECLARING],))
    if state.setup.violent:
        return Due((round_opened(state, "next turn"),))
    return Due((STEP_OPENED[Step.CHOOSING],))
