"""The commands that a page offers its reader: the same conflict in a terminal."""

import shlex
from collections.abc import Sequence

from sim.cli.options.recorded import TYPED
from sim.library.catalogue import transcripts
from sim.pages.command import Command
from sim.reading.visible import store_name


def curve_of(store: str, conflict: str) -> str:
    """Return the command that writes the page of *conflict* with its curve."""
    return shlex.join(
        ["fracas", "analyse", *_names(store, conflict), "--html", "worth.html"]
    )


def commands_for(
    store: str, conflict: str, onward: Sequence[str] = ()
) -> list[Command]:
    """Return the commands that show *conflict* of *store*, a store or a transcript.

    The analysis has the options *onward*, so that the same agents play on in it. Only
    the last part of the store's path is shown: a page is sent to others, who should not
    see directories or the address of a server. A shipped transcript has its name.
    """
    names = _names(store, conflict)
    worth = ["fracas", "analyse", *names, *onward]
    return [
        Command("Tell the story", shlex.join(["fracas", "replay", *names])),
        Command("Check it against the rules", shlex.join(["fracas", "audit", *names])),
        Command("What it was worth", shlex.join(worth)),
    ]


def _names(store: str, conflict: str) -> list[str]:
    """Return what a command is given to find *conflict* of *store*, with no folders."""
    shipped = {path: name for name, path in transcripts().items()}
    called = shipped.get(store, store_name(store))
    if called == conflict or store.endswith(TYPED):
        return [called]
    return [called, conflict]
