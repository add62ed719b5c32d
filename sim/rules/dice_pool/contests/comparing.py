"""Comparing totals: automatic successes, the best roll of each side, who is ahead."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from sim.rules.dice_pool.consequences import (
    AutomaticSuccessesApplied,
    AutomaticSuccessesCancelled,
    ContestResolved,
    IntentObtained,
    SideTotalChosen,
)
from sim.rules.dice_pool.contests.meeting import (
    AT_ONCE,
    BEST,
    COMPARED,
    OBTAINED,
    UNCONTESTED,
    met,
)
from sim.rules.dice_pool.contests.opposing import Contest, Totals, contests
from sim.rules.dice_pool.phases import Rolling
from sim.rules.dice_pool.pools.emptied_tallies import tags_borne
from sim.rules.dice_pool.pools.throwing import notes, total_of
from sim.rules.dice_pool.records.rolls import Key, Roll
from sim.rules.dice_pool.scenario.people import Automatic
from sim.rules.dice_pool.scenario.rulings import DIRECT, Rulings
from sim.rules.dice_pool.state import State, side_of, tags
from sim.seam.events import NOBODY, Cites, Consequence, Seat
from sim.spine.lookup import first

AUTOMATIC: Cites = ("DP-AUTO-01", "DP-AUTO-02", "DP-AUTO-03", "DP-AUTO-05", "DP-R-30")
CANCELLED: Cites = ("DP-AUTO-06", "DP-R-30")
CONTESTED, STATIC = "contested", "static"


class Added(Struct, frozen=True, gc=False):
    """One roll with the successes that tools and powers add."""

    rolled: int
    added: int
    floor: int
    cancelled: int
    total: int


class Side(Struct, frozen=True, gc=False):
    """The best roll of a side, and its total."""

    side: int
    total: int
    roll: Roll


def sources(state: State, who: Seat, scope: str) -> tuple[Automatic, ...]:
    """Return the automatic successes of *who* that apply here [DP-AUTO-03]."""
    successes = state.setup.characters[who].automatic
    if not successes:
        return ()
    here = tags(state.setup, state.round) | tags_borne(state, who)
    return tuple(
        success
        for success in successes
        if success.scope in (scope, "both") and here >= set(success.when)
    )


def with_automatic(
    rolled: int,
    own: Sequence[Automatic],
    against: Sequence[Automatic],
    rulings: Rulings,
) -> Added:
    """Return *rolled* with automatic successes: cancel, add, then the floor.

    The highest floor counts. DP-AUTO-01, DP-AUTO-02, DP-AUTO-06, DP-R-30.
    """
    added = sum(automatic.add for automatic in own)
    cancelled = min(added, sum(automatic.cancel for automatic in against))
    floor = max((automatic.floor for automatic in own), default=0)
    if any(automatic.cancels_floor for automatic in against):
        floor = 0
    if rulings.auto_order == "floor_then_add":
        total = max(rolled, floor) + added - cancelled
    else:
        total = max(rolled + added - cancelled, floor)
    return Added(rolled, added, floor, cancelled, total)


def totals(state: State, rolls: Sequence[Roll]) -> dict[Key, Added]:
    """Return the total of every roll, roll by roll."""
    rolling = [roll for roll in rolls if roll.dice]
    own = {roll.who: sources(state, roll.who, CONTESTED) for roll in rolling}
    by_key: dict[Key, Added] = {}
    rulings = state.setup.rulings
    if not any(own.values()):
        for roll in rolling:
            rolled = total_of(roll, rulings)
            by_key[roll.key] = Added(rolled, 0, 0, 0, rolled)
        return by_key
    for roll in rolling:
        side = side_of(state, roll.who)
        against = [
            source
            for who, theirs in own.items()
            if theirs and side_of(state, who) != side
            for source in theirs
        ]
        rolled = total_of(roll, rulings)
        by_key[roll.key] = with_automatic(rolled, own[roll.who], against, rulings)
    return by_key


def best_of(state: State, rolls: Sequence[Roll], by: Mapping[Key, Added]) -> list[Side]:
    """Return the best single roll of each side, never a sum [DP-TEAM-02, DP-R-26]."""
    best: dict[int, Side] = {}
    for roll in rolls:
        if roll.key not in by:
            continue
        side, total = side_of(state, roll.who), by[roll.key].total
        if side not in best or total > best[side].total:
            best[side] = Side(side, total, roll)
    return [best[side] for side in sorted(best)]


def winners(
    pairs: Sequence[tuple[int, int]], actor: int, rulings: Rulings
) -> list[int]:
    """Return the sides ahead, given (side, total); none if it is inconclusive.

    Sides that tie at the top are all ahead of those below [DP-R-19]. Of two that tie,
    the rulings may prefer one, but matching needs a success [DP-R-10, DP-R-12].
    """
    most = max(total for _, total in pairs)
    top = [side for side, total in pairs if total == most]
    if len(top) == 1:
        return top if most else []
    if len(top) < len(pairs):
        # Those at the top are undecided among themselves; those below have lost.
        return top if most else []
    if len(pairs) != 2 or rulings.tie == "inconclusive":  # noqa: PLR2004 - two sides
        return []
    others = [side for side, _ in pairs if side != actor]
    if rulings.tie == "opposition":
        return others[:1]
    return [actor] if most else []


def compared(state: State, phase: Rolling) -> tuple[Consequence, ...]:
    """Return the comparison of the round's rolls, and the intents that take effect."""
    by = totals(state, phase.rolls)
    events = [*notes(state, phase.rolls), *_automatic(state, by)]
    if state.setup.rulings.opposition == DIRECT:
        return (*events, *met(state, phase.rolls, counted(by)))
    sides = best_of(state, phase.rolls, by)
    chosen = [
        SideTotalChosen(BEST, side.roll.who, side.side, side.total)
        for side in sides
        if sum(side_of(state, who) == side.side for who, _ in by) > 1
    ]
    return (*events, *chosen, *resolved(state, sides))


