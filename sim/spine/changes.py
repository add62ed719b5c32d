"""Copies of states and tuples with one thing changed."""

from typing import Any, Protocol, TypeVar

from msgspec import Struct, structs

T = TypeVar("T")


class Phased(Protocol):
    """A state that holds the record of the phase it is in."""

    @property
    def phase(self) -> Struct:
        """The record of the current phase."""
        ...


P = TypeVar("P", bound=Phased)


def put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return *items* with *item* at *place*."""
    changed = [*items]  # half the work of slices
    changed[place] = item
    return (*changed,)


def with_phase(state: P, **changes: Any) -> P:  # noqa: ANN401 - fields of the phase's record
    """Return *state* with fields of the record of its phase changed."""
    phase = structs.replace(state.phase, **changes)
    return structs.replace(state, phase=phase)  # type: ignore[type-var] # a state is a struct
