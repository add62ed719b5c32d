"""Replay: fold a stream into a state, trusting every event."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from sim.seam.events import (
    ConflictEnded,
    ConflictSealed,
    ConflictStarted,
    Event,
    Forfeited,
)
from sim.seam.protocol import Due, RuleSystem, State

S = TypeVar("S", bound=State)

ENGINE = frozenset({ConflictStarted, Forfeited, ConflictEnded, ConflictSealed})
"""The engine's own events, which rule systems never see."""


def replay(system: RuleSystem[S], state: S, events: Iterable[Event]) -> S:
    """Return *state* after *events*."""
    evolve = system.evolve
    for event in events:
        if type(event) not in ENGINE:
            state = evolve(state, event)
    return state


def steps(
    system: RuleSystem[S], state: S, events: Iterable[Event]
) -> Iterator[tuple[S, Event, S]]:
    """Yield (state before, event, state after) for every event."""
    for event in events:
        after = state if type(event) in ENGINE else system.evolve(state, event)
        yield state, event, after
        state = after


def due_from(
    system: RuleSystem[S], befores: Mapping[int, S], place: int
) -> Iterator[int]:
    """Yield where each batch of due events begins, from *place* to the next answer.

    *befores* are the states before the events of a stream, by their places.
    """
    while place in befores:
        asked = system.ask(befores[place])
        if type(asked) is not Due:
            return
        yield place
        place += len(asked.events)
