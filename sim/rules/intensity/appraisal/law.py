"""The law of the dice: the joint distribution of all comparisons of a round.

It is variable elimination on the graph of who is compared with whom:

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

Met = tuple[int, int]
"""Who is compared with whom; below 0 stands a pool that the GM rolls for a seeker."""
_OF_THE_GM = NOBODY - 1
"""The pool that the GM rolls for seat 0; the others are below."""
_RING = 3
_WORK_MAX = 20_000_000_000
"""A ring that needs more multiplications than this is not counted."""
Sides = tuple[Seen, Seen]
"""What the two who are compared show each other."""


def law(state: State) -> Law | None:
    """Return what the roll that is due comes to, with all that it is compared with.

    None if there is no such law.
    """
    phase = state.phase
    if type(phase) is Building:
        return _helped(state, phase)
    return _rolled(state, phase) if type(phase) is Rolling else None


def _helped(state: State, phase: Building) -> Law | None:
    """Return what an early roll comes to, with its faces where others meet them."""
    helping = phase.helping
    if helping is None or helping.early:
        return None
    asked = ask_help(state, phase)
    if type(asked) is not Chance or asked.why != HELPING_ROLL:
        return None
    met = any(asked.who in pair for pair in pairs(state))
    key = state.setup, asked.who, state.participants[asked.who].goal, helping, met
    known = _HELPED.get(key)
    if known is None:
        found = _fallen(state, phase, helping, asked if met else None)
        known = _HELPED.keep(key, found or ())
    return known or None


_HELPED: Kept[Hashable, Law] = Kept(1 << 14)
"""What early rolls come to, by all that it follows from.

Nothing stands for those that are not counted.
"""


def _fallen(
    state: State, phase: Building, helping: Helping, met: Chance | None
) -> Law | None:
    """Return what the roll of *helping* comes to, with its faces where it is *met*."""
    swap = helping.swap
    assert swap is not None
    sizes = replaced(helping.difficulty, swap.places, swap.size)
    sides = Seen(Thrower(helping.pool, 0, ())), Seen(Thrower(sizes, 0, ()))
    table = compared_all(*sides, raw=True)
    if table is None:
        return None
    numbers, _ = table
    (mine, _), (theirs, _) = map(shown, sides)
    chances, shares = [rolls_of(one.thrower)[1] for one in sides]
    # Comparisons that bring about the same are one case; of rolls met later, of each.
    cases: dict[Hashable, tuple[float, tuple[Event, ...]]] = {}
    rolls = range(len(mine))
    blocks = [slice(None)] if met is None else [slice(n, n + 1) for n in rolls]
    for rows in blocks:
        for number in np.unique(numbers[rows]).tolist():
            there = numbers[rows] == number
            row, column = divmod(int(there.argmax()), len(theirs))
            own = mine[rows][row][0]
            told = _fell(state, phase, (own, theirs[column][0]))
            early = () if met is None else (met.rolled(own),)
            key = early, told[1:]
            chance = cases[key][0] if key in cases else 0.0
            more = float(chances[rows] @ there @ shares)
            cases[key] = chance + more, (*early, *told)
    return tuple(cases.values())


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

    None if dice of it lie already, where more than three are compared in a ring,
    and where there are too many rolls to count.
    """
    if phase.thrown or phase.results:
        return None
    met = _met(state, phase)
    found = _joint(met, raw=state.setup.counts_raw) if met else None
    if found is None:
        return None
    who = [pair for pair, _ in met]
    sought = {frozenset((swap.seeker, swap.opponent)) for swap in phase.swaps}
    after = (*worn(state, phase), RollsClosed(CLOSED))
    return tuple(
        (chance, (*_events_of(who, codes, sought), *after)) for chance, codes in found
    )


def _met(state: State, phase: Rolling) -> tuple[tuple[Met, Sides], ...]:
    """Return who is compared with whom, and what they show each other [IN-R-33]."""
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

    met: list[tuple[Met, Sides]] = [
        ((a, b), (seen(a, b), seen(b, a))) for a, b in among
    ]
    for swap in phase.swaps:
        if swap.opponent == NOBODY:
            seeker = swap.seeker
            own = Seen(throwers[seeker], throwers[seeker].views.index(0), hurt=False)
            dice = Seen(Thrower((swap.size,) * REPLACED_MAX, 0, ()))
            met.append(((seeker, _OF_THE_GM - seeker), (own, dice)))
    return tuple(met)


