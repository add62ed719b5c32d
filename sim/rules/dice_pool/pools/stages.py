"""The stages of a roll: dedication, boost, pool, dice, Morality.

Contests, tasks and the aftermath send every roll that its owner may boost through here.
"""

from sim.rules.dice_pool.pools.assembling import assembled
from sim.rules.dice_pool.pools.refreshing import ask_refreshes
from sim.rules.dice_pool.pools.throwing import ask_dice, wave_due
from sim.rules.dice_pool.state import State
from sim.rules.dice_pool.willpower.boosting import (
    Rolls,
    ask_boosts,
    boost_spent,
    boost_unpaid,
    open_intimacies,
)
from sim.rules.dice_pool.willpower.spending import ask_dedication
from sim.seam.events import Consequence
from sim.seam.protocol import Asked, Due


def ask_rolls(state: State, rolls: Rolls) -> Asked[State] | None:
    """Ask for everything that *rolls* still need; None once their totals are known."""
    # 1. Points that may be dedicated: those that the act has cost.
    for roll in rolls:
        if roll.dedicated is None:
            asked = ask_dedication(state, roll, open_intimacies(state, roll, rolls))
            if asked is not None:
                return asked
    # 2. Boosts, which are paid as soon as all are decided; then the pools.
    late = state.setup.rulings.boost_timing == "after"
    waiting = [roll for roll in rolls if roll.dice is None]
    if waiting:
        asked = None if late else ask_boosts(state, rolls)
        if asked is not None:
            return asked
        events: list[Consequence] = []
        if not late:
            events += [boost_spent(state, roll) for roll in waiting if roll.boosted]
        return Due((*events, *(assembled(roll, late=late) for roll in waiting)))
    # 3. The first throw, and boosts that come after it if the rulings say so.
    if late:
        after = _late(state, rolls)
        if after is not None:
            return after
    # 4. Morality for a point spent for an Intimacy, and all other dice.
    return ask_refreshes(state, rolls) or ask_dice(state, rolls)


def _late(state: State, rolls: Rolls) -> Asked[State] | None:
    """Ask for boosts once the dice have fallen [DP-R-45, DP-R-106]."""
    # Everybody's first throw is over before anybody is asked, or those asked later
    # would know more.
    for roll in rolls:
        chance = wave_due(state, roll)
        if chance is not None:
            return chance
    asked = ask_boosts(state, rolls)
    if asked is not None:
        return asked
    paid = [boost_spent(state, roll) for roll in rolls if boost_unpaid(state, roll)]
    return Due(tuple(paid)) if paid else None
