"""Competitive checks: the ranking, and ties."""

from sim.rules.solar_system.checks.consent import consent
from sim.rules.solar_system.checks.gathering import can_roll, fee, gathering
from sim.rules.solar_system.checks.opening import part_of
from sim.rules.solar_system.checks.plan import ability_of, difficulty
from sim.rules.solar_system.consequences import (
    TIE,
    CheckResolved,
    ConflictClosed,
    Ending,
    RulingSettled,
)
from sim.rules.solar_system.phases import Checking, Rolling
from sim.rules.solar_system.scenario.sheet import COMPETITIVE_TIE
from sim.rules.solar_system.state import State, asks, ruling
from sim.seam.events import NOBODY, Seat
from sim.seam.protocol import Asked, Due

Levels = dict[Seat, int]


def latest_levels(state: State, phase: Rolling, within: Checking) -> tuple[int, ...]:
    """Return the level of everybody's latest roll; 0 without one [RUL-12]."""
    rolled = {roll.who: roll.reached for roll in phase.rolls}
    seats = tuple(check.who for check in state.setup.checks)
    if phase.stage != TIE:
        return tuple(rolled.get(who, 0) for who in seats)
    again = tied(within)
    return tuple(
        rolled.get(who, 0) if who in again else level or 0
        for who, level in zip(seats, within.results, strict=True)
    )


def ranked(state: State, phase: Rolling, within: Checking) -> Due:
    """Rank by level, best first.

    Equal ones share a place [SS-COM-02, SS-COM-03, RUL-57]. After a reroll only the
    tied group is sorted again.
    """
    seats = tuple(check.who for check in state.setup.checks)
    levels = dict(zip(seats, latest_levels(state, phase, within), strict=True))
    groups = within.ranking or (seats,)
    ranking = tuple(part for group in groups for part in _sorted(group, levels))
    best = ranking[0]
    level = levels[best[0]]
    success = level >= difficulty(state, within, 0)
    winner = best[0] if success and len(best) == 1 else NOBODY
    cites = ("SS-COM-02", "SS-COM-03", "RUL-57")
    return Due(
        (CheckResolved(cites, "competitive", winner, NOBODY, level, success, ranking),)
    )


def _sorted(group: tuple[Seat, ...], levels: Levels) -> list[tuple[Seat, ...]]:
    high_first = sorted({levels[who] for who in group}, reverse=True)
    return [tuple(w for w in group if levels[w] == level) for level in high_first]


def tied(phase: Checking) -> tuple[Seat, ...]:
    """Return the best tied group that may still roll again; () if there is none."""
    for group in phase.ranking:
        if len(group) > 1 and ruling(phase.ruled, SHARED, min(group)) is None:
            return group
    return ()


SHARED = "share"
"""The ruling that a tied group shares its place."""


def ask_ties(state: State, phase: Checking) -> Asked[State]:
    """Settle ties: shared, or rolled again by those tied [RUL-57]."""
    group = tied(phase)
    rulings = state.setup.rulings
    if not group or phase.rerolls >= rulings.max_volleys:
        return Due((_closed(state, phase),))
    if asks(state, COMPETITIVE_TIE):
        asked = _tie_asked(state, phase, group)
        if asked is not None:
            return asked
        again = ruling(phase.ruled, COMPETITIVE_TIE, min(group)) == 1
    else:
        again = rulings.competitive_tie == "reroll"
    if not again:
        return Due((RulingSettled(("SS-COM-03", "RUL-57"), SHARED, min(group), 0),))
    return _roll_again(state, phase, group)


def _closed(state: State, phase: Checking) -> ConflictClosed:
    best = max(level or 0 for level in phase.results)
    reached = best >= difficulty(state, phase, 0)
    how = Ending.RANKED if reached else Ending.FAILURE
    return ConflictClosed(("SS-COM-02", "SS-COM-03"), how)


def _roll_again(state: State, phase: Checking, group: tuple[Seat, ...]) -> Asked[State]:
    """Circumstance and linked dice apply again; others must be added again [RUL-57].

    The broken pay again, or do not roll [RUL-13].
    """
    checks = state.setup.checks
    indices = [index for index, check in enumerate(checks) if check.who in group]
    for index in indices:
        asked = fee(state, phase.fees, checks[index].who, ability_of(phase, index))
        if asked is not None:
            return asked
    again = tuple(
        part_of(state, phase, index, 0, 0)
        for index in indices
        if can_roll(state, phase.fees, checks[index].who)
    )
    return Due((gathering(TIE, again, phase.rerolls + 1),))


def _tie_asked(
    state: State, phase: Checking, group: tuple[Seat, ...]
) -> Asked[State] | None:
    values = (0, 1) if state.setup.rulings.competitive_tie == "share" else (1, 0)
    return consent(
        state,
        phase.ruled,
        COMPETITIVE_TIE,
        min(group),
        values=values,
        involved=group,
    )
