"""What shifts the difficulty against an opponent: advantages and powers."""

from sim.rules.skill_roll.skills.scale import Scale


def advantage_shift(scale: Scale, percent: int) -> int:
    """Return what *percent* of advantage of the one who acts do to the difficulty.

    SK-QLO-06: each whole step is 1, off it for the one who acts, on it for the
    opponent (below 0). SK-RUL-06: what is left of a step is dropped.
    """
    steps = abs(percent) // scale.step
    return -steps if percent > 0 else steps


def weight_of(scale: Scale, rule: str, *, relevant: bool) -> int:
    """Return what one rank of a fitting power weighs, if nobody says otherwise.

    SK-QLO-05: up to 4 or 8. SK-RUL-16: all of it where the power is directly
    relevant, else half.
    """
    if rule == "none":
        return 0
    if rule == "maximum" or (rule == "by_relevance" and relevant):
        return scale.rank
    return scale.rank // 2
