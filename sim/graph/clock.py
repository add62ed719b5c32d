"""Time limits of computations, by wall-clock time."""

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Any

from msgspec import structs

from sim.errors import OddsError
from sim.graph.interrupt import NEVER, Interrupt
from sim.seam.events import Event
from sim.seam.protocol import RuleSystem


class TimeUpError(OddsError):
    """There was too little time for a computation."""

    def __init__(self, clock: "Clock") -> None:
        interrupt = clock.interrupt
        had = interrupt.words if interrupt.pressed else f"{clock.allowed:g} seconds"
        super().__init__(f"{had} were too few")


class Clock:
    """A time limit that starts when it is made; None means no limit.

    An *interrupt* may end it before that.
    """

    def __init__(
        self, seconds: float | None = None, interrupt: Interrupt = NEVER
    ) -> None:
        self.interrupt = interrupt
        self.allowed = inf if seconds is None else seconds
        """The seconds that there were in all."""
        self._end = monotonic() + self.allowed

    @property
    def left(self) -> float:
        """The seconds that are left, at least 0."""
        return 0.0 if self.interrupt.pressed else max(0.0, self._end - monotonic())

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self.interrupt.pressed or monotonic() >= self._end

    def look(self) -> None:
        """Raise TimeUpError if the time is up."""
        if self.over:
            raise TimeUpError(self)

    def part(self, share: float) -> "Clock":
        """Return a clock for this *share* of the seconds that are left."""
        clock = Clock(self.left * share, self.interrupt)
        clock.allowed = self.allowed
        return clock

    def with_seconds_left(self, seconds: float = 1.0) -> "Clock":
        """Return this clock or, if less is left, one for *seconds* from now.

        The latter is not interrupted: it is for work that has to be done in any case.
        """
        if self.left >= seconds:
            return self
        clock = Clock(seconds)
        clock.allowed = self.allowed
        return clock


def timed(system: RuleSystem[Any], check: Callable[[], None]) -> RuleSystem[Any]:
    """Return the rule system with *check* called at every event and every question.

    All dice from one position may take a third of a second, and a whole round minutes:
    a *check* that raises ends it at once. Both are needed: if results are cached, there
    are more questions than events.
    """
    evolve, ask = system.evolve, system.ask

    def evolved(state: Any, event: Event) -> Any:  # noqa: ANN401 - states of any system
        check()
        return evolve(state, event)

    def asked(state: Any) -> Any:  # noqa: ANN401 - a node
        check()
        return ask(state)

    return structs.replace(system, evolve=evolved, ask=asked)
