"""Counting seats with types that the checker accepts, at no cost at run time."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from sim.seam.events import Seat

T = TypeVar("T")

if TYPE_CHECKING:

    def by_seat(items: Iterable[T], /) -> Iterator[tuple[Seat, T]]:
        """Yield (seat, item) for *items* in the order of seats."""
        raise NotImplementedError

    def seats(count: int, /) -> Iterable[Seat]:
        """Return the first *count* seats."""
        raise NotImplementedError

    def seats_from(first: int, count: int, /) -> Iterable[Seat]:
        """Return the seats from *first* on, of *count*."""
        raise NotImplementedError

else:
    by_seat: Callable = enumerate
    seats: Callable = range
    seats_from: Callable = range
