"""Replay: fold a stream into a state, believing every event."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from sim.events import (
    ConflictEnded,
    ConflictSealed,
    ConflictStarted,
    Event,
    Forfeited,
)
from sim.protocol import RuleSystem, State

S = TypeVar("S", bound=State)

ENGINE = frozenset({ConflictStarted, Forfeited, ConflictEnded, ConflictSealed})
"""The events that are the engine's own: the rules never see them."""


def replay(system: RuleSystem[S], state: S, events: Iterable[Event]) -> S:
    """Return what *events* leave of *state*."""
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
