"""The main roll of a round: which dice are rolled in which order, and the results.

Penalty dice come first, then replaced dice and pools of situational goals, then
everybody's pool in seat order. The last roll settles all comparisons.
"""

from msgspec import Struct

from sim.dice.pool import Faces, d
from sim.rules.intensity.comparison.comparing import compared, padded
from sim.rules.intensity.comparison.readings import Settled, Side, SortedByGroup
from sim.rules.intensity.consequences import DiceWorn, RollsClosed, RollsCompared
from sim.rules.intensity.phases import (
    MAIN,
    PENALTY,
    REPLACEMENT,
    SEPARATE,
    Rolling,
    Swap,
)
from sim.rules.intensity.pools.difficulty import REPLACED_MAX, ask_swap, next_situation
from sim.rules.intensity.state import State, pairs
from sim.seam.events import NOBODY, TABLE, Consequence, DiceRolled, Seat
from sim.seam.protocol import Asked, Chance, Due
from sim.seam.seats import by_seat

COMPARED = (
    "IN-COMPARE-01",
    "IN-COMPARE-02",
    "IN-COMPARE-03",
    "IN-COMPARE-04",
    "IN-COMPARE-05",
    "IN-COMPARE-06",
    "IN-R-12",
    "IN-R-13",
    "IN-R-14",
    "IN-R-15",
    "IN-R-17",
)
SOUGHT = ("IN-SIT-02", "IN-R-33", *COMPARED)
WORN = ("IN-R-32", "IN-R-50")
CLOSED = ("IN-ROUND-01",)


class Roll(Struct, frozen=True, gc=False):
    """One roll of the round; *attempt* is the seeker it belongs to, if any."""

    why: str
    who: Seat
    sizes: tuple[int, ...]
    attempt: int = 0


def ask_rolls(state: State, phase: Rolling) -> Asked[State]:
    """Return the next roll of the round, or the consequences when all are made."""
    built = next_situation(state, phase)
    if built is not None:
        return Due((built,))
    for swap in phase.swaps:
        sizes = () if swap.opponent == NOBODY else phase.pools[swap.opponent]
        asked = ask_swap(state, swap, sizes)
        if asked is not None:
            return asked
    rolls = queue(state, phase)
    done = len(phase.thrown)
    if done == len(rolls):
        # Without any pool there is no last roll to settle the early rolls of helpers.
        standing = () if rolls else comparisons(state, phase, rolls, ())
        return Due((*standing, *worn(state, phase), RollsClosed(CLOSED)))
    roll = rolls[done]
    pool = tuple([d(size) for size in roll.sizes])
    if done + 1 < len(rolls):
        # Its faces still meet others; the last roll is read as the results of them all.
        read = SortedByGroup(groups(phase, roll))
        return Chance(roll.who, roll.why, pool, read, attempt=roll.attempt)
    sides = tuple([sides for _, sides in compare_table(state, phase, rolls)])
    settled = Settled(sides, state.setup.counts_raw)
    return Chance(roll.who, roll.why, pool, settled, attempt=roll.attempt)


def queue(state: State, phase: Rolling) -> list[Roll]:
    """Return all rolls of the round, in order; the main pools come last."""
    acting = [who for who, pool in by_seat(phase.pools) if pool]
    rolls: list[Roll] = []
    if state.setup.rulings.penalty_effect == "opposing_die":
        for who in acting:
            penalties = state.participants[who].penalties
            if penalties:
                sizes = tuple([penalty.size for penalty in penalties])
                rolls.append(Roll(PENALTY, who, sizes))
    for swap in phase.swaps:
        if swap.opponent == NOBODY:
            sizes = (swap.size,) * REPLACED_MAX
            rolls.append(Roll(SEPARATE, TABLE, sizes, swap.seeker))
        elif swap.places:
            sizes = (swap.size,) * len(swap.places)
            rolls.append(Roll(REPLACEMENT, swap.opponent, sizes, swap.seeker))
    return rolls + [Roll(MAIN, who, phase.pools[who]) for who in acting]


def groups(phase: Rolling, roll: Roll) -> tuple[tuple[int, ...], ...]:
    """Return the places of *roll* grouped by who replaced them: groups read alike."""
    everything = tuple(range(len(roll.sizes)))
    swaps = _swaps_of(phase, roll.who) if roll.why == MAIN else []
    if not swaps:
        return (everything,)
    alike: dict[tuple[int, ...], list[int]] = {}
    for place in everything:
        mark = tuple(swap.seeker for swap in swaps if place in swap.places)
        alike.setdefault(mark, []).append(place)
    return tuple(tuple(places) for places in alike.values())