def _stood(phase: Rolling, who: Seat) -> Faces:
    return phase.stood[who] if phase.stood else ()


def _swaps(phase: Rolling, who: Seat) -> list[Swap]:
    return [swap for swap in phase.swaps if swap.opponent == who and swap.places]


def _view(phase: Rolling, who: Seat, other: Seat) -> int:
    """Return which view of the roll of *who* counts against *other* [IN-R-36]."""
    swaps = _swaps(phase, who)
    return next((n for n, one in enumerate(swaps, 1) if one.seeker == other), 0)


def _thrower(state: State, phase: Rolling, who: Seat, others: set[Seat]) -> Thrower:
    """Return the dice of *who*, and against which of them *others* count."""
    pool, effect = phase.pools[who], state.setup.rulings.penalty_effect
    if not pool:
        return Thrower((), 0, _stood(phase, who))
    views = {_view(phase, who, other) for other in others}
    if any(swap.seeker == who and swap.opponent == NOBODY for swap in phase.swaps):
        views.add(0)
    swaps = tuple([(swap.places, swap.size) for swap in _swaps(phase, who)])
    penalties = tuple([one.size for one in state.participants[who].penalties])
    order = tuple(sorted(views))
    # Which die is whose matters only where some of them are replaced.
    pool = pool if swaps else tuple(sorted(pool))
    if effect == "opposing_die":
        return Thrower(pool, 0, (), tuple(sorted(penalties)), swaps, order)
    return Thrower(pool, len(penalties), (), (), swaps, order)


def _events_of(
    met: Sequence[Met], codes: tuple[Codes, ...], sought: set[frozenset[Seat]]
) -> tuple[Event, ...]:
    found: list[Event] = []
    for (a, b), (hand, one, two, *raws) in zip(met, codes, strict=True):
        first, second = Seat(a), NOBODY if b < NOBODY else Seat(b)
        cites = SOUGHT if frozenset((first, second)) in sought else COMPARED
        raw_a, raw_b = raws or (0, 0)
        raw, kept = (raw_a, raw_b), (one, two)
        found.append(
            RollsCompared(cites, first, second, (), (), raw, HANDS[hand], kept)
        )
    return tuple(found)


Known = tuple[tuple[Met, Codes], ...]
"""Results of comparisons, by who met."""
Table = tuple[NDArray[np.int16], tuple[Codes, ...]]
"""The number of each result, and what it is."""


@lru_cache(maxsize=65536)
def _joint(
    met: tuple[tuple[Met, Sides], ...], *, raw: bool
) -> tuple[tuple[float, tuple[Codes, ...]], ...] | None:
    """Return the joint law of the comparisons *met*; None if it is not counted."""
    tables: dict[Met, Table] = {}
    hung: dict[int, dict[Known, Chances]] = {}
    sides = dict(met)
    for pair, seen in sides.items():
        table = compared_all(*seen, raw=raw)
        if table is None:
            return None
        tables[pair] = table
        for who, one in zip(pair, seen, strict=True):
            hung[who] = {(): rolls_of(one.thrower)[1]}
    left = list(sides)
    while left:
        found = [(who, [pair for pair in left if who in pair]) for who in hung]
        # 3. Sum out whoever is compared with one other only. Going on like that a tree
        # is summed out whole; what stays is a ring.
        leaf, pair = next(
            ((who, with_[0]) for who, with_ in found if len(with_) == 1),
            (NOBODY, (0, 0)),
        )
        if leaf == NOBODY:
            ring = _ring(left, tables, sides, hung)
            if ring is None:
                return None
            left, hung = [], ring
            break
        left.remove(pair)
        summed = _summed(pair, (tables[pair], sides[pair]), hung.pop(leaf), leaf)
        # The results of the leaf hang on the roll of the other from now on.
        stem = pair[1] if pair[0] == leaf else pair[0]
        hung[stem] = _both(hung[stem], summed)
    return _multiplied(tuple(sides), hung)


