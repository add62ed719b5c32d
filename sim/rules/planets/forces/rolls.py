"""One reader's part in a throw: dice, Omega dice, Circumstance dice, Forces."""

from enum import StrEnum

from msgspec import Struct

from sim.rules.planets.forces.task import Forces, Sizes
from sim.seam.events import Seat


class Kind(StrEnum):
    """Whether a Circumstance die helps or hurts the one who rolls [PL-CIRC-01]."""

    BENEFIT = "benefit"
    HINDRANCE = "hindrance"


BENEFIT, HINDRANCE = Kind


class Severity(StrEnum):
    """Whether a Circumstance die only adds colour, or can decide the outcome."""

    MINOR = "minor"
    MAJOR = "major"


MINOR, MAJOR = Severity


class Circumstance(Struct, frozen=True, gc=False):
    """A Circumstance die, and what it stands for in the story."""

    kind: Kind
    severity: Severity
    size: int
    cause: str = ""

    @property
    def major(self) -> bool:
        """Whether it can decide an outcome [PL-CIRC-10]."""
        return self.severity == MAJOR

    @property
    def pressing(self) -> tuple[bool, int]:
        """Order among dice of one kind: Major first, then the smaller [PL-RUL-33]."""
        return (not self.major, self.size)


Omega = tuple[int, int]
"""An Omega die: the Force it stands for, and its value."""


class Roll(Struct, frozen=True, cache_hash=True, gc=False):
    """One reader's part in a throw.

    *task* are the Forces it is judged by, which an opponent's intent may have set.
    *sizes* are NO_DICE for partners who have not picked their dice yet.
    """

    who: Seat
    sizes: Sizes
    task: Forces
    omegas: tuple[Omega, ...] = ()
    dice: tuple[Circumstance, ...] = ()
