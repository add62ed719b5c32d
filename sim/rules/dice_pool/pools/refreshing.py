"""Morality dice for a point spent for an Intimacy: a success returns the point."""

from sim.rules.dice_pool.phases import has_rolls
from sim.rules.dice_pool.pools.throwing import asked_by, belonging, reader, tens, waved
from sim.rules.dice_pool.records.rolls import Roll, Throw, Why, roll_of
from sim.rules.dice_pool.state import State
from sim.rules.dice_pool.willpower.boosting import Rolls
from sim.rules.dice_pool.willpower.regaining import INTIMACY, regained
from sim.seam.events import Consequence, DiceRolled
from sim.seam.protocol import Chance


def ask_refreshes(state: State, rolls: Rolls) -> Chance | None:
    """Roll Morality for a point spent for an Intimacy, unless it is 0 [DP-MORAL-05]."""
    for roll in rolls:
        if not roll.intimacy:
            continue
        throw = refresh_throw(state, roll)
        if throw is not None and throw.due:
            read = reader(state.setup.rulings, chance=False)
            due, seen = tens(throw.due), tens(throw.seen)
            cites = asked_by(Why.INTIMACY, throw)
            number = belonging(roll)
            return Chance(roll.who, Why.INTIMACY, due, read, seen, number, cites)
    return None


def refresh_throw(state: State, roll: Roll) -> Throw | None:
    """Return the Morality dice of *roll*, if a point was spent for an Intimacy.

    The point may be for its boost, or for the act it is made for [DP-R-49].
    """
    if roll.refresh is not None:
        return roll.refresh
    paid = roll.boosted or roll.dedicated
    if not paid or not roll.intimacy or roll.accepted is False:
        return None
    morality = state.participants[roll.who].conscience.morality
    return Throw(morality) if morality else None


def refreshed(state: State, fact: DiceRolled) -> tuple[Consequence, ...]:
    """Return the point that comes back if the Morality dice show a success.

    DP-WILL-10, DP-R-49.
    """
    phase = state.phase
    assert has_rolls(phase)
    roll = roll_of(phase.rolls, fact.who, fact.attempt)
    throw = refresh_throw(state, roll)
    assert throw is not None
    then = waved(throw, fact.reading, state.setup.waves)
    if then.due or not then.total:
        return ()
    return tuple(regained(state, fact.who, INTIMACY))
