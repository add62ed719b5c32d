"""What one roll can come to: every reading once, with its exact chance."""

from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

from sim.dice import Faces, Pool
from sim.errors import OddsError
from sim.protocol import Reading

_FACES_MAX = 2_000_000

Readings = tuple[tuple[Faces, float], ...]
"""Faces that stand for all that are read alike, and how likely those are."""


@lru_cache(maxsize=4096)
def readings(pool: Pool, read: Reading) -> Readings:
    """Return every reading of *pool*; raises OddsError where faces are too many.

    A reading that says of itself that it is `unordered` is the same whatever the order
    of alike dice, which are then counted instead of thrown one by one.
    """
    unordered = getattr(read, "unordered", False) and len(set(pool)) == 1
    cases = _counted(pool) if unordered else _thrown(pool)
    total = 0
    first: dict[tuple[int, ...], Faces] = {}
    times: dict[tuple[int, ...], int] = {}
    for faces, count in cases:
        _, reading = read(faces)
        first.setdefault(reading, faces)
        times[reading] = times.get(reading, 0) + count
        total += count
    return tuple((faces, times[reading] / total) for reading, faces in first.items())


def _thrown(pool: Pool) -> list[tuple[Faces, int]]:
    if prod(die.values for die in pool) > _FACES_MAX:
        message = (
            f"a roll of {len(pool)} dice has more than {_FACES_MAX} faces, and the rule"
            " system offers no law of its dice"
        )
        raise OddsError(message)
    return [(faces, 1) for faces in product(*(range(d.low, d.high + 1) for d in pool))]


def _counted(pool: Pool) -> list[tuple[Faces, int]]:
    values = range(pool[0].low, pool[0].high + 1)
    ways = factorial(len(pool))
    return [
        (faces, ways // prod(factorial(faces.count(face)) for face in set(faces)))
        for faces in combinations_with_replacement(values, len(pool))
    ]
