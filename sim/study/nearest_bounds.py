"""The tightest of all bounds of a value that were found."""

from sim.graph.solve import Bounds
from sim.optimal.blocks import Side

SURE_GAP = 1e-9
"""The most that the bounds of an exact value may differ by."""
ROUNDING = 1e-14
"""The error that sums over a whole conflict may have."""
_DIGITS = 12
"""A bound is rounded to this many decimals if it misses them by rounding errors."""
_SEEN = 1e-5
"""A bound that is tighter by less does not count as another."""


class NearestBounds:
    """The tightest of all bounds of a value, and the agents that make sure of them."""

    def __init__(self, found: Bounds) -> None:
        self._ends, self._by = [found.low, found.high], ["", ""]

    def take(self, side: Side, bound: float, by: str) -> None:
        """Take a tighter bound: the lower one if *side* is the first."""
        nearer = self._ends[side] - bound if side else bound - self._ends[side]
        if nearer > _SEEN:
            self._ends[side], self._by[side] = unrounded(bound), by

    @property
    def bounds(self) -> Bounds:
        """Both bounds; each holds by itself, so rounding alone can make them cross."""
        return Bounds(self._ends[0], max(self._ends))

    @property
    def by(self) -> tuple[str, str]:
        """The agent that makes sure of each bound, "" if none does."""
        return self._by[0], self._by[1]

    @property
    def is_closed(self) -> bool:
        """Whether both bounds meet."""
        return self.bounds.high - self.bounds.low < SURE_GAP


def unrounded(bound: float) -> float:
    """Return a bound without the rounding error of sums of many chances.

    The return of giving up, such as 0.5, was computed as a little less, and would be
    printed as 0.49999.
    """
    plain = round(bound, _DIGITS)
    return plain if abs(bound - plain) < ROUNDING else bound
