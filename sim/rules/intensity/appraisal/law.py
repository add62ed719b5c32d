"""The law of the dice: the joint distribution of all comparisons of a round.

It is computed by variable elimination on the graph of who is compared with whom:

1. The sorted rolls of every thrower are listed once, with their probabilities.
2. For each pair that is compared, a table holds the result for every two rolls.
3. A thrower who is compared with only one other is summed out into that one, until a
   single thrower is left on whose roll all results depend.
4. Three who are all compared with each other (a ring) are summed out one by one, by
   products of matrices.

A thrower whose dice are replaced against one opponent shows that opponent another view
of the same roll.
"""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import prod

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from sim.dice.pool import Faces
from sim.rules.intensity.appraisal.essence import begins, timeless
from sim.rules.intensity.appraisal.parts import part
from sim.rules.intensity.appraisal.tables import (
    Chances,
    Codes,
    Seen,
    Thrower,
    compared_all,
    rolls_of,
    shown,
)
from sim.rules.intensity.comparison.readings import HANDS
from sim.rules.intensity.consequences import RollsClosed, RollsCompared
from sim.rules.intensity.phases import (
    HELPING_ROLL,
    Building,
    Helping,
    Rolling,
    Swap,
)
from sim.rules.intensity.pools.difficulty import REPLACED_MAX, replaced
from sim.rules.intensity.rolls.helping import ask_help, help_resolved
from sim.rules.intensity.rolls.main import CLOSED, COMPARED, SOUGHT, worn
from sim.rules.intensity.state import State, pairs
from sim.seam.chart import Chart, Law
from sim.seam.events import NOBODY, Event, Seat
from sim.seam.protocol import Chance
from sim.seam.seats import by_seat
from sim.spine.kept import Kept
from sim.spine.lookup import first

Pair = tuple[int, int]
"""Two who are compared; a number below 0 is a pool that the GM rolls for a seeker."""
_OF_THE_GM = NOBODY - 1
"""The pool that the GM rolls for seat 0; the others are below."""
_RING = 3
_WORK_MAX = 20_000_000_000
"""A ring that needs more multiplications than this is not counted."""
Sides = tuple[Seen, Seen]
"""What the two who are compared show each other."""


def law(state: State) -> Law | None:
    """Return the distribution of the roll that is due, with all its comparisons.

    None if it cannot be given.
    """
    phase = state.phase
    if type(phase) is Building:
        return _helped(state, phase)
    return _rolled(state, phase) if type(phase) is Rolling else None


def _helped(state: State, phase: Building) -> Law | None:
    """Return the law of an early roll, with its faces if others meet them."""
    helping = phase.helping
    if helping is None or helping.early:
        return None
    asked = ask_help(state, phase)
    if type(asked) is not Chance or asked.why != HELPING_ROLL:
        return None
    is_met = any(asked.who in pair for pair in pairs(state))
    key = state.setup, asked.who, state.participants[asked.who].goal, helping, is_met
    cached = _HELPED.get(key)
    if cached is None:
        law = _helping_law(state, phase, helping, asked if is_met else None)
        cached = _HELPED.keep(key, law or ())
    return cached or None


_HELPED: Kept[Hashable, Law] = Kept(1 << 14)
"""Laws of early rolls, by everything that they depend on.

An empty law stands for those that are not counted.
"""


def _helping_law(
    state: State, phase: Building, helping: Helping, met: Chance | None
) -> Law | None:
    """Return the law of the roll of *helping*, with its faces if it is *met*."""
    swap = helping.swap
    assert swap is not None
    sizes = replaced(helping.difficulty, swap.places, swap.size)
    sides = Seen(Thrower(helping.pool, 0, ())), Seen(Thrower(sizes, 0, ()))
    table = compared_all(*sides, raw=True)
    if table is None:
        return None
    numbers, _ = table
    (mine, _), (theirs, _) = map(shown, sides)
    chances, shares = [rolls_of(side.thrower)[1] for side in sides]
    # Comparisons that bring about the same are one case; of rolls met later, of each.
    cases: dict[Hashable, tuple[float, tuple[Event, ...]]] = {}
    rolls = range(len(mine))
    blocks = [slice(None)] if met is None else [slice(n, n + 1) for n in rolls]
    for rows in blocks:
        for number in np.unique(numbers[rows]).tolist():
            cells = numbers[rows] == number
            row, column = divmod(int(cells.argmax()), len(theirs))
            own = mine[rows][row][0]
            events = _helping_events(state, phase, (own, theirs[column][0]))
            early = () if met is None else (met.rolled(own),)
            key = early, events[1:]
            chance = cases[key][0] if key in cases else 0.0
            added = float(chances[rows] @ cells @ shares)
            cases[key] = chance + added, (*early, *events)
    return tuple(cases.values())