def _swaps_of(phase: Rolling, who: Seat) -> list[Swap]:
    """Return the replacements in the pool of *who*."""
    return [swap for swap in phase.swaps if swap.opponent == who]


def compare_table(
    state: State, phase: Rolling, rolls: list[Roll]
) -> list[tuple[tuple[Seat, Seat], tuple[Side, Side]]]:
    """Return who is compared with whom and with which dice, before the last roll."""
    last = rolls[-1] if rolls else None
    thrown = {
        (roll.why, roll.who, roll.attempt): faces
        for roll, faces in zip(rolls, phase.thrown, strict=False)
    }
    table: list[tuple[tuple[Seat, Seat], tuple[Side, Side]]] = []
    for a, b in pairs(state):
        side_a = _side(state, phase, thrown, last, (a, b))
        side_b = _side(state, phase, thrown, last, (b, a))
        if side_a != Side() or side_b != Side():
            table.append(((a, b), (side_a, side_b)))
    for swap in phase.swaps:
        if swap.opponent == NOBODY:
            seeker = swap.seeker
            against = Side(known=thrown[SEPARATE, TABLE, seeker])
            own = _side(state, phase, thrown, last, (seeker, NOBODY))
            table.append(((seeker, NOBODY), (own, against)))
    return table


def _side(
    state: State,
    phase: Rolling,
    thrown: dict[tuple[str, Seat, int], Faces],
    last: Roll | None,
    pair: tuple[Seat, Seat],
) -> Side:
    """Return the dice that the first of *pair* rolls against the second."""
    who, other = pair
    joined = thrown.get((PENALTY, other, 0), ())
    if not phase.pools[who]:
        stood = phase.stood[who] if phase.stood else ()
        return Side(known=stood, joined=joined)
    swap = next((s for s in _swaps_of(phase, who) if s.seeker == other), None)
    swapped = swap.places if swap is not None else ()
    known = thrown.get((REPLACEMENT, who, other), ()) if swapped else ()
    places: tuple[int, ...] = ()
    assert last is not None
    if last.who == who:
        places = tuple([p for p in range(len(last.sizes)) if p not in swapped])
    else:
        known += _kept_faces(phase, who, thrown[MAIN, who, 0], swapped)
    cancelled = 0
    if state.setup.rulings.penalty_effect == "cancel_best":
        cancelled = len(state.participants[who].penalties)
    return Side(known, places, cancelled, joined)


def _kept_faces(
    phase: Rolling, who: Seat, faces: Faces, places: tuple[int, ...]
) -> Faces:
    """Return the faces of those dice of *who* that are not replaced."""
    if not places:
        return faces
    kept: Faces = ()
    start = 0
    for group in groups(phase, Roll(MAIN, who, phase.pools[who])):
        if group[0] not in places:
            kept += faces[start : start + len(group)]
        start += len(group)
    return kept


def rolls_resolved(state: State, rolled: DiceRolled) -> tuple[Consequence, ...]:
    """Return the comparisons, when *rolled* is the last roll of the round."""
    phase = state.phase
    assert type(phase) is Rolling
    rolls = queue(state, phase)
    if len(phase.thrown) + 1 < len(rolls):
        return ()
    return comparisons(state, phase, rolls, rolled.faces)


def comparisons(
    state: State, phase: Rolling, rolls: list[Roll], faces: Faces
) -> tuple[Consequence, ...]:
    """Return all comparisons, given the *faces* of the last roll.

    A helper's early roll counts whether or not anybody has a main pool [IN-R-29].
    """
    events: list[Consequence] = []
    for (a, b), (side_a, side_b) in compare_table(state, phase, rolls):
        faces_a, faces_b = side_a.faces(faces), side_b.faces(faces)
        result = compared(faces_a, faces_b)
        shown_a, shown_b = padded(faces_a, faces_b)
        raw = (result.raw_a, result.raw_b)
        kept = (result.kept_a, result.kept_b)
        sought = any({a, b} == {swap.seeker, swap.opponent} for swap in phase.swaps)
        cites = SOUGHT if sought else COMPARED
        events.append(
            RollsCompared(cites, a, b, shown_a, shown_b, raw, result.hand, kept)
        )
    return tuple(events)


def worn(state: State, phase: Rolling) -> list[DiceWorn]:
    """Return the situation and penalty dice that the roll used up [IN-R-32]."""
    if state.setup.rulings.duration == "rounds":
        return []
    events: list[DiceWorn] = []
    for who, pool in by_seat(phase.pools):
        participant = state.participants[who]
        if pool and (participant.bonuses or participant.penalties):
            situation = tuple([b.size for b in participant.bonuses if not b.fresh])
            penalty = tuple([p.size for p in participant.penalties])
            events.append(DiceWorn(WORN, who, situation, penalty))
    return events
