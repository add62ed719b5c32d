"""Looking up what a state must hold, where a forged record may have it otherwise."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def first(those: Iterable[T]) -> T:
    """Return the first of *those*, or the next one where they are an iterator.

    Raises LookupError where there is none. The StopIteration of `next` would end
    whichever loop is going on around it, and inside a generator become a RuntimeError
    that says nothing.
    """
    for one in those:
        return one
    message = "what is looked up is not there"
    raise LookupError(message)
