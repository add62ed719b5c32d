"""Who leads, measured alike in every system: who is likely to finish first.

Each side needs a number of further rounds to reach its goal if nothing changes. The
odds of finishing first are modelled as a power of the ratio of these rounds; the
exponent, how much luck a system's rounds hold, was fitted to played conflicts.
"""

from math import inf


def lead(ours: float, theirs: float, power: float) -> float:
    """Return the lead of a side that needs *ours* rounds against *theirs*.

    It is from -1 to 1: 1 means won and -1 lost; in between it is twice the chance to
    win, less 1. Equal numbers of rounds give exactly 0.
    """
    if ours == theirs:
        return 0.0
    if ours <= 0 or theirs <= 0:
        return 1.0 if ours < theirs else -1.0
    fewer, more = (ours, theirs) if ours < theirs else (theirs, ours)
    if more == inf:
        ahead = 1.0
    else:
        # Small whole numbers are put together before anything is divided.
        few, many = fewer**power, more**power
        ahead = float((many - few) / (many + few))
    return ahead if ours < theirs else -ahead


def rounds(left: float, rate: float) -> float:
    """Return how many rounds *left* takes at *rate* a round; infinity at rate 0."""
    if left <= 0:
        return 0.0
    return left / rate if rate > 0 else inf
