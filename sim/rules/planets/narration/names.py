"""Names of seats, dice and Forces, which states hold as numbers."""

from collections.abc import Sequence

from sim.dice.pool import Die
from sim.rules.planets.forces.task import FORCES
from sim.rules.planets.state import State
from sim.seam.events import TABLE, Seat

NOBODY_NAMED = "nobody"
THE_TABLE = "the table"


def name(state: State, seat: Seat) -> str:
    """Return the name of *seat*."""
    if seat == TABLE:
        return THE_TABLE
    if seat == state.setup.judge:
        return state.setup.judge_name
    return state.setup.characters[seat].name


def die_name(die: Die) -> str:
    """Return the name of a die, such as d8."""
    return f"d{die.high}"


def by_force(numbers: Sequence[int]) -> dict[str, int]:
    """Return the items for each Force by its name."""
    pairs = zip(FORCES, numbers, strict=True)
    return {force: number for force, number in pairs if number}
