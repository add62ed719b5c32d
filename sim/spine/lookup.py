"""Looking up what a state must contain, unless a record was forged."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def first(items: Iterable[T]) -> T:
    """Return the first of *items*, or the next one of an iterator.

    Raises LookupError if there is none. The StopIteration of `next` would silently end
    a surrounding loop, or become an unhelpful RuntimeError inside a generator.
    """
    for item in items:
        return item
    message = "what is looked up is not there"
    raise LookupError(message)
