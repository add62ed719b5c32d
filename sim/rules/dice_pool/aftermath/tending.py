"""Tending somebody who bleeds: who is asked, the roll, and its effect."""

from sim.rules.dice_pool.events.lasting import CharacterStabilized, TendingFailed
from sim.rules.dice_pool.facts import TendingRefused, TendingTried
from sim.rules.dice_pool.phases import Passing
from sim.rules.dice_pool.records.rolls import Roll, Why
from sim.rules.dice_pool.state import State, side_of, view
from sim.rules.dice_pool.willpower.spending import may_boost
from sim.seam.events import Cites, Consequence, Fact, Seat
from sim.seam.protocol import Decision

STABILIZED: Cites = ("DP-HEALTH-08", "DP-R-37", "DP-R-98")


def still_bleeding(state: State, phase: Passing) -> tuple[tuple[Seat, Seat], ...]:
    """Return those pairs (helper, patient) whose patient still bleeds."""
    return tuple(
        pair
        for pair in phase.tending
        if state.participants[pair[1]].body.bleeds_at is not None
    )


def ask_tending(state: State, helper: Seat, patient: Seat) -> Decision[State]:
    """Ask a helper to tend somebody who bleeds; an ally does by default [DP-DEC-17]."""
    tries: tuple[Fact, ...] = (
        TendingTried(helper, patient),
        TendingRefused(helper, patient),
    )
    if side_of(state, helper) != side_of(state, patient):
        tries = tries[::-1]
    return Decision(helper, tries, view(state, helper))


def tending_roll(state: State, helper: Seat, attempt: int) -> Roll:
    """Return the roll by which *helper* tries to stop the bleeding [DP-R-37]."""
    pool = state.setup.characters[helper].tend
    free = None if may_boost(state, helper, pool) else False
    return Roll(
        helper, Why.STABILIZE, pool, attempt=attempt, boosted=free, rote=pool.rote
    )


def tended(state: State, fact: TendingTried) -> tuple[Consequence, ...]:
    """Return the success of tending, if the rulings require no roll [DP-R-37]."""
    if state.setup.rulings.stabilize != "auto":
        return ()
    return (CharacterStabilized(STABILIZED, fact.patient, fact.who, "auto"),)


def tending_rolled(helper: Seat, patient: Seat, total: int) -> Consequence:
    """Return the effect of a roll of *helper*: a success stops the bleeding.

    [DP-R-37]
    """
    if total:
        return CharacterStabilized(STABILIZED, patient, helper, "roll")
    return TendingFailed(STABILIZED, patient, helper)
