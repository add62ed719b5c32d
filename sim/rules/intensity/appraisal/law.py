"""The law of the dice: what all comparisons of a round come to together.

Sorted faces are counted once for everybody. Two who are compared become a table of
results; who is compared with one other only is summed up into that one, until one is
left whose faces the results of all depend on.
"""

from functools import lru_cache
from itertools import combinations_with_replacement, groupby
from math import factorial, prod

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sim.chart import Chart, Law
from sim.dice import Faces
from sim.events import Event, Seat
from sim.rules.intensity.comparison.comparing import compared, descending
from sim.rules.intensity.comparison.readings import HANDS, noted
from sim.rules.intensity.consequences import RollsClosed, RollsCompared
from sim.rules.intensity.phases import Rolling
from sim.rules.intensity.rolls.main import CLOSED, COMPARED, worn
from sim.rules.intensity.state import State, pairs
from sim.seats import by_seat

_TABLE_MAX = 4_000_000
"""A table of more comparisons than this is not made."""

Codes = tuple[int, ...]
"""A result as `readings.noted` writes it, raw successes too."""


class Thrower(Struct, frozen=True):
    """Whose dice these are: their *sizes*, how many are *cancelled*, what *stood*."""

    sizes: tuple[int, ...]
    cancelled: int
    stood: Faces


Met = tuple[int, int]
"""Who is compared with whom."""


def law(state: State) -> Law | None:
    """Return what the main roll comes to: the results of all comparisons, jointly.

    None where dice of it lie already, where some are replaced or come in as penalties,
    and where everybody is compared with everybody.
    """
    phase = state.phase
    if type(phase) is not Rolling or phase.thrown or phase.swaps or phase.results:
        return None
    rulings = state.setup.rulings
    cancels = rulings.penalty_effect == "cancel_best"
    throwers: list[Thrower] = []
    for who, pool in by_seat(phase.pools):
        penalties = len(state.participants[who].penalties)
        if pool and penalties and rulings.penalty_effect == "opposing_die":
            return None
        stood = phase.stood[who] if phase.stood else ()
        throwers.append(
            Thrower(pool, penalties if cancels and pool else 0, () if pool else stood)
        )
    met = tuple((a, b) for a, b in pairs(state) if _there(throwers[a], throwers[b]))
    found = _joint(tuple(throwers), met) if met else None
    if found is None:
        return None
    after = (*worn(state, phase), RollsClosed(CLOSED))
    return tuple((chance, (*_told(met, codes), *after)) for chance, codes in found)


def _there(one: Thrower, other: Thrower) -> bool:
    return bool(one.sizes or one.stood or other.sizes or other.stood)


def _told(met: tuple[Met, ...], codes: tuple[Codes, ...]) -> tuple[Event, ...]:
    return tuple(
        RollsCompared(
            COMPARED, Seat(a), Seat(b), (), (), (raw_a, raw_b), HANDS[hand], (one, two)
        )
        for (a, b), (hand, one, two, raw_a, raw_b) in zip(met, codes, strict=True)
    )


Known = tuple[tuple[Met, Codes], ...]
"""Results of comparisons, by who met."""
Chances = NDArray[np.float64]
"""A chance for each sorted roll of one thrower."""


@lru_cache(maxsize=65536)
def _joint(
    throwers: tuple[Thrower, ...], met: tuple[Met, ...]
) -> tuple[tuple[float, tuple[Codes, ...]], ...] | None:
    """Return the joint law of the comparisons *met*; None where they go in a ring."""
    hung: dict[int, dict[Known, Chances]] = {
        who: {(): _faces(throwers[who])[1]} for pair in met for who in pair
    }
    left = list(met)
    while left:
        found = [(who, [pair for pair in left if who in pair]) for who in hung]
        leaf, pair = next(
            ((who, with_[0]) for who, with_ in found if len(with_) == 1), (-1, (-1, -1))
        )
        table = _table(throwers[pair[0]], throwers[pair[1]]) if leaf >= 0 else None
        if table is None:
            return None
        left.remove(pair)
        summed = _summed(pair, table, hung.pop(leaf), leaf)
        stem = pair[1] if pair[0] == leaf else pair[0]
        hung[stem] = {
            (*known, *more): chances * others
            for known, chances in hung[stem].items()
            for more, others in summed.items()
        }
    return _multiplied(met, hung)


