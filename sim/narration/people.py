"""Whom some words are about."""

from collections.abc import Mapping, Sequence
from typing import cast


def about_them(some: set[str], people: set[str]) -> bool:
    """Whether words that name *some* are about *people*; those naming nobody are."""
    return not some or not people or some <= people or people <= some


def seats_named(item: object, seats: Sequence[str]) -> set[str]:
    """Return which of *seats* are named in some words, however deep."""
    if isinstance(item, str):
        return {item} & set(seats)
    if isinstance(item, Mapping):
        table = cast("Mapping[str, object]", item)
        return set[str]().union(*(seats_named(item, seats) for item in table.values()))
    if isinstance(item, list | tuple):
        things = cast("Sequence[object]", item)
        return set[str]().union(*(seats_named(item, seats) for item in things))
    return set()
