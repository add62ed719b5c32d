"""The difficulty of an attack: the defence against it, and three modifiers."""

from enum import IntEnum, StrEnum

from msgspec import Struct

from sim.rules.skill_roll.skills.dice import TEN

Part = tuple[str, int]
"""One summand of a difficulty: its name and its number."""
Parts = tuple[Part, ...]

UNAWARE = 5
"""The difficulty against the unsuspecting, and of places [SK-ATTACK-06, 10]."""
INHERITED = 6
"""The number added to an attribute that replaces a skill [SK-ATTACK-04]."""


class Awareness(IntEnum):
    """A defender's awareness of an attack [SK-RUL-34]."""

    UNAWARE_OF_DANGER, UNAWARE_OF_ATTACK, AWARE = range(3)


class Line(StrEnum):
    """The line of defence against an attack."""

    DEFENDED = "defended"
    UNDEFENDED = "undefended"
    UNAWARE_OF_ATTACK = "unaware_of_attack"
    UNAWARE_OF_DANGER = "unaware_of_danger"
    PLACE = "place"


LINE_RULES = {
    Line.DEFENDED: "SK-ATTACK-03",
    Line.UNDEFENDED: "SK-ATTACK-04",
    Line.UNAWARE_OF_ATTACK: "SK-ATTACK-05",
    Line.UNAWARE_OF_DANGER: "SK-ATTACK-06",
    Line.PLACE: "SK-ATTACK-10",
}
"""The rule of each line."""


class Defence(Struct, frozen=True, gc=False):
    """The defence against an attack, in numbers.

    *roll* is the roll of the defence, or 10 if it is not rolled.
    """

    line: Line
    attribute: int = 0
    skill: int = 0
    roll: int = TEN
    penalty: int = TEN - INHERITED
    """The ranks that partial inheritance costs [SK-RUL-27]."""
    floor: bool = False


class Flight(Struct, frozen=True, gc=False):
    """Where the target is and how it moves, in its own units [SK-RUL-20]."""

    range_du: int = 0
    size_du: int = 2
    velocity: int = 0


STILL = Flight()


def first_part(defence: Defence) -> int:
    """Return the difficulty before any modifier.

    SK-ATTACK-03: 10 and the defence. SK-ATTACK-04: 6 and the attribute. SK-ATTACK-05:
    the attribute. SK-ATTACK-06: 5. SK-RUL-28: as written, or the best line there is.
    """
    lines = {
        Line.UNAWARE_OF_DANGER: UNAWARE,
        Line.UNAWARE_OF_ATTACK: defence.attribute,
        Line.UNDEFENDED: TEN - defence.penalty + defence.attribute,
        Line.DEFENDED: defence.roll + defence.skill,
    }
    known = list(lines)
    open_to = known[: known.index(defence.line) + 1]
    if defence.floor:
        return max(lines[line] for line in open_to)
    return lines[defence.line]


def range_part(flight: Flight) -> int:
    """Return the number for the distance: its units above the target's size.

    One unit is one doubling, so "twice the size" is one unit more [SK-ATTACK-08].
    """
    return max(0, flight.range_du - flight.size_du)


def attack_parts(
    defence: Defence,
    flight: Flight = STILL,
    oops: tuple[int, int] = (0, 0),
    *,
    physical: bool = True,
    nonphysical_oops: bool = False,
) -> Parts:
    """Return the numbers that add up to the difficulty of an attack.

    *oops* are the attacker's and the defender's. SK-ATTACK-07: a moving target is
    harder. SK-ATTACK-08: so is a far one. SK-ATTACK-09: the attacker's OOPS adds, the
    defender's subtracts. SK-ATTACK-10, SK-RUL-21: a place is 5 and the range.
    SK-RUL-19: none of the three for an attack that is not physical.
    """
    mine, theirs = oops
    if defence.line == Line.PLACE:
        return _some(
            ("base", UNAWARE), ("range", flight.range_du), ("attacker OOPS", mine)
        )
    base = ("base", first_part(defence))
    if not physical:
        if not nonphysical_oops:
            return (base,)
        return _some(base, ("attacker OOPS", mine), ("target OOPS", -theirs))
    return _some(
        base,
        ("velocity", flight.velocity),
        ("range", range_part(flight)),
        ("attacker OOPS", mine),
        ("target OOPS", -theirs),
    )


def _some(*parts: Part) -> Parts:
    """Return *parts* without those that are 0; the first always stays."""
    return (parts[0], *(part for part in parts[1:] if part[1]))


def total(parts: Parts) -> int:
    """Return the sum of *parts*, a difficulty."""
    return sum(number for _, number in parts)
