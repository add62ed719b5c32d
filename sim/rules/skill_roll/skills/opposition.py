"""Shifts of the difficulty against an opponent: advantages and powers."""

from sim.rules.skill_roll.skills.scale import Scale


def advantage_shift(scale: Scale, percent: int) -> int:
    """Return the shift of the difficulty by an advantage of *percent*.

    SK-QLO-06: each whole step is 1: subtracted for an advantage of the acting side,
    added for one of the opponent (below 0). SK-RUL-06: the rest of a step is dropped.
    """
    steps = abs(percent) // scale.step
    return -steps if percent > 0 else steps


def weight_of(scale: Scale, rule: str, *, relevant: bool) -> int:
    """Return the weight of one rank of a fitting power, unless the Narrator rules.

    SK-QLO-05: up to 4 or 8. SK-RUL-16: all of it if the power is directly relevant,
    otherwise half.
    """
    if rule == "none":
        return 0
    if rule == "maximum" or (rule == "by_relevance" and relevant):
        return scale.rank
    return scale.rank // 2