def _helping_events(
    state: State, phase: Building, faces: tuple[Faces, Faces]
) -> tuple[Event, ...]:
    """Return the events if *faces* fall, those of the difficulty last.

    The comparison comes first, then its consequences.
    """
    assert phase.helping is not None
    rolling = replace(phase, helping=replace(phase.helping, early=faces[0]))
    after = replace(state, phase=rolling)
    against = ask_help(after, rolling)
    assert type(against) is Chance
    return help_resolved(after, against.rolled(faces[1]))


def _rolled(state: State, phase: Rolling) -> Law | None:
    """Return the joint distribution of all comparisons of the main roll.

    None if some of its dice have fallen already, if more than three are compared in a
    ring, or if there are too many rolls to count.
    """
    if phase.thrown or phase.results:
        return None
    compared = _compared(state, phase)
    raw = state.setup.counts_raw
    joint = _joint(compared, raw=raw) if compared else None
    if joint is None:
        return None
    pairs_ = [pair for pair, _ in compared]
    sought = {frozenset((swap.seeker, swap.opponent)) for swap in phase.swaps}
    after = (*worn(state, phase), RollsClosed(CLOSED))
    return tuple(
        (chance, (*_events_of(pairs_, codes, sought), *after))
        for chance, codes in joint
    )


def _compared(state: State, phase: Rolling) -> tuple[tuple[Pair, Sides], ...]:
    """Return the pairs that are compared, and what they show each other [IN-R-33]."""
    among = [
        (a, b)
        for a, b in pairs(state)
        if any(phase.pools[who] or _stood(phase, who) for who in (a, b))
    ]
    throwers: dict[Seat, Thrower] = {}
    for who, _ in by_seat(phase.pools):
        others = {b if a == who else a for a, b in among if who in (a, b)}
        throwers[who] = _thrower(state, phase, who, others)

    def seen(who: Seat, other: Seat) -> Seen:
        thrower = throwers[who]
        return Seen(thrower, thrower.views.index(_view(phase, who, other)))

    compared: list[tuple[Pair, Sides]] = [
        ((a, b), (seen(a, b), seen(b, a))) for a, b in among
    ]
    for swap in phase.swaps:
        if swap.opponent == NOBODY:
            seeker = swap.seeker
            own = Seen(throwers[seeker], throwers[seeker].views.index(0), hurt=False)
            dice = Seen(Thrower((swap.size,) * REPLACED_MAX, 0, ()))
            compared.append(((seeker, _OF_THE_GM - seeker), (own, dice)))
    return tuple(compared)


def _stood(phase: Rolling, who: Seat) -> Faces:
    return phase.stood[who] if phase.stood else ()


def _swaps(phase: Rolling, who: Seat) -> list[Swap]:
    return [swap for swap in phase.swaps if swap.opponent == who and swap.places]


def _view(phase: Rolling, who: Seat, other: Seat) -> int:
    """Return the view of the roll of *who* that counts against *other* [IN-R-36]."""
    swaps = _swaps(phase, who)
    return next((n for n, swap in enumerate(swaps, 1) if swap.seeker == other), 0)


