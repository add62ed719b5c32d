"""The dice of a roll: 3d6, other dice, or the number 10 in their place."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar

from msgspec import Struct

from sim.dice.pool import Faces, Pool, d

TEN = 10
"""The number added in place of dice [SK-ROLL-02]."""
NONE = "none"
"""No dice at all: everybody takes 10 [SK-RUL-38]."""
COUNT_MAX, SIDES_MAX = 12, 100

_WRITTEN = re.compile(r"([1-9][0-9]?)d([1-9][0-9]{0,2})([+-][0-9]{1,2})?")


class DiceSet(Struct, frozen=True, gc=False):
    """A number of dice with a number of sides, and a number added [SK-RUL-39]."""

    count: int
    sides: int
    add: int = 0

    @property
    def pool(self) -> Pool:
        """The dice."""
        return (d(self.sides),) * self.count

    @property
    def mean(self) -> Fraction:
        """Their mean [SK-ROLL-05]."""
        return Fraction(self.count * (self.sides + 1), 2) + self.add

    @property
    def variance(self) -> Fraction:
        """Their variance: the smaller, the more predictable [SK-ROLL-05]."""
        return Fraction(self.count * (self.sides * self.sides - 1), 12)


@lru_cache(maxsize=256)
def dice_set(text: str) -> DiceSet | None:
    """Return the dice written in *text*, such as "3d6" or "2d6+3".

    None for "none". Raises ValueError for any other text.
    """
    if text == NONE:
        return None
    match = _WRITTEN.fullmatch(text)
    if match is None or int(match[1]) > COUNT_MAX or int(match[2]) > SIDES_MAX:
        raise ValueError(text)
    return DiceSet(int(match[1]), int(match[2]), int(match[3] or 0))


class LevelRead(Struct, frozen=True, gc=False):
    """Reads faces as a level: the dice and *add*, less the difficulty [SK-ROLL-06].

    One point is one level [SK-RUL-03].
    """

    add: int
    difficulty: int
    unordered: ClassVar[bool] = True
    """Which die shows what does not matter."""

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (kept, (level,)) of *faces*."""
        return faces, (sum(faces) + self.add - self.difficulty,)


class NumbersRead(Struct, frozen=True, gc=False):
    """Reads every face as it is."""

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (kept, faces) of *faces*."""
        return faces, faces


@lru_cache(maxsize=256)
def sums(dice: DiceSet | None) -> Mapping[int, Fraction]:
    """Return the chance of every sum of *dice*; without dice it is 10."""
    if dice is None:
        return {TEN: Fraction(1)}
    ways = {dice.add: 1}
    for _ in range(dice.count):
        further: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, dice.sides + 1):
                further[total + face] = further.get(total + face, 0) + count
        ways = further
    rolls = dice.sides**dice.count
    return {total: Fraction(count, rolls) for total, count in sorted(ways.items())}


@lru_cache(maxsize=65536)
def levels(dice: DiceSet | None, edge: int) -> tuple[tuple[int, float], ...]:
    """Return (level, chance) of a roll whose skill less difficulty is *edge*."""
    return tuple((total + edge, float(chance)) for total, chance in sums(dice).items())


@lru_cache(maxsize=4096)
def success(dice: DiceSet | None, edge: int) -> float:
    """Return the chance of level 0 or more [SK-QLU-01, SK-RUL-37]."""
    return min(1.0, sum(chance for level, chance in levels(dice, edge) if level >= 0))
