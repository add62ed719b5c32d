"""Distance Units, and where an attack from afar lands."""

from fractions import Fraction

BYSTANDER_SKILL = 6
"""The skill with which a stray hits those who are near [SK-RANGED-02]."""


def distance_units(metres: Fraction, doubling: int = 2, rounding: str = "down") -> int:
    """Return *metres* in Distance Units: 1 m is 1, and each doubling one more.

    SK-RUL-20: from 3 units being 4 m and a human being 2.
    """
    units, bound = 0, Fraction(1)
    while metres >= bound * doubling:
        units, bound = units + 1, bound * doubling
    while metres < bound:
        units, bound = units - 1, bound / doubling
    above = metres > bound
    if rounding == "nearest":
        above = metres * metres >= bound * bound * doubling
    return units + 1 + (above and rounding != "down")


def offset_units(level: int, size_du: int) -> int:
    """Return how far from the centre an attack lands, in Distance Units.

    SK-RANGED-01, SK-RUL-48: half the target's size at level 0; each failure level
    doubles it, each success level halves it, and one unit is one doubling. Under
    another `du_base` [SK-RUL-20] a level is still one unit, whatever factor that is.
    """
    return size_du - (level + 1)
