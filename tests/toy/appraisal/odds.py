"""Exact odds of a press."""

from fractions import Fraction
from math import comb

from msgspec import Struct

from sim.errors import OddsError
from sim.seam.chances import Answer, Odds

DICE_MAX = 100
HIT = Fraction(1, 3)


class PressQuery(Struct, frozen=True):
    """Odds of every number of hits."""

    grit: int
    """So many dice are rolled."""


def answer_press(query: PressQuery) -> Answer:
    """Answer *query*; raises OddsError for what cannot be."""
    grit = query.grit
    if not 0 <= grit <= DICE_MAX:
        message = f"found grit {grit}, expected 0 to {DICE_MAX} dice"
        raise OddsError(message)
    hits = {
        count: comb(grit, count) * HIT**count * (1 - HIT) ** (grit - count)
        for count in range(grit + 1)
    }
    return Answer({"grit": grit}, {"hits": hits})


ODDS = {"press": Odds(PressQuery, answer_press, "--grit 3")}
"""The questions about chances that the game answers."""
