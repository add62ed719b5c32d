"""The two scales: the worth of one level [SK-RUL-30].

One rank is 4 points of the coarse scale or 8 of the fine one, and every other constant
follows from that.
"""

from enum import StrEnum

from msgspec import Struct


class ScaleName(StrEnum):
    """The scale on which a game is played."""

    COARSE = "coarse"
    FINE = "fine"


class Scale(Struct, frozen=True, gc=False):
    """The worth of one level.

    *step* is the percentage of one level, *rank* how many levels make a rank, and
    *bonus* how many eighths of the damage of a rank each level of a hit adds.
    """

    step: int
    rank: int
    bonus: int


SCALES = {
    ScaleName.COARSE: Scale(step=20, rank=4, bonus=2),
    ScaleName.FINE: Scale(step=10, rank=8, bonus=1),
}
"""The constants of either scale."""
