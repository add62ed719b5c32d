"""The law of the dice: what all comparisons of a round come to together.

Sorted faces are counted once for everybody. Two who are compared become a table of
results; who is compared with one other only is summed up into that one, until one is
left whose faces the results of all depend on.
"""

from collections.abc import Hashable
from functools import lru_cache

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from sim.dice.pool import Faces
from sim.rules.intensity.appraisal.essence import begins, timeless
from sim.rules.intensity.appraisal.parts import part
from sim.rules.intensity.appraisal.tables import (
    Chances,
    Codes,
    Thrower,
    compared_all,
    rolls_of,
)
from sim.rules.intensity.comparison.readings import HANDS
from sim.rules.intensity.consequences import RollsClosed, RollsCompared
from sim.rules.intensity.phases import HELPING_ROLL, Building, Helping, Rolling
from sim.rules.intensity.pools.difficulty import replaced
from sim.rules.intensity.rolls.helping import ask_help, help_resolved
from sim.rules.intensity.rolls.main import CLOSED, COMPARED, worn
from sim.rules.intensity.state import State, pairs
from sim.seam.chart import Chart, Law
from sim.seam.events import Event, Seat
from sim.seam.protocol import Chance
from sim.seam.seats import by_seat
from sim.spine.kept import Kept

Met = tuple[int, int]
"""Who is compared with whom."""


def law(state: State) -> Law | None:
    """Return what the roll that is due comes to, with all that it is compared with.

    None where there is no such law.
    """
    phase = state.phase
    if type(phase) is Building:
        return _helped(state, phase)
    return _rolled(state, phase) if type(phase) is Rolling else None


def _helped(state: State, phase: Building) -> Law | None:
    """Return what an early roll comes to; None where its faces meet others later."""
    helping = phase.helping
    if helping is None or helping.early:
        return None
    asked = ask_help(state, phase)
    if type(asked) is not Chance or asked.why != HELPING_ROLL:
        return None
    if any(asked.who in pair for pair in pairs(state)):
        return None
    key = state.setup, asked.who, state.participants[asked.who].goal, helping
    known = _HELPED.get(key)
    if known is None:
        known = _HELPED.keep(key, _fallen(state, phase, helping) or ())
    return known or None


_HELPED: Kept[Hashable, Law] = Kept(1 << 14)
"""What early rolls come to that meet no others, by all that it follows from.

Nothing stands for those that are not counted.
"""


def _fallen(state: State, phase: Building, helping: Helping) -> Law | None:
    """Return what the roll of *helping* comes to."""
    swap = helping.swap
    assert swap is not None
    sizes = replaced(helping.difficulty, swap.places, swap.size)
    sides = Thrower(helping.pool, 0, ()), Thrower(sizes, 0, ())
    table = compared_all(*sides, raw=True)
    if table is None:
        return None
    numbers, codes = table
    (mine, chances), (theirs, shares) = map(rolls_of, sides)
    # Comparisons that bring about the same are one case.
    law: dict[tuple[Event, ...], tuple[float, tuple[Event, ...]]] = {}
    for number in range(len(codes)):
        there = numbers == number
        row, column = divmod(int(there.argmax()), len(theirs))
        told = _fell(state, phase, (mine[row][0], theirs[column][0]))
        chance, events = law.get(told[1:], (0.0, told))
        law[told[1:]] = chance + float(chances @ there @ shares), events
    return tuple(law.values())


def _fell(
    state: State, phase: Building, faces: tuple[Faces, Faces]
) -> tuple[Event, ...]:
    """Return what follows where *faces* fall, those of the difficulty last.

    How they compare comes first, and what that brings about after it.
    """
    assert phase.helping is not None
    there = replace(phase, helping=replace(phase.helping, early=faces[0]))
    after = replace(state, phase=there)
    against = ask_help(after, there)
    assert type(against) is Chance
    return help_resolved(after, against.rolled(faces[1]))


def _rolled(state: State, phase: Rolling) -> Law | None:
    """Return what the main roll comes to: the results of all comparisons, jointly.

    None where dice of it lie already, where some are replaced, and where everybody is
    compared with everybody.
    """
    if phase.thrown or phase.swaps or phase.results:
        return None
    throwers = [_thrower(state, phase, who) for who, _ in by_seat(phase.pools)]
    met = tuple((a, b) for a, b in pairs(state) if _there(throwers[a], throwers[b]))
    raw = state.setup.counts_raw
    found = _joint(tuple(throwers), met, raw=raw) if met else None
    if found is None:
        return None
    after = (*worn(state, phase), RollsClosed(CLOSED))
    return tuple((chance, (*_told(met, codes), *after)) for chance, codes in found)


def _thrower(state: State, phase: Rolling, who: Seat) -> Thrower:
    pool, effect = phase.pools[who], state.setup.rulings.penalty_effect
    if not pool:
        return Thrower((), 0, phase.stood[who] if phase.stood else ())
    penalties = tuple([one.size for one in state.participants[who].penalties])
    if effect == "opposing_die":
        return Thrower(pool, 0, (), tuple(sorted(penalties)))
    return Thrower(pool, len(penalties), ())


def _there(one: Thrower, other: Thrower) -> bool:
    return bool(one.sizes or one.stood or other.sizes or other.stood)


def _told(met: tuple[Met, ...], codes: tuple[Codes, ...]) -> tuple[Event, ...]:
    found: list[Event] = []
    for (a, b), (hand, one, two, *raws) in zip(met, codes, strict=True):
        raw_a, raw_b = raws or (0, 0)
        raw, kept = (raw_a, raw_b), (one, two)
        found.append(
            RollsCompared(COMPARED, Seat(a), Seat(b), (), (), raw, HANDS[hand], kept)
        )
    return tuple(found)


Known = tuple[tuple[Met, Codes], ...]
"""Results of comparisons, by who met."""


@lru_cache(maxsize=65536)
def _joint(
    throwers: tuple[Thrower, ...], met: tuple[Met, ...], *, raw: bool
) -> tuple[tuple[float, tuple[Codes, ...]], ...] | None:
    """Return the joint law of the comparisons *met*; None where they go in a ring."""
    hung: dict[int, dict[Known, Chances]] = {
        who: {(): rolls_of(throwers[who])[1]} for pair in met for who in pair
    }
    left = list(met)
    while left:
        found = [(who, [pair for pair in left if who in pair]) for who in hung]
        leaf, pair = next(
            ((who, with_[0]) for who, with_ in found if len(with_) == 1), (-1, (-1, -1))
        )
        sides = throwers[pair[0]], throwers[pair[1]]
        table = compared_all(*sides, raw=raw) if leaf >= 0 else None
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
    rows, kinds = len(numbers), len(codes)
    places = numbers + kinds * np.arange(rows)[:, None]
    found: dict[Known, Chances] = {}
    for known, chances in hung.items():
        weights = np.broadcast_to(chances, numbers.shape).ravel()
        counted = np.bincount(places.ravel(), weights, rows * kinds)
        each = counted.astype(np.float64).reshape(rows, kinds).T
        for code, summed in zip(codes, each, strict=True):
            if summed.any():
                found[(*known, (pair, code))] = summed
    return found


CHART = Chart[State](begins=begins, timeless=timeless, law=law, part=part)
