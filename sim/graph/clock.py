"""Time limits of computations, by wall-clock time."""

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Any

from msgspec import structs

from sim.seam.events import Event
from sim.seam.protocol import RuleSystem


class Clock:
    """A time limit that starts when it is made; None means no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        self.allowed = inf if seconds is None else seconds
        """How many seconds there were in all."""
        self._end = monotonic() + self.allowed

    @property
    def left(self) -> float:
        """The seconds that are left, at least 0."""
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


def timed(system: RuleSystem[Any], check: Callable[[], None]) -> RuleSystem[Any]:
    """Return the rule system with *check* called at every event that it evolves.

    All dice from one position may take a third of a second, and a whole round minutes:
    a *check* that raises ends it at once.
    """
    evolve = system.evolve

    def remembered(state: Any, event: Event) -> Any:  # noqa: ANN401 - states of any system
        check()
        return evolve(state, event)

    return structs.replace(system, evolve=remembered)
