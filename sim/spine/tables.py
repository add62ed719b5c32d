"""Tables from kinds of events to functions, complete or refused when imported.

The author of a new event learns at once in which table it is still missing.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from sim.seam.events import Event

E = TypeVar("E", bound=Event)
V = TypeVar("V")


class IncompleteTableError(TypeError):
    """Raised for a table of a rule system that lacks an event or has one too many."""


def defined(names: Mapping[str, object], kind: type[E]) -> tuple[type[E], ...]:
    """Return the events of *kind* that a module defines, given its `globals()`."""
    return tuple(
        value
        for value in names.values()
        if isinstance(value, type)
        and issubclass(value, kind)
        and value.__module__ == names["__name__"]
    )


def complete(
    what: str, table: Mapping[type[Event], V], events: Iterable[type[Event]]
) -> Mapping[type[Event], V]:
    """Return *table*, called *what*, which must have an entry for each of *events*.

    Raises IncompleteTableError, naming the events that are missing or too many.
    """
    kinds = set(events)
    for wrong, said in ((kinds - set(table), "no"), (set(table) - kinds, "a needless")):
        if wrong:
            names = ", ".join(sorted(kind.__name__ for kind in wrong))
            message = f"there is {said} entry on how to {what} {names}"
            raise IncompleteTableError(message)
    return table
