"""Ending a long computation early, so that what is known by then can be told.

A KeyboardInterrupt may come anywhere, and leave half of a step behind. So whoever
computes looks now and then, as at the time that is left, whether it is wanted to end.
"""

from collections.abc import Generator
from contextlib import contextmanager
from time import monotonic

from sim.spine.words import counted


class Interrupt:
    """Whether a computation is to end now; it begins when this is made."""

    def __init__(self) -> None:
        self._begun = monotonic()
        self._after: int | None = None
        self._at_once = False

    @property
    def pressed(self) -> bool:
        """Whether the computation is to end."""
        return self._after is not None

    def press(self) -> None:
        """End the computation: where it looks next, as if its time were up.

        Raises KeyboardInterrupt when called again, or where it may end anywhere.
        """
        again = self.pressed
        if not again:
            self._after = round(monotonic() - self._begun)
        if again or self._at_once:
            raise KeyboardInterrupt

    @contextmanager
    def anywhere(self) -> Generator[None, None, None]:
        """Let what is computed meanwhile end anywhere, by a KeyboardInterrupt."""
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
"""Is never pressed."""