def _automatic(state: State, by: Mapping[Key, Added]) -> list[Consequence]:
    """Return the events by which tools and powers change the totals."""
    events: list[Consequence] = []
    for (who, _), added in by.items():
        own = sources(state, who, CONTESTED)
        if added.cancelled:
            foe = first(
                other
                for other, _ in by
                if side_of(state, other) != side_of(state, who)
                and any(power.cancel for power in sources(state, other, CONTESTED))
            )
            events.append(
                AutomaticSuccessesCancelled(CANCELLED, who, foe, added.cancelled)
            )
        if own:
            told = added.rolled, added.added, added.floor, added.cancelled, added.total
            events.append(AutomaticSuccessesApplied(AUTOMATIC, who, *told))
    return events


def contests_of(state: State, rolls: Sequence[Roll]) -> tuple[Contest, ...]:
    """Return the contests of a round once all its dice have fallen [DP-R-78]."""
    return contests(state, rolls, counted(totals(state, rolls)))


def counted(by: Mapping[Key, Added]) -> Totals:
    """Return the totals that count."""
    return {key: added.total for key, added in by.items()}


def resolved(state: State, sides: Sequence[Side]) -> list[Consequence]:
    """Return the comparison, and the intents of those ahead [DP-R-78]."""
    if not sides:
        return [ContestResolved(COMPARED, (), (), (), 0)]
    pairs = [(side.side, side.total) for side in sides]
    actor = side_of(state, state.turn) if state.turn != NOBODY else sides[0].side
    ahead = winners(pairs, actor, state.setup.rulings)
    below = [total for side, total in pairs if side not in ahead]
    top = max(total for _, total in pairs)
    margin = top - max(below) if ahead and below else top if ahead else 0
    events: list[Consequence] = [
        ContestResolved(
            AT_ONCE if state.turn == NOBODY and state.setup.violent else COMPARED,
            tuple(side for side, _ in pairs),
            tuple(total for _, total in pairs),
            tuple(ahead),
            margin,
        )
    ]
    for leader in sides:
        if leader.side in ahead and leader.roll.intent:
            effect = _effect(state, leader, ahead, dict(pairs))
            events += [effect] if effect is not None else []
    return events


def _effect(
    state: State, leader: Side, ahead: Sequence[int], by: Mapping[int, int]
) -> IntentObtained | None:
    """Return the intent that the best roller of a side ahead obtains, if any.

    [DP-R-78]
    """
    roll = leader.roll
    if roll.target == NOBODY:
        # Without a target there is no single loser.
        if len(ahead) > 1:
            return None
        against = [total for side, total in by.items() if side != leader.side]
    else:
        side = side_of(state, roll.target)
        if side in ahead:
            return None
        against = [by[side]] if side in by else []
    contested = bool(against)
    margin = leader.total - max(against, default=0)
    if not contested and not margin:
        return None
    cites = OBTAINED if contested else OBTAINED + UNCONTESTED
    return IntentObtained(cites, roll.who, roll.intent, roll.target, margin, contested)
