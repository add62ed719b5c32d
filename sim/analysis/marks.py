"""Marks of choices and throws: a mistake, a blunder, lucky, very lucky."""

from collections.abc import Sequence

from sim.analysis.judging import BLUNDER, MISTAKE, Judgement, Z
from sim.analysis.values import Returns
from sim.seam.protocol import SeatInfo
from sim.seam.seats import by_seat

DOUBTFUL = 0.02
"""What a choice costs at least that is called so, where values are exact."""
VERY_LUCKY, LUCKY = 0.2, 0.08
"""By how much a throw moves what somebody can expect, to be called so."""
_ROUNDED = 1e-9
_COSTS = ((BLUNDER, "blunder"), (MISTAKE, "mistake"))
_LUCK = ((VERY_LUCKY, "very "), (LUCKY, ""))


def mistake_mark(judged: Judgement, *, exact: bool) -> str:
    """Return the mark of a choice, "" for none.

    Where games were played, only the low end of the interval decides; where that is
    above 0 but lower than the cost, it is "probably" so.
    """
    if judged.best is None:
        return ""
    for least, word in _COSTS:
        if judged.low >= least - _ROUNDED:
            return word
    if exact:
        return "doubtful" if judged.cost >= DOUBTFUL - _ROUNDED else ""
    if judged.low > 0.0 and judged.cost >= MISTAKE:
        return "probably a mistake"
    return ""


def luck_mark(luck: Returns, error: Returns, seats: Sequence[SeatInfo]) -> str:
    """Return for whom a throw was how lucky, "" if it was not, or not surely so."""
    found = [
        (abs(luck[place]), place, seat.name)
        for place, seat in by_seat(seats)
        if seat.side is not None and abs(luck[place]) > Z * error[place]
    ]
    if not found:
        return ""
    moved, place, name = max(found, key=lambda one: (one[0], luck[one[1]]))
    for least, word in _LUCK:
        if moved >= least - _ROUNDED:
            lucky = "lucky" if luck[place] > 0 else "unlucky"
            return f"{word}{lucky} for {name}"
    return ""
