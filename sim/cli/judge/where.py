"""The commands that an analysis prints: they go on with the agents it went on with."""

import shlex
from collections.abc import Sequence

from msgspec import Struct


class Where(Struct, frozen=True):
    """A conflict *name* of *store*, and the *options* of who plays on from a moment."""

    store: str
    name: str
    options: Sequence[str] = ()

    def analyse(self) -> str:
        """Return the command that analyses it."""
        return self._command("analyse", *self.options)

    def replay(self) -> str:
        """Return the command that tells it."""
        return self._command("replay")

    def explain(self, event: int) -> str:
        """Return the command that says by which rules an event followed."""
        return self._command("explain", str(event))

    def whatif(self, event: int) -> str:
        """Return the command that lists what else could have happened at an event."""
        return self._command("whatif", "--at", str(event), *self.options)

    def _command(self, name: str, *more: str) -> str:
        return shlex.join(["fracas", name, self.store, self.name, *more])


def onward(agents: str, *, trusted: bool) -> list[str]:
    """Return the options by which other commands let the same agents play on."""
    named = ["--as", agents] if agents else []
    return named + (["--trust-files"] if trusted else [])
