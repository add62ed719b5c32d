"""Competitive checks: ranking, and what a tie becomes."""

from sim.events import Consequence
from sim.protocol import Asked, Due
from sim.rules.solar_system.consent import consent
from sim.rules.solar_system.consequences import (
    CheckResolved,
    ConflictClosed,
    RulingSettled,
)
from sim.rules.solar_system.gathering import gathering
from sim.rules.solar_system.opening import difficulty, level_of, part_of
from sim.rules.solar_system.setup import NOBODY
from sim.rules.solar_system.state import BLANK, TIE, State, asks


def _groups(state: State, seats: tuple[int, ...]) -> list[tuple[int, ...]]:
    levels = sorted({level_of(state, who) for who in seats}, reverse=True)
    return [
        tuple(who for who in seats if level_of(state, who) == level) for level in levels
    ]


def ranked(state: State) -> CheckResolved:
    """Rank by level, best first; equals share a place [SS-COM-02, SS-COM-03, RUL-57].

    After a reroll only the tied group is sorted again.
    """
    seats = tuple(check.who for check in state.setup.checks)
    if state.stage == TIE:
        rolled = {roll.who for roll in state.rolls}
        ranking: list[tuple[int, ...]] = []
        for group in state.ranking:
            again = rolled.issuperset(group)
            ranking += _groups(state, group) if again else [group]
        success = bool(state.results[-1])
        level = max(level_of(state, who) for who in rolled)
    else:
        ranking = _groups(state, seats)
        level = level_of(state, ranking[0][0])
        first = next(
            n
            for n, check in enumerate(state.setup.checks)
            if check.who == ranking[0][0]
        )
        success = level >= difficulty(state, first)
    winner = ranking[0][0] if success and len(ranking[0]) == 1 else NOBODY
    cites = ("SS-COM-02", "SS-COM-03", "RUL-57")
    return CheckResolved(
        cites, "competitive", winner, NOBODY, level, success, tuple(ranking)
    )


def tied(state: State) -> tuple[int, ...]:
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
        how = "ranked" if state.results[-1] else "failure"
        return Due((ConflictClosed(("SS-COM-02", "SS-COM-03"), how),))
    if asks(state, "competitive_tie"):
        asked = _tie_asked(state, group)
        if asked is not None:
            return asked
        again = state.ruling("competitive_tie", min(group)) == 1
    else:
        again = rulings.competitive_tie == "reroll"
    if not again:
        return Due((RulingSettled(("SS-COM-03", "RUL-57"), "share", min(group), 0),))
    return Due((_roll_again(state, group),))


def _roll_again(state: State, group: tuple[int, ...]) -> Consequence:
    """Circumstance and linked dice apply again; the rest must be put again [RUL-57]."""
    checks = tuple(
        part_of(state, index, check, 0, 0)
        for index, check in enumerate(state.setup.checks)
        if check.who in group
    )
    return gathering(TIE, checks, state.attempt + 1)


def _tie_asked(state: State, group: tuple[int, ...]) -> Asked[State] | None:
    values = (0, 1) if state.setup.rulings.competitive_tie == "share" else (1, 0)
    return consent(state, "competitive_tie", min(group), values, group)
