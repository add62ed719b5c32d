"""The distribution of one roll: every reading once, with its exact probability."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

from sim.dice.pool import Die, Faces, Pool
from sim.graph.budget import BoundError, bound_of_faces, check_nothing
from sim.seam.protocol import Reading
from sim.spine.kept import Kept

_FACES_MAX = 2_000_000

Readings = tuple[tuple[Faces, float], ...]
"""Representative faces of each reading, with the probability of the reading."""


class TooManyFacesError(BoundError):
    """A roll has more *faces* than can be enumerated, and the system has no law."""

    def __init__(self, dice: int, faces: int) -> None:
        message = (
            f"a roll of {dice} dice has more than {faces} faces, and the rule system"
            " offers no law of its dice"
        )
        super().__init__(message, bound_of_faces(faces))


_KNOWN: Kept[tuple[Pool, Reading], Readings] = Kept(4096)


def readings_of(
    pool: Pool, read: Reading, check: Callable[[], None] = check_nothing
) -> Readings:
    """Return every reading of *pool*; raises TooManyFacesError for too many faces.

    They are cached; while they are computed, *check* is called in every step.
    """
    key = pool, read
    known = _KNOWN.get(key)
    return _KNOWN.keep(key, _readings(pool, read, check)) if known is None else known


def _readings(pool: Pool, read: Reading, check: Callable[[], None]) -> Readings:
    """Return every reading of *pool*, with its probability.

    A reading that is `unordered` does not depend on the order of equal dice; one with
    `alike` places does not depend on their order there. Such orders are counted instead
    of enumerated.
    """
    unordered = getattr(read, "unordered", False) and len(set(pool)) == 1
    alike: Sequence[Sequence[int]] = getattr(read, "alike", ())
    cases: Iterable[tuple[Faces, int]]
    if unordered:
        cases = _faces_with_counts(pool)
    elif alike:
        cases = _faces_sorted_alike(pool, alike)
    else:
        cases = _all_faces(pool)
    total = 0
    first: dict[tuple[int, ...], Faces] = {}
    times: dict[tuple[int, ...], int] = {}
    for faces, count in cases:
        check()
        _, reading = read(faces)
        first.setdefault(reading, faces)
        times[reading] = times.get(reading, 0) + count
        total += count
    return tuple((faces, times[reading] / total) for reading, faces in first.items())


def faces_of(pool: Pool) -> Iterator[tuple[Faces, float]]:
    """Yield all faces of *pool* one by one; raises TooManyFacesError for too many."""
    chance = 1 / prod(die.values for die in pool)
    for faces, _ in _all_faces(pool):
        yield faces, chance


def _all_faces(pool: Pool) -> Iterator[tuple[Faces, int]]:
    _check_case_count(pool, prod(die.values for die in pool))
    for faces in product(*(range(d.low, d.high + 1) for d in pool)):
        yield faces, 1


def _check_case_count(pool: Pool, cases: int) -> None:
    if cases > _FACES_MAX:
        raise TooManyFacesError(len(pool), _FACES_MAX)


def _faces_with_counts(pool: Pool) -> Iterator[tuple[Faces, int]]:
    _check_case_count(pool, comb(len(pool) + pool[0].values - 1, len(pool)))
    values = range(pool[0].low, pool[0].high + 1)
    ways = factorial(len(pool))
    for faces in combinations_with_replacement(values, len(pool)):
        same = prod(factorial(faces.count(face)) for face in set(faces))
        yield faces, ways // same


def _faces_sorted_alike(
    pool: Pool, alike: Sequence[Sequence[int]]
) -> Iterator[tuple[Faces, int]]:
    """Return all faces, with equal dice at *alike* places sorted."""
    groups: dict[tuple[int, Die], list[int]] = {}
    group_of = {place: group for group, same in enumerate(alike) for place in same}
    for place, die in enumerate(pool):
        # A place that is like no other forms a group of its own.
        group = group_of.get(place, -1 - place)
        groups.setdefault((group, die), []).append(place)
    pools = [tuple([pool[place] for place in same]) for same in groups.values()]
    # Multisets of n equal dice with k faces each: n + k - 1 over n.
    sizes = [comb(len(dice) + dice[0].values - 1, len(dice)) for dice in pools]
    _check_case_count(pool, prod(sizes))
    places = [place for same in groups.values() for place in same]
    order = sorted(range(len(places)), key=places.__getitem__)
    for cases in product(*map(_faces_with_counts, pools)):
        fallen = [face for faces, _ in cases for face in faces]
        yield tuple([fallen[at] for at in order]), prod(count for _, count in cases)
