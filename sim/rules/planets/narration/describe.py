"""Events with names instead of numbers, for programs."""

from typing import Any

from sim.rules.planets.consequences import HierarchyRead, PlanetDiceChosen
from sim.rules.planets.narration.names import NOBODY_NAMED, by_force, die_name, name
from sim.rules.planets.state import State
from sim.seam.events import NOBODY, DiceRolled, Event
from sim.seam.protocol import Description
from sim.spine.narration import named

_PERHAPS = ("target", "partner", "by")
"""Fields of events where the table's seat number means nobody."""


def describe(state: State, event: Event) -> Description:
    """Return *event* with names instead of numbers; *state* is the one before it."""
    words = named(event, lambda seat: name(state, seat))
    words |= {field: list(value) for field, value in words.items() if _is_tuple(value)}
    for field in _PERHAPS:
        if getattr(event, field, None) == NOBODY:
            words[field] = NOBODY_NAMED
    if isinstance(event, DiceRolled):
        words["pool"] = [die_name(die) for die in event.pool]
    elif isinstance(event, HierarchyRead):
        words["values"] = by_force(event.values)
    elif isinstance(event, PlanetDiceChosen):
        words["sizes"] = by_force(event.sizes)
    return words


def _is_tuple(value: Any) -> bool:  # noqa: ANN401 - any field of any event
    return type(value) is tuple