def _thrower(state: State, phase: Rolling, who: Seat, others: set[Seat]) -> Thrower:
    """Return the dice of *who*, and the views of them that count against *others*."""
    pool, effect = phase.pools[who], state.setup.rulings.penalty_effect
    if not pool:
        return Thrower((), 0, _stood(phase, who))
    views = {_view(phase, who, other) for other in others}
    if any(swap.seeker == who and swap.opponent == NOBODY for swap in phase.swaps):
        views.add(0)
    swaps = tuple([(swap.places, swap.size) for swap in _swaps(phase, who)])
    penalties = tuple([penalty.size for penalty in state.participants[who].penalties])
    order = tuple(sorted(views))
    # Which die is whose matters only where some of them are replaced.
    pool = pool if swaps else tuple(sorted(pool))
    if effect == "opposing_die":
        return Thrower(pool, 0, (), tuple(sorted(penalties)), swaps, order)
    return Thrower(pool, len(penalties), (), (), swaps, order)


def _events_of(
    compared: Sequence[Pair], codes: tuple[Codes, ...], sought: set[frozenset[Seat]]
) -> tuple[Event, ...]:
    events: list[Event] = []
    for (a, b), (hand, kept_a, kept_b, *raws) in zip(compared, codes, strict=True):
        first, second = Seat(a), NOBODY if b < NOBODY else Seat(b)
        cites = SOUGHT if frozenset((first, second)) in sought else COMPARED
        raw_a, raw_b = raws or (0, 0)
        raw, kept = (raw_a, raw_b), (kept_a, kept_b)
        events.append(
            RollsCompared(cites, first, second, (), (), raw, HANDS[hand], kept)
        )
    return tuple(events)


Results = tuple[tuple[Pair, Codes], ...]
"""Results of comparisons, by pair."""
Table = tuple[NDArray[np.int16], tuple[Codes, ...]]
"""The number of the result of every two rolls, and the results by number."""


@lru_cache(maxsize=65536)
def _joint(
    compared: tuple[tuple[Pair, Sides], ...], *, raw: bool
) -> tuple[tuple[float, tuple[Codes, ...]], ...] | None:
    """Return the joint law of the comparisons *compared*; None if it is not counted."""
    tables: dict[Pair, Table] = {}
    attached: dict[int, dict[Results, Chances]] = {}
    sides = dict(compared)
    for pair, seen in sides.items():
        table = compared_all(*seen, raw=raw)
        if table is None:
            return None
        tables[pair] = table
        for who, side in zip(pair, seen, strict=True):
            attached[who] = {(): rolls_of(side.thrower)[1]}
    left = list(sides)
    while left:
        by_thrower = [(who, [pair for pair in left if who in pair]) for who in attached]
        # 3. Sum out throwers that are compared with one other only. Repeating this sums
        # out a whole tree, and only a ring remains.
        leaf, pair = next(
            ((who, with_[0]) for who, with_ in by_thrower if len(with_) == 1),
            (NOBODY, (0, 0)),
        )
        if leaf == NOBODY:
            ring = _ring(left, tables, sides, attached)
            if ring is None:
                return None
            left, attached = [], ring
            break
        left.remove(pair)
        summed = _summed(pair, (tables[pair], sides[pair]), attached.pop(leaf), leaf)
        # The results of the leaf hang on the roll of the other from now on.
        stem = pair[1] if pair[0] == leaf else pair[0]
        attached[stem] = _combined(attached[stem], summed)
    return _multiplied(tuple(sides), attached)


def _combined(
    attached: dict[Results, Chances], summed: dict[Results, Chances]
) -> dict[Results, Chances]:
    """Return the results of both together, for each roll that they depend on."""
    return {
        (*results, *further): chances * others
        for results, chances in attached.items()
        for further, others in summed.items()
    }


def _multiplied(
    compared: tuple[Pair, ...], attached: dict[int, dict[Results, Chances]]
) -> tuple[tuple[float, tuple[Codes, ...]], ...]:
    """Return the joint results of groups that are independent of each other."""
    total: dict[Results, float] = {(): 1.0}
    for each in attached.values():
        total = {
            (*before, *results): chance * share
            for before, chance in total.items()
            for results, chances in each.items()
            if (share := float(chances.sum())) > 0.0
        }
    return tuple(
        (chance, tuple(dict(results)[pair] for pair in compared))
        for results, chance in total.items()
    )


