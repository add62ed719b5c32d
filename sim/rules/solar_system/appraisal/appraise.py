"""What an option is worth to the one who would choose it, by exact odds.

Only the next exchange is weighed: who would win it, the harm each way, the points it
costs. What an opponent has not declared yet is taken to be his strongest attack.
"""

from collections.abc import Callable, Mapping
from typing import Any

from sim.events import NOBODY, Fact, Seat
from sim.protocol import Appraisal
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.appraisal.dice import (
    levels_of,
    weighed_roll,
    with_die,
)
from sim.rules.solar_system.appraisal.exchange import (
    NOTHING,
    Exchange,
    ahead_by,
    penalties,
)
from sim.rules.solar_system.appraisal.weighing import rung_of, target_of, weighed
from sim.rules.solar_system.checks.rolling import roll_at
from sim.rules.solar_system.phases import Gate, Offer
from sim.rules.solar_system.state import (
    IN,
    State,
    action_of,
    intent_of,
    is_changing,
    opponents,
)


def _made(state: State, who: Seat, found: Exchange, **more: Any) -> Appraisal:  # noqa: ANN401
    stakes = more.pop("stakes", _stakes(state, who))
    return Appraisal(
        # Sums of chances may miss 0 and 1 by the last digit.
        win=min(1.0, max(0.0, found.win)),
        deals=found.deals,
        suffers=found.suffers,
        stakes=stakes,
        ahead=ahead_by(state, who),
        **more,
    )


def _stakes(state: State, who: Seat) -> int:
    """Say how deadly the intention of *who* is, or is about to be."""
    rungs = len(state.data(who).goals)
    return max(0, min(rung_of(state, who) + is_changing(state, who), rungs - 1))


def _withdrawn(state: State, option: f.ChangeWithdrawn) -> Appraisal:
    """Weigh going on with the old intention after all."""
    goal, target = intent_of(state, option.who).wanted
    found = _best(state, option.who, goal, target)
    return _made(state, option.who, found, stakes=goal)


def _action(state: State, option: f.ActionDeclared) -> Appraisal:
    target = option.target
    if option.stance != f.ACTIVE:
        target = NOBODY
        wanted = target_of(state, option.who)
        if wanted in opponents(state, option.who):
            target = wanted
    found = weighed(state, option.who, option.stance, option.ability, target)
    if option.prop != f.NONE:
        found = Exchange(found.win, found.deals + found.win, found.suffers)
    return _made(state, option.who, found)


def _kept(state: State, option: f.ActionKept) -> Appraisal:
    who, action = option.who, action_of(state, option.who)
    assert action is not None
    attacks = action.stance == f.ACTIVE
    target = action.target if attacks else target_of(state, who)
    found = weighed(state, who, action.stance, action.ability, target)
    return _made(state, option.who, found)


def _intent(state: State, option: f.IntentDeclared) -> Appraisal:
    return _made(
        state,
        option.who,
        _best(state, option.who, option.goal, option.target),
        stakes=option.goal,
    )


def _best(state: State, who: Seat, goal: int, target: Seat) -> Exchange:
    """Weigh the best action that serves a goal."""
    actions = state.data(who).goals[goal].actions
    found = [weighed(state, who, f.ACTIVE, one, target) for one in actions]
    return max(found, key=lambda one: one.deals - one.suffers, default=NOTHING)


def _intent_kept(state: State, option: f.IntentKept) -> Appraisal:
    who = option.who
    goal, target = intent_of(state, who).wanted
    if state.participants[target].status != IN:
        return _made(state, who, NOTHING)
    return _made(state, who, _best(state, who, goal, target))


def _changed(state: State, option: f.IntentChanged) -> Appraisal:
    """Weigh a change: a volley of mere defence, and then one rung deadlier."""
    who = option.who
    goal, target = intent_of(state, who).wanted
    sheet = state.data(who).abilities
    innate = [n for n, ability in enumerate(sheet) if ability.innate]
    best = max(innate, key=lambda n: sheet[n].rank - penalties(state, who, n))
    found = weighed(state, who, f.DEFENSIVE, best, target)
    rungs = len(state.data(who).goals)
    return _made(state, who, found, stakes=min(goal + 1, rungs - 1))


def _gate(state: State, option: Fact) -> Appraisal:
    concedes = isinstance(option, f.Conceded) or (
        isinstance(option, f.AnsweredSealed) and option.concedes
    )
    stakes = [
        rung_of(state, seat) if concedes else _coming(state, seat)
        for seat in opponents(state, option.who)
    ]
    most = max([0, *stakes])
    return _made(state, option.who, NOTHING, concedes=concedes, stakes=most)


def _coming(state: State, seat: Seat) -> int:
    """Say how deadly the intention of *seat* is about to be [SS-GIVE-04]."""
    phase = state.phase
    owes = isinstance(phase, Gate) and seat in phase.owing
    return min(rung_of(state, seat) + owes, len(state.data(seat).goals) - 1)


def _offer(state: State, option: f.PainDeclined | f.PainDeclared) -> Appraisal:
    """To let a lost check stand is to give up [SS-RES-04]."""
    phase = state.phase
    lost = isinstance(phase, Offer) and option.who == phase.loser
    gives_up = lost and isinstance(option, f.PainDeclined)
    return _made(state, option.who, NOTHING, concedes=gives_up, stakes=0)


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
    found = weighed_roll(state, roll, with_die(roll) if gives else levels_of(roll))
    if not friendly:
        found = Exchange(1 - found.win, found.suffers, found.deals)
    who = roll.who if friendly else target_of(state, roll.who)
    return _made(state, max(who, Seat(0)), found, cost=1.0 if gives else 0.0)


def _fee(state: State, option: f.FeePaid | f.FeeRefused) -> Appraisal:
    who = option.who
    pays = isinstance(option, f.FeePaid)
    action = action_of(state, who) if pays else None
    stance = f.NO_ACTION if action is None else action.stance
    ability = f.NONE if action is None else action.ability
    found = weighed(state, who, stance, ability, target_of(state, who))
    return _made(state, who, found, cost=1.0 if pays else 0.0)


_APPRAISED: Mapping[type[Fact], Callable[[State, Any], Appraisal]] = {
    f.ActionDeclared: _action,
    f.ActionKept: _kept,
    f.IntentDeclared: _intent,
    f.IntentKept: _intent_kept,
    f.IntentChanged: _changed,
    f.ChangeWithdrawn: _withdrawn,
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
    """Return what *option* is worth; neutral where only taste decides."""
    found = _APPRAISED.get(type(option))
    if found is not None:
        return found(state, option)
    if option.who < state.setup.size and state.participants[option.who].status == IN:
        return Appraisal(ahead=ahead_by(state, option.who))
    return Appraisal()
