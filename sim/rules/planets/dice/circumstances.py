"""Circumstance dice, which stand beside the Hierarchy and never in it.

A Minor die only adds colour; a Major die can decide. The place of a die is its slot: a
die tied with a Planet shares its position, a die between two belongs just above the
higher one, and a die higher than all matters least.
"""

from enum import StrEnum
from functools import lru_cache

from sim.rules.planets.dice.hierarchy import Positions
from sim.rules.planets.forces.rolls import Circumstance, Kind
from sim.rules.planets.forces.task import Values

_KINDS = tuple(Kind)  # going through an enum itself takes ten times as long


class Slot(StrEnum):
    """The place of a Circumstance die beside the Hierarchy."""

    ABOVE_ALL = "above_all"
    TIED_DOMINANT = "tied_dominant"
    ABOVE_MAJOR = "above_major"
    TIED_MAJOR = "tied_major"
    ABOVE_MINOR = "above_minor"
    TIED_MINOR = "tied_minor"
    ABOVE_WEAK = "above_weak"
    TIED_WEAK = "tied_weak"
    BELOW_ALL = "below_all"


TIED = (Slot.TIED_DOMINANT, Slot.TIED_MAJOR, Slot.TIED_MINOR, Slot.TIED_WEAK)
"""Position -> the slot of a die tied with a Planet there."""
ABOVE = (Slot.ABOVE_ALL, Slot.ABOVE_MAJOR, Slot.ABOVE_MINOR, Slot.ABOVE_WEAK)
"""Position -> the slot of a die just before the Planet there."""

INFLUENCE: dict[Slot, str] = {
    Slot.ABOVE_ALL: "strongest of all",
    Slot.TIED_DOMINANT: "dominant",
    Slot.ABOVE_MAJOR: "better than major",
    Slot.TIED_MAJOR: "major",
    Slot.ABOVE_MINOR: "minor",
    Slot.TIED_MINOR: "minor",
    Slot.ABOVE_WEAK: "slightly above weak",
    Slot.TIED_WEAK: "weak",
    Slot.BELOW_ALL: "none",
}
"""Slot -> how strongly the die colours the result [PL-CIRC-16]."""

QUIET = frozenset({Slot.ABOVE_ALL, Slot.TIED_MINOR, Slot.ABOVE_MINOR, Slot.BELOW_ALL})
"""The slots that need no ruling by a Storyguide [PL-RUL-07]."""


def slot(value: int, values: Values, read: Positions) -> Slot:
    """Return the slot of a Circumstance die that shows *value* beside *values*.

    PL-CIRC-05 to 08; with no Planet at all it is above them all [PL-RUL-05].
    """
    below: int | None = None
    lowest: int | None = None
    for force, planet in enumerate(values):
        if not planet:
            continue
        if planet == value:
            return TIED[read[force]]
        if lowest is None or planet < lowest:
            lowest = planet
        if planet > value and (below is None or planet < values[below]):
            below = force
    if lowest is None or value < lowest:
        return Slot.ABOVE_ALL
    if below is None:
        return Slot.BELOW_ALL
    return ABOVE[read[below]]


@lru_cache(maxsize=4096)
def foremost(dice: tuple[Circumstance, ...]) -> tuple[Circumstance, ...]:
    """Return at most one Benefit and one Hindrance of *dice* [PL-CIRC-03]."""
    kept: list[Circumstance] = []
    for kind in _KINDS:
        alike = [die for die in dice if die.kind == kind]
        if alike:
            kept.append(min(alike, key=lambda die: die.pressing))
    return tuple(kept)
