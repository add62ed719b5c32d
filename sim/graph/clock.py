"""How much time a computation may take, by the clock on the wall."""

from math import inf
from time import monotonic


class Clock:
    """A time limit that began to run when it was made; None: there is no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        self.allowed = inf if seconds is None else seconds
        """How many seconds there were in all."""
        self._end = monotonic() + self.allowed

    @property
    def left(self) -> float:
        """How many seconds are left, 0 where none are."""
        return max(0.0, self._end - monotonic())

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return monotonic() >= self._end

    def part(self, share: float) -> "Clock":
        """Return a clock for this *share* of the seconds that are left."""
        found = Clock(self.left * share)
        found.allowed = self.allowed
        return found
