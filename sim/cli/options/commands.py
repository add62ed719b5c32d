"""The commands by which the reader of a page sees the same in a terminal."""

import shlex
from collections.abc import Sequence
from pathlib import PurePath

from sim.cli.options.recorded import TYPED
from sim.pages.command import Command


def commands_for(
    store: str, conflict: str, onward: Sequence[str] = ()
) -> list[Command]:
    """Return the commands that show *conflict* of *store*, or of that transcript.

    With the options *onward* the same agents play on in an analysis.

    A store is called by its last name alone: a page is sent to others, whom neither
    a directory nor the address of a server concerns.
    """
    called = PurePath(store).name
    names = (
        [called] if called == conflict or called.endswith(TYPED) else [called, conflict]
    )
    worth = ["fracas", "analyse", *names, *onward]
    return [
        Command("Tell the story", shlex.join(["fracas", "replay", *names])),
        Command("Check it against the rules", shlex.join(["fracas", "audit", *names])),
        Command("What it was worth", shlex.join(worth)),
    ]
