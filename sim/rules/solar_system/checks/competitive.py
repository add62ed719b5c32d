"""Competitive checks: ranking, and what a tie becomes."""

from sim.events import NOBODY, Seat
from sim.protocol import Asked, Due
from sim.rules.solar_system.checks.consent import consent
from sim.rules.solar_system.checks.gathering import can_roll, fee, gathering
from sim.rules.solar_system.checks.opening import part_of
from sim.rules.solar_system.checks.plan import ability_of, difficulty
from sim.rules.solar_system.consequences import (
    CheckResolved,
    ConflictClosed,
    RulingSettled,
)
from sim.rules.solar_system.phases import BLANK, TIE
from sim.rules.solar_system.state import State, asks


def levels_by_check(state: State) -> tuple[int, ...]:
    """Return the level each has reached by his latest roll; 0 without one [RUL-12]."""
    rolled = {roll.who: roll.level for roll in state.rolls}
    seats = tuple(check.who for check in state.setup.checks)
    if state.stage != TIE:
        return tuple(rolled.get(who, 0) for who in seats)
    again = tied(state)
    return tuple(
        rolled.get(who, 0) if who in again else level
        for who, level in zip(seats, state.results, strict=True)
    )


def ranked(state: State) -> CheckResolved:
    """Rank by level, best first; equals share a place [SS-COM-02, SS-COM-03, RUL-57].

    After a reroll only the tied group is sorted again.
    """
    seats = tuple(check.who for check in state.setup.checks)
    levels = dict(zip(seats, levels_by_check(state), strict=True))
    groups = state.ranking or (seats,)
    ranking = tuple(part for group in groups for part in _sorted(group, levels))
    best = ranking[0]
    success = levels[best[0]] >= difficulty(state, 0)
    winner = best[0] if success and len(best) == 1 else NOBODY
    cites = ("SS-COM-02", "SS-COM-03", "RUL-57")
    level = levels[best[0]]
    return CheckResolved(cites, "competitive", winner, NOBODY, level, success, ranking)


def _sorted(group: tuple[Seat, ...], levels: dict[Seat, int]) -> list[tuple[Seat, ...]]:
    high_first = sorted({levels[who] for who in group}, reverse=True)
    return [tuple(w for w in group if levels[w] == level) for level in high_first]


def tied(state: State) -> tuple[Seat, ...]:
    """Return the best tied group that may still roll again; () when there is none."""
    for group in state.ranking:
        if len(group) > 1 and state.ruling("share", min(group)) == BLANK:
            return group
    return ()


def ties(state: State) -> Asked[State]:
    """Settle ties: shared, or rolled again by those tied [RUL-57]."""
    group = tied(state)
    rulings = state.setup.rulings
    if not group or state.attempt >= rulings.max_volleys:
        return Due((_closed(state),))
    if asks(state, "competitive_tie"):
        asked = _tie_asked(state, group)
        if asked is not None:
            return asked
        again = state.ruling("competitive_tie", min(group)) == 1
    else:
        again = rulings.competitive_tie == "reroll"
    if not again:
        return Due((RulingSettled(("SS-COM-03", "RUL-57"), "share", min(group), 0),))
    return _roll_again(state, group)


def _closed(state: State) -> ConflictClosed:
    best = max(state.results)
    how = "ranked" if best >= difficulty(state, 0) else "failure"
    return ConflictClosed(("SS-COM-02", "SS-COM-03"), how)


def _roll_again(state: State, group: tuple[Seat, ...]) -> Asked[State]:
    """Circumstance and linked dice apply again; the rest must be put again [RUL-57].

    The broken pay again, or do not roll [RUL-13].
    """
    indices = [n for n, check in enumerate(state.setup.checks) if check.who in group]
    for index in indices:
        asked = fee(state, state.setup.checks[index].who, ability_of(state, index))
        if asked is not None:
            return asked
    checks = tuple(
        part_of(state, index, state.setup.checks[index], 0, 0)
        for index in indices
        if can_roll(state, state.setup.checks[index].who)
    )
    return Due((gathering(TIE, checks, state.attempt + 1),))


def _tie_asked(state: State, group: tuple[Seat, ...]) -> Asked[State] | None:
    values = (0, 1) if state.setup.rulings.competitive_tie == "share" else (1, 0)
    return consent(state, "competitive_tie", min(group), values, group)
