"""Measured uses: the improvement by each level, and ranks taken for levels."""

from fractions import Fraction

from sim.rules.skill_roll.skills.scale import Scale

WHOLE = 100
"""Normal performance, in per cent [SK-QNU-02]."""


def percent_of_normal(
    scale: Scale, level: int, mode: str = "additive", negative: str = "symmetric"
) -> int:
    """Return the result of an aspect that was given this many levels.

    SK-QNU-03: each level is a step of 10 or 20 per cent. SK-RUL-06: steps add, or
    compound. SK-RUL-07: failure levels impair alike and nothing falls below 0, or a
    failure obtains nothing.
    """
    if level < 0 and negative == "fail":
        return 0
    if mode == "compound" and level > 0:
        return int(WHOLE * (1 + Fraction(scale.step, WHOLE)) ** level)
    return max(0, WHOLE + scale.step * level)


def rank_cap(base_ranks: int, rounding: str = "down") -> int:
    """Return the most ranks that levels may stand for: half of the base ranks.

    [SK-QNU-04, SK-RUL-09]
    """
    return (base_ranks + (rounding == "up")) // 2