def _multiplied(
    met: tuple[Met, ...], hung: dict[int, dict[Known, Chances]]
) -> tuple[tuple[float, tuple[Codes, ...]], ...]:
    """Return the results of those who have nothing to do with each other, together."""
    total: dict[Known, float] = {(): 1.0}
    for each in hung.values():
        total = {
            (*before, *known): chance * share
            for before, chance in total.items()
            for known, chances in each.items()
            if (share := float(chances.sum())) > 0.0
        }
    return tuple(
        (chance, tuple(dict(known)[pair] for pair in met))
        for known, chance in total.items()
    )


def _summed(
    pair: Met,
    table: tuple[NDArray[np.int64], tuple[Codes, ...]],
    hung: dict[Known, Chances],
    leaf: int,
) -> dict[Known, Chances]:
    """Return what comes of all the faces of *leaf*, for each roll of the other."""
    numbers, codes = table
    if pair[0] == leaf:
        numbers = numbers.T
    found: dict[Known, Chances] = {}
    for known, chances in hung.items():
        for number, code in enumerate(codes):
            summed = (numbers == number) @ chances
            if summed.any():
                found[(*known, (pair, code))] = summed
    return found


@lru_cache(maxsize=4096)
def _faces(one: Thrower) -> tuple[tuple[Faces, ...], Chances]:
    """Return every roll of *one*, highest first, and how likely each is."""
    rolls: dict[Faces, float] = {one.stood: 1.0}
    for size, alike in groupby(sorted(one.sizes)):
        count = len(list(alike))
        more = {
            faces: factorial(count)
            / prod(factorial(faces.count(face)) for face in set(faces))
            / size**count
            for faces in combinations_with_replacement(range(1, size + 1), count)
        }
        wider: dict[Faces, float] = {}
        for faces, chance in rolls.items():
            for others, share in more.items():
                roll = descending(faces + others)
                wider[roll] = wider.get(roll, 0.0) + chance * share
        rolls = wider
    kept: dict[Faces, float] = {}
    for faces, chance in rolls.items():
        roll = faces[one.cancelled :]
        kept[roll] = kept.get(roll, 0.0) + chance
    return tuple(kept), np.array(list(kept.values()))


@lru_cache(maxsize=1024)
def _table(
    one: Thrower, other: Thrower
) -> tuple[NDArray[np.int64], tuple[Codes, ...]] | None:
    """Return how every roll of one compares with every roll of the other."""
    (mine, _), (theirs, _) = _faces(one), _faces(other)
    if len(mine) * len(theirs) > _TABLE_MAX:
        return None
    length = max(map(len, (*mine, *theirs)), default=0)
    rows = [
        np.array([roll + (1,) * (length - len(roll)) for roll in rolls], dtype=np.int8)
        for rolls in (mine, theirs)
    ]
    gap = rows[0][:, None, :] - rows[1][None, :, :]
    above, below = (gap > 0).sum(axis=2), (gap < 0).sum(axis=2)
    first = np.zeros(above.shape, dtype=np.int64)
    for place in range(length):
        first = np.where(first == 0, np.sign(gap[:, :, place]), first)
    wide = length + 1
    marks = ((first + 1) * wide + above) * wide + below
    _, where, numbers = np.unique(marks, return_index=True, return_inverse=True)
    codes = tuple(
        noted(compared(mine[at // len(theirs)], theirs[at % len(theirs)]), raw=True)
        for at in map(int, where)
    )
    return numbers.reshape(marks.shape), codes


CHART = Chart[State](law=law)
