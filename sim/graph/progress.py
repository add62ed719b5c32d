"""Callbacks that report the progress of a long computation on a graph."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""(rounds played, positions known) -> nothing.

If whole conflicts are played instead, it is called with (conflicts, 0).
"""


def no_progress(played: int, known: int, /) -> None:
    """Report nothing."""


def progress_counting_on(progress: Progress, played: int, known: int) -> Progress:
    """Return *progress* offset by the numbers *played* and *known* before."""

    def offset(played_since: int, known_since: int, /) -> None:
        progress(played + played_since, known + known_since)

    return offset
