"""The five Forces, the Planets that carry them, and sets of them.

Inside the rules a Force is its index in FORCES and a set of Forces is a bit mask;
names appear only in events and at the edges. Dice are one size for each Force, 0
where a character is Wed and has no die.
"""

from collections.abc import Iterable
from functools import cache
from typing import Literal

from msgspec import Struct

Force = Literal["known", "passion", "dynamic", "static", "lost"]
FORCES: tuple[Force, ...] = ("known", "passion", "dynamic", "static", "lost")
"""The Forces in the order of every list, draw and column [PL-RUL-37]."""
EACH = range(len(FORCES))
KNOWN, PASSION, DYNAMIC, STATIC, LOST = EACH

PLANETS = ("mercury", "venus", "mars", "jupiter", "saturn")
"""The Planet that carries the Force of the same place [PL-TERM-02, PL-FN-28]."""

SHAPES = (
    "white octagon",
    "blue pentagon",
    "red diamond",
    "green heptagon",
    "black hexagon",
)
"""How the text draws each Force; a Circumstance is brown, an Omega die yellow."""

Sizes = tuple[int, ...]
"""The size of the die of each Force; 0 where there is none."""
Values = tuple[int, ...]
"""What the die of each Force shows; 0 where there is none."""

NO_DICE: Sizes = (0, 0, 0, 0, 0)


class Forces(Struct, frozen=True, cache_hash=True):
    """The Favored and the Opposed Forces of one task; the rest are neutral."""

    favored: int = 0
    opposed: int = 0

    def exchanged(self) -> "Forces":
        """Return what one who wants the contrary reads."""
        return Forces(self.opposed, self.favored)

    @property
    def both(self) -> int:
        """The Forces that are not neutral."""
        return self.favored | self.opposed


def mask(names: Iterable[str]) -> int:
    """Return the set of the Forces called *names*."""
    bits = 0
    for name in names:
        bits |= 1 << FORCES.index(name)
    return bits


@cache
def names(bits: int) -> tuple[str, ...]:
    """Return the names of the Forces in the set *bits*, in order."""
    return tuple(FORCES[force] for force in EACH if bits >> force & 1)


def forces(favored: Iterable[str], opposed: Iterable[str] = ()) -> Forces:
    """Return the task with these *favored* and *opposed* Forces, by name."""
    return Forces(mask(favored), mask(opposed))


def wed(sizes: Sizes) -> int:
    """Return the Forces without a die: those a character is Wed to [PL-CHAR-01]."""
    bits = 0
    for force in EACH:
        if not sizes[force]:
            bits |= 1 << force
    return bits
