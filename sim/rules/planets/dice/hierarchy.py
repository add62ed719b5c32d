"""Reading the Hierarchy: the lowest die leads, the highest is weak, ties step inwards.

Only the order of the values counts, not their size nor the size of the dice. One
algorithm reads any number of dice; two options change one shape each.
"""

from enum import IntEnum

from sim.rules.planets.forces.task import EACH, Values
from sim.rules.planets.scenario.rulings import Rulings


class Position(IntEnum):
    """The position of a Force; ABSENT means that it has no die."""

    ABSENT = -1
    DOMINANT = 0
    MAJOR = 1
    MINOR = 2
    WEAK = 3


ABSENT, DOMINANT, MAJOR, MINOR, WEAK = Position
POSITIONS = ("dominant", "major", "minor", "weak")

Positions = tuple[Position, ...]
"""The position of each Force."""

CASE_SIX = 4


def positions(values: Values, rulings: Rulings) -> Positions:
    """Read *values*: the position of every Force [PL-HIER-14].

    Equal values form a group. A lowest group of one is Dominant; a highest group of
    one, if it is not the only group, is Weak; of the rest the lowest group is Major and
    all others are Minor.
    """
    present = [value for value in values if value]
    groups = sorted(set(present))
    if not groups:
        return (ABSENT,) * len(values)
    place: dict[int, Position] = {0: ABSENT}
    first, last = 0, len(groups)
    if present.count(groups[0]) == 1:
        place[groups[0]] = DOMINANT
        first = 1
    if last > 1 and present.count(groups[-1]) == 1:
        last -= 1
        place[groups[last]] = WEAK
    for index in range(first, last):
        place[groups[index]] = MAJOR if index == first else MINOR
    if rulings.odd_shapes:
        _bend(present, groups, place, rulings)
    return tuple([place[value] for value in values])


def _bend(
    present: list[int], groups: list[int], place: dict[int, Position], rulings: Rulings
) -> None:
    """Apply the two options that read one shape differently [PL-RUL-01, PL-RUL-04]."""
    if len(present) == 1 and rulings.single_die_position == "major":
        place[groups[0]] = MAJOR
    inner = present.count(groups[1]) if len(groups) > 1 else 0
    shape_abbc = len(present) == CASE_SIX and len(groups) == 3 and inner == 2  # noqa: PLR2004 - three groups, the inner a pair: the shape a b b c
    if shape_abbc and rulings.case6_reading == "minor_as_printed":
        place[groups[-1]] = MINOR


def at(position: Position, read: Positions) -> int:
    """Return the set of Forces that *read* has at *position*."""
    bits = 0
    for force in EACH:
        if read[force] == position:
            bits |= 1 << force
    return bits
