"""The people that a description of an event is about."""

from collections.abc import Mapping, Sequence
from typing import cast


def about_them(some: set[str], people: set[str]) -> bool:
    """Whether a text that names *some* is about *people*; one that names nobody is."""
    return not some or not people or some <= people or people <= some


def seats_named(item: object, seats: Sequence[str]) -> set[str]:
    """Return which of *seats* are named in a description, at any depth."""
    if isinstance(item, str):
        return {item} & set(seats)
    if isinstance(item, Mapping):
        table = cast("Mapping[str, object]", item)
        return set[str]().union(*(seats_named(item, seats) for item in table.values()))
    if isinstance(item, list | tuple):
        things = cast("Sequence[object]", item)
        return set[str]().union(*(seats_named(item, seats) for item in things))
    return set()
