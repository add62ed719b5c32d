"""Willpower that boosts a roll: who is asked, when it is paid, for which Intimacy."""

from sim.rules.dice_pool.events.judgements import IntimacyRuled
from sim.rules.dice_pool.records.rolls import IMPOSSIBLE, Roll
from sim.rules.dice_pool.scenario.words import DIRECT
from sim.rules.dice_pool.state import State, counts, side_of, view
from sim.rules.dice_pool.willpower.spending import BOOST, ask_boost, spent
from sim.seam.events import NOBODY, Consequence, Seat
from sim.seam.protocol import Decision

Rolls = tuple[Roll, ...]


def boost_spent(state: State, roll: Roll) -> Consequence:
    """Return the payment of the boost of *roll* [DP-WILL-03]."""
    return spent(state, roll.who, BOOST, roll.intimacy)


def boost_unpaid(state: State, roll: Roll) -> bool:
    """Whether a late boost of *roll* has been chosen and not yet been paid."""
    return bool(roll.boosted) and BOOST not in state.participants[roll.who].will.spent


def ask_boosts(state: State, rolls: Rolls) -> Decision[State] | None:
    """Ask for each boost that is not yet decided, then whether an Intimacy counts."""
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
        stake.intimacy
        for stake in setup.at_stake
        if stake.who == who and counts(state.round, stake.first, stake.last)
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