def _summed(
    pair: Pair,
    compared: tuple[Table, Sides],
    attached: dict[Results, Chances],
    leaf: int,
) -> dict[Results, Chances]:
    """Sum out *leaf*: return the results for each roll of the other in *pair*."""
    (numbers, codes), (stem, side) = compared
    if pair[0] == leaf:
        numbers, stem, side = numbers.T, side, stem
    (_, mine), (_, theirs) = shown(stem), shown(side)
    by_result: dict[Results, Chances] = {}
    for results, chances in attached.items():
        # Rolls that look the same to this opponent are counted together.
        seen = np.bincount(theirs, chances, numbers.shape[1])
        weights = np.broadcast_to(seen.astype(np.float64), numbers.shape)
        each = _sums_by_kind(numbers, weights, len(codes))
        for code, summed in zip(codes, each, strict=True):
            if summed.any():
                by_result[(*results, (pair, code))] = summed[mine]
    return by_result


def _sums_by_kind(
    numbers: NDArray[np.int16], weights: NDArray[np.float64], kinds: int
) -> NDArray[np.float64]:
    """Return the sum of *weights* of every kind of result, kind by kind, row by row."""
    rows = len(numbers)
    # A number of its own for every row and kind, so that one call counts them all.
    places = numbers + kinds * np.arange(rows)[:, None]
    counted = np.bincount(places.ravel(), weights.ravel(), rows * kinds)
    return counted.astype(np.float64).reshape(rows, kinds).T


def _ring(
    left: list[Pair],
    tables: dict[Pair, Table],
    sides: dict[Pair, Sides],
    attached: dict[int, dict[Results, Chances]],
) -> dict[int, dict[Results, Chances]] | None:
    """Return *attached* with the results of three who are all compared with each other.

    The first is summed out for each pair of rolls of the others, result by result; then
    the second. None for a larger ring, or if it needs too many multiplications.
    """
    rolls = {who: len(first(attached[who].values())) for pair in left for who in pair}
    if len(left) != len(rolls) or len(rolls) != _RING:
        return None
    # The one with most rolls is summed out first, by matrix products: that leaves the
    # smallest table of pairs.
    largest, second, third = sorted(rolls, key=rolls.__getitem__)
    ab, ac, bc = [
        _table_of(pair, left, tables, sides)
        for pair in ((largest, second), (largest, third), (second, third))
    ]
    if len(ac[1]) * len(bc[1]) * prod(rolls.values()) > _WORK_MAX:
        return None
    theirs = [(code, (bc[2] == n).T.astype(np.float64)) for n, code in enumerate(bc[1])]
    by_result: dict[Results, Chances] = {}
    for results, chances in attached[third].items():
        for number, code in enumerate(ac[1]):
            mine = (ac[2] == number) * chances
            for other, matrix in theirs:
                # The probability of these two results, for every roll of the first and
                # of the second.
                pairs_ = mine @ matrix
                known_both = (*results, (ac[0], code), (bc[0], other))
                for before, shares in attached[second].items():
                    each = _sums_by_kind(ab[2], pairs_ * shares, len(ab[1]))
                    for last, summed in zip(ab[1], each, strict=True):
                        if summed.any():
                            by_result[(*before, *known_both, (ab[0], last))] = summed
    apart = {who: each for who, each in attached.items() if who not in rolls}
    return {**apart, largest: _combined(attached[largest], by_result)}


def _table_of(
    pair: Pair, left: list[Pair], tables: dict[Pair, Table], sides: dict[Pair, Sides]
) -> tuple[Pair, tuple[Codes, ...], NDArray[np.int16]]:
    """Return how every roll of one of *pair* compares with every one of the other."""
    turned = pair not in left
    listed: Pair = (pair[1], pair[0]) if turned else pair
    numbers, codes = tables[listed]
    first_side, second_side = sides[listed]
    table = numbers[shown(first_side)[1]][:, shown(second_side)[1]]
    return listed, codes, table.T if turned else table


CHART = Chart[State](begins=begins, timeless=timeless, law=law, part=part)
