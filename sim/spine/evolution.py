"""Folding events: one small function for each type of event."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from sim.seam.events import Event
from sim.seam.protocol import State
from sim.spine.tables import IncompleteTableError, complete

S = TypeVar("S", bound=State)

Evolve = Mapping[type[Event], Callable[[S, Any], S]]
"""Type of event -> function of (state, event) that returns the new state."""


def unchanged(state: S, event: Event) -> S:
    """Return the state unchanged: the event only summarises others."""
    del event
    return state


def evolution(
    events: Iterable[type[Event]], *chapters: Evolve[S]
) -> Callable[[S, Event], S]:
    """Return the function that folds any of *events*, from the tables of the chapters.

    Raises IncompleteTableError for an event in no chapter's table, or in two.
    """
    whole: dict[type[Event], Callable[[S, Any], S]] = {}
    for chapter in chapters:
        for kind in whole.keys() & chapter.keys():
            message = f"two chapters say how to evolve {kind.__name__}"
            raise IncompleteTableError(message)
        whole |= chapter
    table = complete("evolve", whole, events)

    def evolve(state: S, event: Event) -> S:
        return table[type(event)](state, event)

    return evolve
