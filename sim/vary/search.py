"""Which values of one axis to try next for a target: as few as possible.

The ends and a few values between them come first. Between two that lie on different
sides of the target the range is halved, until they are neighbours; this finds the place
where the figure moves one way. Then come the neighbours of the best value and the ends
of the stretch that cannot be told from the target. The rest is looked at only if there
are few values, or if the figure surely rises and falls, the widest gap first.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, log2
from typing import Literal

from msgspec import Struct

from sim.vary.figures import Figure

FEW = 16
"""Up to this many values of one axis, all are looked at."""
_PROBES = 4
"""The first look divides the axis into this many parts."""
_AROUND = 4
"""About this many values are looked at around the best."""
SAME = 1e-9
"""The largest difference of two solutions of one conflict."""

Side = Literal[-1, 0, 1]


class Seen(Struct, frozen=True):
    """What is known of one value: its *figure*, and on which *side* of the target."""

    figure: Figure
    side: Side
    off: float
    """How far the figure's value lies above the target."""

    @property
    def sign(self) -> int:
        """The side on which it probably lies; 0 if it meets the target."""
        return 0 if abs(self.off) <= SAME else 1 if self.off > 0 else -1


def expected_looks(values: int) -> int:
    """Return about how many of that many *values* a search looks at."""
    parts = max(1, values // _PROBES)
    return min(values, _PROBES + 1 + ceil(log2(parts)) + _AROUND)


def moves_one_way(figures: Sequence[Figure]) -> bool:
    """Whether *figures*, in order, are not sure both to rise and to fall."""
    rises = falls = False
    for index, figure in enumerate(figures):
        for later in figures[index + 1 :]:
            rises = rises or later.low > figure.high + SAME
            falls = falls or later.high < figure.low - SAME
    return not (rises and falls)


def next_places(seen: Mapping[int, Seen], values: int, best: int) -> Iterator[int]:
    """Yield the places to look at, the most urgent first, that are not *seen* yet.

    *best* is the best place so far; it counts once anything is seen.
    """
    last = values - 1
    places = {last * part // _PROBES for part in range(_PROBES + 1)}
    # Both ends first: they tell whether the target is within reach at all.
    yield from (place for place in (0, last, *sorted(places)) if place not in seen)
    yield from _crossings(seen)
    if not seen:
        return
    around = (best - 1, best + 1)
    yield from (place for place in around if 0 <= place <= last and place not in seen)
    yield from _edges(seen, best)
    figures = [seen[place].figure for place in sorted(seen)]
    if values <= FEW or not moves_one_way(figures):
        yield from _widest(seen)


def _crossings(seen: Mapping[int, Seen]) -> Iterator[int]:
    """Yield the middle between two places on different sides of the target."""
    for low, high in pairwise(sorted(seen)):
        if high - low > 1 and seen[low].sign * seen[high].sign < 0:
            yield (low + high) // 2


def _edges(seen: Mapping[int, Seen], best: int) -> Iterator[int]:
    """Yield a place where the stretch about *best* that may be right might end."""
    if seen[best].side:
        return
    places = sorted(seen)
    for direction in (places[places.index(best) :], places[places.index(best) :: -1]):
        for near, far in pairwise(direction):
            if seen[far].side:
                if abs(far - near) > 1:
                    yield (near + far) // 2
                break


def _widest(seen: Mapping[int, Seen]) -> Iterator[int]:
    """Yield the middle of the widest gap between places that are known."""
    places = sorted(seen)
    gap, low = max(
        ((high - low, low) for low, high in pairwise(places)), default=(1, 0)
    )
    if gap > 1:
        yield low + gap // 2
