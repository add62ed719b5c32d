"""Sides with a typo in their name: `side = "gong"` beside a gang."""

from collections import Counter
from collections.abc import Iterator, Sequence

from sim.reading.hints import quoted
from sim.seam.protocol import SeatInfo

_SHORT = 4
"""In words shorter than this, one changed letter usually makes another word."""


def near_sides(seats: Sequence[SeatInfo]) -> Iterator[str]:
    """Yield a question for each side of one seat that is probably a typo of another."""
    sizes = Counter(seat.side_name for seat in seats if seat.side is not None)
    for seat in seats:
        own = seat.side_name
        if seat.side is None or own in {"", seat.name} or sizes[own] > 1:
            continue
        for other in sizes:
            # Of two similar sides with one seat each, ask about the later one.
            first = list(sizes).index(other) < list(sizes).index(own)
            if other != own and (sizes[other] > 1 or first) and _is_typo(own, other):
                yield (
                    f"{seat.name} is alone on the side {quoted(own)}; did you mean"
                    f" {quoted(other)}?"
                )


def _is_typo(name: str, other: str) -> bool:
    """Whether two names differ by a single letter of a single word, or by none."""
    words, others = name.casefold().split(), other.casefold().split()
    if len(words) != len(others):
        return "".join(words) == "".join(others)
    pairs = [pair for pair in zip(words, others, strict=True) if pair[0] != pair[1]]
    return not pairs or (len(pairs) == 1 and _one_letter(*pairs[0]))


def _one_letter(word: str, other: str) -> bool:
    """Whether the edit distance is one: insert, delete, replace or transpose."""
    if min(len(word), len(other)) < _SHORT or not (word + other).isalpha():
        return False
    # Compare the rests after the common prefix.
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    left, right = word[start:], other[start:]
    transposed = left[:2] == right[1::-1] and left[2:] == right[2:]
    return transposed or left[1:] in {right, right[1:]} or left == right[1:]
