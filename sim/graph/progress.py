"""Telling somebody how far a long work on a graph has come."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""(rounds played, positions known) -> nothing."""


def quiet(played: int, known: int, /) -> None:
    """Tell nobody."""
