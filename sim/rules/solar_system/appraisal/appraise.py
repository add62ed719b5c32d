"""The worth of an option to whoever would choose it, by exact odds.

Only the next exchange is weighed: the chance to win it, the harm dealt and suffered,
the points spent. An opponent who has not declared yet is assumed to make the strongest
attack.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from sim.rules.solar_system import facts as f
from sim.rules.solar_system.appraisal.dice import (
    levels_of,
    weighed_roll,
    with_die,
)
from sim.rules.solar_system.appraisal.exchange import (
    NOTHING,
    Exchange,
)
from sim.rules.solar_system.appraisal.prospects import (
    ahead_by,
    coming_rung,
    left_by_check,
)
from sim.rules.solar_system.appraisal.pursuing import (
    PURSUED,
    appraisal_of,
    later_volley,
)
from sim.rules.solar_system.appraisal.weighing import rung_of, target_of, weighed
from sim.rules.solar_system.checks.rolling import roll_at
from sim.rules.solar_system.phases import Interlude, Offer, Recovering
from sim.rules.solar_system.state import IN, State, action_of, opponents
from sim.seam.appraisal import NEUTRAL, Appraisal
from sim.seam.events import NOBODY, Fact, Seat
from sim.spine.leads import with_lead

# Actions.


def _action(state: State, option: f.ActionDeclared) -> Appraisal:
    target = option.target
    if option.stance != f.ACTIVE:
        target = NOBODY
        wanted = target_of(state, option.who)
        if wanted in opponents(state, option.who):
            target = wanted
    exchange = weighed(state, option.who, option.stance, option.ability, target)
    if option.prop != f.NONE:
        exchange = Exchange(
            exchange.win, exchange.deals + exchange.win, exchange.suffers
        )
    return appraisal_of(state, option.who, exchange, later_volley(state, option.who))


def _kept(state: State, option: f.ActionKept) -> Appraisal:
    who, action = option.who, action_of(state, option.who)
    assert action is not None
    attacks = action.stance == f.ACTIVE
    target = action.target if attacks else target_of(state, who)
    exchange = weighed(state, who, action.stance, action.ability, target)
    return appraisal_of(state, option.who, exchange, later_volley(state, who))


# Giving up.


def _gate(state: State, option: Fact) -> Appraisal:
    who = option.who
    concedes = isinstance(option, f.Conceded) or (
        isinstance(option, f.AnsweredSealed) and option.concedes
    )
    stakes = [
        rung_of(state, seat) if concedes else coming_rung(state, seat)
        for seat in opponents(state, who)
    ]
    most = max([0, *stakes])
    then = NOTHING if concedes else later_volley(state, who)
    leaves = float(concedes)
    return appraisal_of(
        state, who, NOTHING, then, concedes=concedes, stakes=most, leaves=leaves
    )


def _offer(state: State, option: f.PainDeclined | f.PainDeclared) -> Appraisal:
    """Weigh accepting the result of a check, by which its loser gives up.

    [SS-RES-04]
    """
    who, phase = option.who, state.phase
    assert isinstance(phase, Offer)
    lost, declined = who == phase.loser, isinstance(option, f.PainDeclined)
    goals = state.data(who).goals
    return Appraisal(
        win=0.5 if not declined else float(not lost),
        concedes=lost and declined,
        leaves=float(lost and declined),
        gives=left_by_check(state, phase.winner) if lost else 0.0,
        wins=goals[0].worth if goals else 1.0,
        loses=left_by_check(state, phase.winner if lost else phase.loser),
    )


# Dice.


def _die(state: State, option: f.DieBought | f.DieDeclined | f.GiftGiven) -> Appraisal:
    """Weigh a roll with or without one more bonus die."""
    index = option.roll
    roll = roll_at(state, index)
    gives = not isinstance(option, f.DieDeclined)
    friendly = roll.who == option.who or (
        option.who < state.setup.size
        and state.participants[roll.who].side == state.participants[option.who].side
    )
    exchange = weighed_roll(state, roll, with_die(roll) if gives else levels_of(roll))
    if not friendly:
        exchange = Exchange(1 - exchange.win, exchange.suffers, exchange.deals)
    who, cost = option.who, 1.0 if gives else 0.0
    if who < state.setup.size and state.participants[who].status == IN:
        return appraisal_of(state, who, exchange, cost=cost)
    # Sums of chances may miss 0 and 1 by a rounding.
    win = min(1.0, max(0.0, exchange.win))
    return Appraisal(win, max(0.0, exchange.deals), max(0.0, exchange.suffers), cost)


def _fee(state: State, option: f.FeePaid | f.FeeRefused) -> Appraisal:
    """Weigh the fee of the broken: without it their action does nothing [SS-HARM-09].

    After the conflict it is asked of a partner, who has nothing to gain.
    """
    who = option.who
    pays = isinstance(option, f.FeePaid)
    action = action_of(state, who) if pays else None
    stance = f.NO_ACTION if action is None else action.stance
    ability = f.NONE if action is None else action.ability
    exchange = weighed(state, who, stance, ability, target_of(state, who))
    idle = not pays and not isinstance(state.phase, Recovering)
    return appraisal_of(state, who, exchange, cost=1.0 if pays else 0.0, idle=idle)


_WEIGH: Mapping[type[Fact], Callable[[State, Any], Appraisal]] = {
    **PURSUED,
    f.ActionDeclared: _action,
    f.ActionKept: _kept,
    f.PainDeclined: _offer,
    f.PainDeclared: _offer,
    f.WentOn: _gate,
    f.Conceded: _gate,
    f.AnsweredSealed: _gate,
    f.DieBought: _die,
    f.DieDeclined: _die,
    f.GiftGiven: _die,
    f.FeePaid: _fee,
    f.FeeRefused: _fee,
}


def appraise(state: State, option: Fact) -> Appraisal:
    """Return the appraisal of *option*; neutral if nothing is known about its worth."""
    return with_lead(appraise_without_lead(state, option), lead_of(state, option.who))


def appraise_without_lead(state: State, option: Fact) -> Appraisal:
    """Return the appraisal of *option* without the lead, which depends on the boxes."""
    weigh = _WEIGH.get(type(option))
    return NEUTRAL if weigh is None else _scaled(weigh(state, option))


LEVEL = 0.5
"""The value of a level of harm, in the unit in which agents weigh harm and points.

In play, agents that pay half a level, one, or one and a half levels for a point were
compared: those that pay one return the most at nearly every seat of the shipped
scenarios.
"""


def _scaled(worth: Appraisal) -> Appraisal:
    """Return *worth*, whose harm is in levels, with its harm in the unit of agents."""
    return structs.replace(
        worth,
        deals=LEVEL * worth.deals,
        suffers=LEVEL * worth.suffers,
        then_deals=LEVEL * worth.then_deals,
        then_suffers=LEVEL * worth.then_suffers,
    )


def lead_of(state: State, who: Seat) -> float:
    """Return how far *who* leads; 0 for a seat that takes no part (any more)."""
    return 0.0 if isinstance(state.phase, Interlude) else lead_by_boxes(state, who)


def lead_by_boxes(state: State, who: Seat) -> float:
    """Return how far *who* leads while the conflict goes on, whatever is asked."""
    if who >= state.setup.size or state.participants[who].status != IN:
        return 0.0
    return ahead_by(state, who)
