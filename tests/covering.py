"""The choice of as few examples as cover everything several times."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from heapq import heapify, heappop, heappush
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")
Place = tuple[str, int]
"""A file and a line of it."""
Step = tuple[str, int, int]
"""A file, and two lines of it that ran one after the other."""


def fewest(covers: Sequence[frozenset[object]], often: int) -> list[int]:
    """Return the numbers of as few of *covers* as hold everything so *often*.

    Greedily: the next one is the one that adds most to what is not yet covered.
    """
    left = Counter({thing: often for things in covers for thing in things})
    # They add ever less, so one that still adds most of all need not be compared.
    queue = [(-len(things), number) for number, things in enumerate(covers)]
    heapify(queue)
    numbers: list[int] = []
    while queue:
        before, number = heappop(queue)
        adds = sum(left[thing] > 0 for thing in covers[number])
        if not adds:
            continue
        if adds < -before:
            heappush(queue, (-adds, number))
            continue
        left.subtract(covers[number])
        numbers.append(number)
    return sorted(numbers)


@contextmanager
def steps(folder: str) -> Iterator[set[Step]]:
    """Gather each step from line to line of whatever runs in *folder*."""
    last: dict[FrameType, int] = {}

    def note(frame: FrameType, what: str, _: object) -> Iterator[Step]:
        if what == "line":
            line, before = frame.f_lineno, last.get(frame, 0)
            yield frame.f_code.co_filename, before, line
            last[frame] = line

    with _traced(folder, note) as taken:
        yield taken


@contextmanager
def spoken(folder: str) -> Iterator[set[Place]]:
    """Gather the lines in *folder* from which a generator yields a text."""

    def note(frame: FrameType, what: str, arg: object) -> Iterator[Place]:
        if what == "return" and type(arg) is str:
            yield frame.f_code.co_filename, frame.f_lineno

    with _traced(folder, note) as spoken_:
        yield spoken_


@contextmanager
def _traced(
    folder: str, note: Callable[[FrameType, str, object], Iterable[T]]
) -> Iterator[set[T]]:
    """Gather what is to *note* of each frame, of what happens in it and with what."""
    noted: set[T] = set()

    def follow(frame: FrameType, what: str, arg: object) -> Any:  # noqa: ANN401 - itself
        noted.update(note(frame, what, arg))
        return follow

    def enter(frame: FrameType, _what: str, _: object) -> Any:  # noqa: ANN401 - a tracer
        return follow if frame.f_code.co_filename.startswith(folder) else None

    sys.settrace(enter)
    try:
        yield noted
    finally:
        sys.settrace(None)
