"""A command that a page shows."""

from msgspec import Struct


class Command(Struct, frozen=True):
    """A command that shows the same, and what it is for."""

    what: str
    line: str
