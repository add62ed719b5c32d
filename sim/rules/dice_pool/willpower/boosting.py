"""Rolls from the boost to the last die: Willpower, Intimacies, the pool, the dice.

Every roll that its owner may boost goes through here: contests, tasks, aftermath.
"""

from sim.rules.dice_pool.events.judgements import IntimacyRuled
from sim.rules.dice_pool.phases import has_rolls
from sim.rules.dice_pool.pools.assembling import assembled
from sim.rules.dice_pool.pools.throwing import (
    ask_dice,
    asked_by,
    belonging,
    reader,
    tens,
    wave_due,
    waved,
)
from sim.rules.dice_pool.records.rolls import (
    IMPOSSIBLE,
    Roll,
    Throw,
    Why,
    roll_of,
)
from sim.rules.dice_pool.scenario.words import DIRECT
from sim.rules.dice_pool.state import State, counts, side_of, view
from sim.rules.dice_pool.willpower.regaining import INTIMACY, regained
from sim.rules.dice_pool.willpower.spending import (
    BOOST,
    ask_boost,
    ask_dedication,
    spent,
)
from sim.seam.events import NOBODY, Consequence, DiceRolled, Seat
from sim.seam.protocol import Asked, Chance, Decision, Due

Rolls = tuple[Roll, ...]


def ask_rolls(state: State, rolls: Rolls) -> Asked[State] | None:
    """Ask for everything that *rolls* still need; None once their totals are known."""
    for roll in rolls:
        if roll.dedicated is None:
            asked = ask_dedication(state, roll, open_intimacies(state, roll, rolls))
            if asked is not None:
                return asked
    late = state.setup.rulings.boost_timing == "after"
    waiting = [roll for roll in rolls if roll.dice is None]
    if waiting:
        asked = None if late else _boosts(state, rolls)
        if asked is not None:
            return asked
        found: list[Consequence] = []
        if not late:
            found += [_spent(state, roll) for roll in waiting if roll.boosted]
        return Due((*found, *(assembled(roll, late=late) for roll in waiting)))
    if late:
        after = _late(state, rolls)
        if after is not None:
            return after
    return _refreshes(state, rolls) or ask_dice(state, rolls)


def _spent(state: State, roll: Roll) -> Consequence:
    return spent(state, roll.who, BOOST, roll.intimacy)


def _late(state: State, rolls: Rolls) -> Asked[State] | None:
    """Ask for boosts once the dice have fallen [DP-R-45, DP-R-106]."""
    # Everybody's first throw is over before anybody is asked, or who comes later
    # would know more.
    for roll in rolls:
        chance = wave_due(state, roll)
        if chance is not None:
            return chance
    asked = _boosts(state, rolls)
    if asked is not None:
        return asked
    paid = [_spent(state, roll) for roll in rolls if boost_unpaid(state, roll)]
    return Due(tuple(paid)) if paid else None


def boost_unpaid(state: State, roll: Roll) -> bool:
    """Whether a late boost of *roll* has been chosen and not yet been paid."""
    return bool(roll.boosted) and BOOST not in state.participants[roll.who].will.spent


def _boosts(state: State, rolls: Rolls) -> Decision[State] | None:
    for roll in rolls:
        # Nobody is asked for more dice where none are rolled [DP-R-94].
        if roll.boosted is None and roll.hardness != IMPOSSIBLE:
            # One roll of Morality for one roll: it is for one tie at most.
            tied = () if roll.intimacy else open_intimacies(state, roll, rolls)
            return ask_boost(state, roll, tied)
    setup = state.setup
    if "intimacy" not in setup.asked:
        return None
    judge = setup.judge
    for roll in rolls:
        if roll.intimacy and roll.accepted is None:
            words = (True, False)
            options = tuple(IntimacyRuled(judge, roll.who, word) for word in words)
            return Decision(judge, options, view(state, judge))
    return None


def open_intimacies(state: State, roll: Roll, rolls: Rolls) -> tuple[str, ...]:
    """Return the Intimacies for which *roll* may be boosted [DP-WILL-10, DP-R-102]."""
    who, setup = roll.who, state.setup
    bonds = state.participants[who].conscience.bonds
    if not bonds:
        return ()
    at_stake = {
        one.intimacy
        for one in setup.at_stake
        if one.who == who and counts(state.round, one.first, one.last)
    }
    attacked = {
        setup.characters[other.target].name
        for other in rolls
        if other.intent and _attacks(state, other, who)
    }
    return tuple(
        [
            bond.name
            for bond in bonds
            if bond.name in at_stake or not attacked.isdisjoint(bond.objects)
        ]
    )


def _attacks(state: State, other: Roll, who: Seat) -> bool:
    """Whether *other* is a direct act against somebody else on the side of *who*."""
    kind = state.setup.characters[other.who].intent(other.intent).kind
    if kind not in DIRECT or other.target in (who, NOBODY):
        return False
    return side_of(state, other.target) == side_of(state, who)


def _refreshes(state: State, rolls: Rolls) -> Chance | None:
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
