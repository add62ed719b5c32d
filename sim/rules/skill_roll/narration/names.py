"""Names of seats, which states hold as numbers."""

from sim.rules.skill_roll.state import State
from sim.seam.events import TABLE, Seat

THE_TABLE = "the table"


def name(state: State, seat: Seat) -> str:
    """Return the name of *seat*."""
    if seat == TABLE:
        return THE_TABLE
    if seat == state.setup.judge:
        return state.setup.judge_name
    return state.setup.characters[seat].name
