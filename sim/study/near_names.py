"""Sides with a typo in their name: `side = "gong"` beside a gang."""

from collections import Counter
from collections.abc import Iterator, Sequence

from sim.reading.hints import quoted
from sim.seam.protocol import SeatInfo

_SHORT = 4
"""In words shorter than this, another letter makes another word."""


def near_sides(seats: Sequence[SeatInfo]) -> Iterator[str]:
    """Yield which sides of one seat are probably typos of another side's name."""
    sizes = Counter(seat.side_name for seat in seats if seat.side is not None)
    for seat in seats:
        own = seat.side_name
        if seat.side is None or own in {"", seat.name} or sizes[own] > 1:
            continue
        for other in sizes:
            # Of two alike, each with one seat, the later is the one to ask about.
            first = list(sizes).index(other) < list(sizes).index(own)
            if other != own and (sizes[other] > 1 or first) and _slip(own, other):
                yield (
                    f"{seat.name} is alone on the side {quoted(own)}; did you mean"
                    f" {quoted(other)}?"
                )


def _slip(one: str, other: str) -> bool:
    """Whether two names differ by a single letter of a single word, or by none."""
    words, others = one.casefold().split(), other.casefold().split()
    if len(words) != len(others):
        return "".join(words) == "".join(others)
    pairs = [pair for pair in zip(words, others, strict=True) if pair[0] != pair[1]]
    return not pairs or (len(pairs) == 1 and _one_letter(*pairs[0]))


def _one_letter(one: str, other: str) -> bool:
    """Whether the edit distance is one: insert, delete, replace or transpose."""
    if min(len(one), len(other)) < _SHORT or not (one + other).isalpha():
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    here, there = one[start:], other[start:]
    exchanged = here[:2] == there[1::-1] and here[2:] == there[2:]
    return exchanged or here[1:] in {there, there[1:]} or here == there[1:]
