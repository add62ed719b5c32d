"""The five Forces, the Planets that carry them, and their meaning for a task.

Inside the rules a Force is its index in FORCES and a set of Forces is a bit mask; names
appear only in events, scenario files and output. Dice are one size for each Force, 0
if a character is Wed and has no die.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import Literal

from msgspec import Struct

Force = Literal["known", "passion", "dynamic", "static", "lost"]
FORCES: tuple[Force, ...] = ("known", "passion", "dynamic", "static", "lost")
"""The Forces in the order of every list, draw and column [PL-RUL-37]."""
EACH = range(len(FORCES))

PLANETS = ("mercury", "venus", "mars", "jupiter", "saturn")
"""The Planet that carries the Force at the same index [PL-TERM-02, PL-FN-28]."""

Names = tuple[str, ...]
"""Forces by name, as events record them."""
Sizes = tuple[int, ...]
"""The size of the die of each Force; 0 if there is none."""
Values = tuple[int, ...]
"""What the die of each Force shows; 0 if there is none."""

NO_DICE: Sizes = (0, 0, 0, 0, 0)


class Lean(StrEnum):
    """What a Force can mean for a task [PL-FORCE-01, PL-FORCE-02]."""

    FAVORED = "favored"
    OPPOSED = "opposed"
    NEUTRAL = "neutral"


FAVORED, OPPOSED, NEUTRAL = Lean


class Forces(Struct, frozen=True, cache_hash=True, gc=False):
    """The Favored and the Opposed Forces of one task; the rest are neutral."""

    favored: int = 0
    opposed: int = 0

    def exchanged(self) -> "Forces":
        """Return the Forces of somebody who wants the opposite."""
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
def names(bits: int) -> Names:
    """Return the names of the Forces in the set *bits*, in order."""
    return tuple(FORCES[force] for force in EACH if bits >> force & 1)


def forces(favored: Iterable[str], opposed: Iterable[str] = ()) -> Forces:
    """Return the task with these *favored* and *opposed* Forces, by name."""
    return Forces(mask(favored), mask(opposed))


@lru_cache(maxsize=1024)
def recorded_forces(favored: Names, opposed: Names) -> Forces:
    """Return the task with the Forces of an event; cached, since folds ask for it."""
    return forces(favored, opposed)


def gathered(leans: Sequence[Lean]) -> Forces:
    """Return the task described by *leans*, one for each Force in order."""
    favored = sum(1 << f for f, lean in enumerate(leans) if lean == FAVORED)
    opposed = sum(1 << f for f, lean in enumerate(leans) if lean == OPPOSED)
    return Forces(favored, opposed)


def lean_of(task: Forces, force: int) -> Lean:
    """Return the meaning of *force* for *task*."""
    if task.favored >> force & 1:
        return FAVORED
    return OPPOSED if task.opposed >> force & 1 else NEUTRAL


def wed(sizes: Sizes) -> int:
    """Return the Forces without a die: those a character is Wed to [PL-CHAR-01]."""
    bits = 0
    for force in EACH:
        if not sizes[force]:
            bits |= 1 << force
    return bits


def sets_as_said(favored: Names, opposed: Names) -> str:
    """Return two sets of Forces in words."""
    return f"favored {_listed(favored)}; opposed {_listed(opposed)}"


def _listed(names: Names) -> str:
    return ", ".join(names) or "none"
