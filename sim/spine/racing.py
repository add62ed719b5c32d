"""How far one leads, measured in every system alike: who is likely to finish first.

Each side needs so many more rounds to have what it wants if nothing changes. The odds
of finishing first are modelled as a power of the ratio of these rounds; the exponent,
how much luck a system's rounds hold, was fitted to played conflicts.
"""

from math import inf


def lead(ours: float, theirs: float, power: float) -> float:
    """Return how far one leads who needs *ours* rounds against *theirs*, -1 to 1.

    1 is a conflict won and -1 one lost; what is between them is twice the chance to
    win, less 1. As many rounds are exactly 0.
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
