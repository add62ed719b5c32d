"""What a seat may know: everything but what others have covered."""

from typing import Any

from msgspec import structs

from sim.events import TABLE, Seat
from sim.rules.dice_pool.phases import Attempting, Choosing, Declaring, Rolling
from sim.rules.dice_pool.pools.rolls import Hardness, Roll
from sim.rules.dice_pool.state import State, has_point
from sim.seats import by_seat
from sim.spine.changes import with_phase


def view(state: State, who: Seat) -> State:
    """Return *state* without what others have answered or thrown, and not shown.

    DP-R-11.
    """
    phase = state.phase
    if type(phase) is Declaring or (type(phase) is Choosing and not phase.settled):
        shown = phase.shown
        own = tuple(
            [
                answer if seat == who or seat in shown else None
                for seat, answer in by_seat(phase.answers)
            ]
        )
        return state if own == phase.answers else with_phase(state, answers=own)
    if isinstance(phase, Rolling | Attempting):
        open_ = phase.shown if type(phase) is Rolling else frozenset((TABLE,))
        rolls = tuple(
            [
                roll if roll.who == who or roll.who in open_ else covered(state, roll)
                for roll in phase.rolls
            ]
        )
        return state if rolls == phase.rolls else with_phase(state, rolls=rolls)
    return state


def covered(state: State, roll: Roll) -> Roll:
    """Return *roll* as others see it: neither its boost, before it shows, nor dice."""
    late = state.setup.rulings.boost_timing == "after"
    changes: dict[str, Any] = {}
    open_ = roll.boosted is not None and (roll.dice is None or late)
    possible = roll.hardness != Hardness.IMPOSSIBLE
    if open_ and possible and has_point(state, roll.who):
        changes = {"boosted": None, "intimacy": "", "accepted": None}
    if roll.first is not None:
        changes |= {"first": None, "second": None, "chosen": None}
    return structs.replace(roll, **changes) if changes else roll