def _both(
    hung: dict[Known, Chances], summed: dict[Known, Chances]
) -> dict[Known, Chances]:
    """Return the results of both together, for each roll of whom they depend on."""
    return {
        (*known, *more): chances * others
        for known, chances in hung.items()
        for more, others in summed.items()
    }


def _multiplied(
    met: tuple[Met, ...], hung: dict[int, dict[Known, Chances]]
) -> tuple[tuple[float, tuple[Codes, ...]], ...]:
    """Return the joint results of groups that are independent of each other."""
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
    compared: tuple[Table, Sides],
    hung: dict[Known, Chances],
    leaf: int,
) -> dict[Known, Chances]:
    """Sum out *leaf*: return the results for each roll of the other in *pair*."""
    (numbers, codes), (one, other) = compared
    if pair[0] == leaf:
        numbers, one, other = numbers.T, other, one
    (_, mine), (_, theirs) = shown(one), shown(other)
    found: dict[Known, Chances] = {}
    for known, chances in hung.items():
        # Rolls that look the same to this opponent are counted together.
        seen = np.bincount(theirs, chances, numbers.shape[1])
        weights = np.broadcast_to(seen.astype(np.float64), numbers.shape)
        each = _counted(numbers, weights, len(codes))
        for code, summed in zip(codes, each, strict=True):
            if summed.any():
                found[(*known, (pair, code))] = summed[mine]
    return found


def _counted(
    numbers: NDArray[np.int16], weights: NDArray[np.float64], kinds: int
) -> NDArray[np.float64]:
    """Return the sum of *weights* of every kind of result, kind by kind, row by row."""
    rows = len(numbers)
    # A number of its own for every row and kind, so that one call counts them all.
    places = numbers + kinds * np.arange(rows)[:, None]
    counted = np.bincount(places.ravel(), weights.ravel(), rows * kinds)
    return counted.astype(np.float64).reshape(rows, kinds).T


def _ring(
    left: list[Met],
    tables: dict[Met, Table],
    sides: dict[Met, Sides],
    hung: dict[int, dict[Known, Chances]],
) -> dict[int, dict[Known, Chances]] | None:
    """Return *hung* with the results of three who are all compared with each other.

    The first is summed out for each pair of rolls of the others, result by result; then
    the second. None for a larger ring, and if it needs too many multiplications.
    """
    rolls = {who: len(first(hung[who].values())) for pair in left for who in pair}
    if len(left) != len(rolls) or len(rolls) != _RING:
        return None
    # The one with most rolls is summed out first, by matrix products: that leaves the
    # smallest table of pairs.
    one, two, third = sorted(rolls, key=rolls.__getitem__)
    ab, ac, bc = [
        _whole(pair, left, tables, sides)
        for pair in ((one, two), (one, third), (two, third))
    ]
    if len(ac[1]) * len(bc[1]) * prod(rolls.values()) > _WORK_MAX:
        return None
    theirs = [(code, (bc[2] == n).T.astype(np.float64)) for n, code in enumerate(bc[1])]
    found: dict[Known, Chances] = {}
    for known, chances in hung[third].items():
        for number, code in enumerate(ac[1]):
            mine = (ac[2] == number) * chances
            for other, there in theirs:
                # The probability of these two results, for every roll of the first and
                # of the second.
                pairs_ = mine @ there
                known_both = (*known, (ac[0], code), (bc[0], other))
                for before, shares in hung[two].items():
                    each = _counted(ab[2], pairs_ * shares, len(ab[1]))
                    for last, summed in zip(ab[1], each, strict=True):
                        if summed.any():
                            found[(*before, *known_both, (ab[0], last))] = summed
    apart = {who: each for who, each in hung.items() if who not in rolls}
    return {**apart, one: _both(hung[one], found)}


def _whole(
    pair: Met, left: list[Met], tables: dict[Met, Table], sides: dict[Met, Sides]
) -> tuple[Met, tuple[Codes, ...], NDArray[np.int16]]:
    """Return how every roll of one of *pair* compares with every one of the other."""
    turned = pair not in left
    there: Met = (pair[1], pair[0]) if turned else pair
    numbers, codes = tables[there]
    one, other = sides[there]
    whole = numbers[shown(one)[1]][:, shown(other)[1]]
    return there, codes, whole.T if turned else whole


CHART = Chart[State](begins=begins, timeless=timeless, law=law, part=part)
