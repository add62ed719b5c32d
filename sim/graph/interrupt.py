"""Ending a long computation early, so that its results so far can be printed.

A KeyboardInterrupt could come in the middle of a step. So computations poll an
`Interrupt` now and then, as they poll the time that is left.
"""

from collections.abc import Generator
from contextlib import contextmanager
from time import monotonic

from sim.spine.words import counted


class Interrupt:
    """A request to end a computation, which begins when this is made."""

    def __init__(self) -> None:
        self._begun = monotonic()
        self._after: int | None = None
        self._at_once = False

    @property
    def pressed(self) -> bool:
        """Whether the computation should end."""
        return self._after is not None

    def press(self) -> None:
        """End the computation at its next poll, as if its time were up.

        Raises KeyboardInterrupt when called again, or within `anywhere`.
        """
        again = self.pressed
        if not again:
            self._after = round(monotonic() - self._begun)
        if again or self._at_once:
            raise KeyboardInterrupt

    @contextmanager
    def anywhere(self) -> Generator[None, None, None]:
        """Let the computation within end at any point, by a KeyboardInterrupt."""
        self._at_once = True
        try:
            yield
        finally:
            self._at_once = False

    @property
    def words(self) -> str:
        """The time that the computation had until it was interrupted."""
        return f"the {counted(self._after or 0, 'second')} until it was interrupted"


NEVER = Interrupt()
"""An interrupt that is never pressed."""
