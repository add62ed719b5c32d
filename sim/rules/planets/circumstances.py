"""Circumstance dice: beside the Hierarchy, never in it.

A Minor die colours what happens; a Major die can decide. Where a die stands is its
slot: tied with a Planet it shares the position, between two it stands before the next
one down the column, below them all it matters least.
"""

from msgspec import Struct

from sim.rules.planets.forces import Values
from sim.rules.planets.hierarchy import POSITIONS, Positions

BENEFIT, HINDRANCE = "benefit", "hindrance"
KINDS = (BENEFIT, HINDRANCE)
MINOR_DIE, MAJOR_DIE = "minor", "major"

ABOVE_ALL, BELOW_ALL = "above_all", "below_all"
INFLUENCE = {
    ABOVE_ALL: "strongest of all",
    "tied_dominant": "dominant",
    "above_major": "better than major",
    "tied_major": "major",
    "above_minor": "minor",
    "tied_minor": "minor",
    "above_weak": "slightly above weak",
    "tied_weak": "weak",
    BELOW_ALL: "none",
}
"""Slot -> how much the die colours the result [PL-CIRC-16]."""

QUIET = frozenset({ABOVE_ALL, "tied_minor", "above_minor", BELOW_ALL})
"""The slots about which a Storyguide has nothing to rule [PL-RUL-07]."""


class Circumstance(Struct, frozen=True):
    """One Circumstance die, and what in the story it stands for."""

    kind: str
    severity: str
    size: int
    cause: str = ""

    @property
    def major(self) -> bool:
        """Whether it can decide an outcome [PL-CIRC-10]."""
        return self.severity == MAJOR_DIE

    @property
    def pressing(self) -> tuple[bool, int]:
        """Order among dice of one kind: Major first, then the smaller [PL-RUL-33]."""
        return (not self.major, self.size)


def slot(value: int, values: Values, read: Positions) -> str:
    """Return where a Circumstance die that shows *value* stands beside *values*.

    PL-CIRC-05 to 08; with no Planet at all it is above them all [PL-RUL-05].
    """
    below: int | None = None
    lowest: int | None = None
    for force, planet in enumerate(values):
        if not planet:
            continue
        if planet == value:
            return f"tied_{POSITIONS[read[force]]}"
        if lowest is None or planet < lowest:
            lowest = planet
        if planet > value and (below is None or planet < values[below]):
            below = force
    if lowest is None or value < lowest:
        return ABOVE_ALL
    if below is None:
        return BELOW_ALL
    return f"above_{POSITIONS[read[below]]}"


def foremost(dice: tuple[Circumstance, ...]) -> tuple[Circumstance, ...]:
    """Return at most one Benefit and one Hindrance of *dice* [PL-CIRC-03]."""
    kept: list[Circumstance] = []
    for kind in KINDS:
        alike = [die for die in dice if die.kind == kind]
        if alike:
            kept.append(min(alike, key=lambda die: die.pressing))
    return tuple(kept)
