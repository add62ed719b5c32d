"""A mean with the luck taken out: control variates whose mean is known to be nothing.

What the dice gave beyond what was to be expected is nothing on average, whoever plays.
So whatever part of a result goes with it is luck, and can be taken away: the mean stays
what it is and varies less. Backgammon programs do the same.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from sim.statistics.intervals import CONFIDENCE, Interval, spread_over

_LEAST = 20
"""So few blocks do not tell what luck is worth."""


class Adjusted(Struct, frozen=True):
    """A mean without the luck, and what share of the variance went with it."""

    score: Interval
    saved: float


def adjusted(
    scores: Sequence[float],
    luck: Sequence[Sequence[float]],
    confidence: float = CONFIDENCE,
) -> Adjusted | None:
    """Return the mean of *scores*, had every kind of *luck* been nothing.

    *luck* has a row for each score. None where there are too few to tell.
    """
    values = np.array(scores, dtype=float)
    if len(values) < _LEAST:
        return None
    gifts = np.array(luck, dtype=float)
    gifts = gifts[:, gifts.std(axis=0) > 0]
    design = np.column_stack([np.ones(len(values)), gifts])
    terms = np.linalg.lstsq(design, values, rcond=None)[0]
    rest = values - design @ terms
    spread = float(rest @ rest)
    before = float(((values - values.mean()) ** 2).sum())
    share = min(1.0, max(0.0, float(terms[0])))
    score = spread_over(share, spread, len(values), confidence)
    return Adjusted(score, 1 - spread / before if before else 0.0)
