"""Telling somebody how far a long work on a graph has come."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""(rounds played, positions known) -> nothing.

Where whole conflicts are played instead it is (conflicts, 0).
"""


def quiet(played: int, known: int, /) -> None:
    """Tell nobody."""


def onward(progress: Progress, played: int, known: int) -> Progress:
    """Return *progress* that counts on from what was *played* and *known* before."""

    def told(more: int, found: int, /) -> None:
        progress(played + more, known + found)

    return told
