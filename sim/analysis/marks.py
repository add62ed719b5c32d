"""Marks of choices and throws: a mistake, a blunder, lucky, very lucky."""

from collections.abc import Sequence

from sim.analysis.judging import BLUNDER, MISTAKE, Judgement, Z
from sim.analysis.values import Returns
from sim.seam.protocol import SeatInfo
from sim.seam.seats import by_seat

DOUBTFUL = 0.02
"""The least cost of a choice that is called doubtful, if values are exact."""
VERY_LUCKY, LUCKY = 0.2, 0.08
"""The least change of an expectation by a throw that is called this."""
_ROUNDED = 1e-9
_COSTS = ((BLUNDER, "blunder"), (MISTAKE, "mistake"))
_LUCK = ((VERY_LUCKY, "very "), (LUCKY, ""))


def mistake_mark(judged: Judgement, *, exact: bool) -> str:
    """Return the mark of a choice, "" for none.

    If games were played, the low end of the interval decides; if it is only above 0,
    and the cost is that of a mistake, it is "probably a mistake".
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
    """Return how lucky a throw was and for whom, "" if it was not surely lucky."""
    changes = [
        (abs(luck[place]), place, seat.name)
        for place, seat in by_seat(seats)
        if seat.side is not None and abs(luck[place]) > Z * error[place]
    ]
    if not changes:
        return ""
    # Of equal changes the lucky one is named.
    moved, place, name = max(changes, key=lambda change: (change[0], luck[change[1]]))
    for least, word in _LUCK:
        if moved >= least - _ROUNDED:
            lucky = "lucky" if luck[place] > 0 else "unlucky"
            return f"{word}{lucky} for {name}"
    return ""
