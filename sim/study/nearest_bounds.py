"""The nearest bounds of a value of all that were found."""

from sim.graph.solve import Bounds
from sim.optimal.blocks import Side

SURE_GAP = 1e-9
"""The most that the bounds of an exact value may differ by."""
ROUNDING = 1e-14
"""Sums over a whole conflict are never surer than this."""
_DIGITS = 12
"""Decimals of a number that a bound is meant to be, if it misses it by rounding."""
_SEEN = 1e-5
"""A bound that is nearer by less is no other."""


class NearestBounds:
    """The nearest bounds of a value of all that were found, and whose they are."""

    def __init__(self, found: Bounds) -> None:
        self._ends, self._by = [found.low, found.high], ["", ""]

    def take(self, side: Side, bound: float, by: str) -> None:
        """Take a bound that is nearer: the lower one where *side* is the first."""
        nearer = self._ends[side] - bound if side else bound - self._ends[side]
        if nearer > _SEEN:
            self._ends[side], self._by[side] = unrounded(bound), by

    @property
    def bounds(self) -> Bounds:
        """Both bounds; each holds by itself, so rounding alone can make them cross."""
        return Bounds(self._ends[0], max(self._ends))

    @property
    def by(self) -> tuple[str, str]:
        """Which agent makes sure of each; "" if none does."""
        return self._by[0], self._by[1]

    @property
    def is_closed(self) -> bool:
        """Whether both are one."""
        return self.bounds.high - self.bounds.low < SURE_GAP


def unrounded(bound: float) -> float:
    """Return a bound without what sums of many chances miss it by.

    What giving up makes sure of, such as 0.5, came out as a little less than that, and
    would be printed as 0.49999.
    """
    plain = round(bound, _DIGITS)
    return plain if abs(bound - plain) < ROUNDING else bound
