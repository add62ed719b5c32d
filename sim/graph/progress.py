"""Telling somebody how far a long work on a graph has come."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""(rounds played, positions known) -> nothing.

Where whole conflicts are played instead it is (conflicts, 0).
"""


def no_progress(played: int, known: int, /) -> None:
    """Tell nobody."""


def progress_counting_on(progress: Progress, played: int, known: int) -> Progress:
    """Return *progress* that counts on from what was *played* and *known* before."""

    def told(more: int, found: int, /) -> None:
        progress(played + more, known + found)

    return told
