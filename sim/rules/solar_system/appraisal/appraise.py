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
    Blows,
    Exchange,
    ahead_by,
    exchange,
    fixed,
    levels_now,
    net_weapon,
    penalties,
)
from sim.rules.solar_system.consequences import ONE_SIDED, PARALLEL, PERPENDICULAR
from sim.rules.solar_system.pain.pairing import relation
from sim.rules.solar_system.phases import BLANK
from sim.rules.solar_system.state import IN, State, opponents

# What somebody else is likely to do.


def _likely(state: State, seat: Seat) -> tuple[int, int]:
    """Return (stance, ability) of *seat*: declared, or its strongest attack."""
    person = state.people[seat]
    if person.stance != BLANK:
        return person.stance, person.ability
    if person.changing or person.goal == BLANK:
        sheet = state.data(seat).abilities
        innate = [n for n, ability in enumerate(sheet) if ability.innate]
        return f.DEFENSIVE, max(innate, key=lambda n: sheet[n].rank)
    sheet = state.data(seat).abilities
    able = state.goal_of(seat).actions
    if not able:
        return f.NO_ACTION, BLANK
    return f.ACTIVE, max(able, key=lambda n: sheet[n].rank - penalties(state, seat, n))


def _against(
    state: State, who: Seat, stance: int, ability: int, other: Seat
) -> Exchange:
    """Weigh *who* using *ability* in *stance* against the likely action of *other*."""
    their_stance, theirs = _likely(state, other)
    their_levels = fixed(0) if theirs == BLANK else levels_now(state, other, theirs)
    mine = fixed(0) if ability == BLANK else levels_now(state, who, ability)
    aim = state.people[other].aim
    aims = their_stance == f.ACTIVE and aim in {who, NOBODY}
    strikes = stance == f.ACTIVE
    how = PERPENDICULAR
    if strikes and their_stance == f.ACTIVE:
        how = ONE_SIDED
        if aims:
            how = _relation(state, who, ability, other, theirs)
    elif not strikes and not aims:
        return NOTHING
    blows = Blows(
        adds=net_weapon(state, who, ability, other) if strikes else 0,
        theirs=net_weapon(state, other, theirs, who) if aims else 0,
        strikes=strikes,
        struck=aims,
        relation=how,
    )
    return exchange(mine, their_levels, blows)


def _relation(state: State, who: Seat, ability: int, other: Seat, theirs: int) -> int:
    if state.people[who].stance != BLANK and state.people[other].stance != BLANK:
        return relation(state, who, other)
    names = state.ability(who, ability).name, state.ability(other, theirs).name
    listed = state.setup.parallel
    return PARALLEL if names in listed or names[::-1] in listed else PERPENDICULAR


def _threats(state: State, who: Seat, target: Seat) -> list[Seat]:
    """List the other opponents who are after *who*."""
    return [
        seat
        for seat in opponents(state, who)
        if seat != target and state.people[seat].target == who
    ]


def _weighed(
    state: State, who: Seat, stance: int, ability: int, target: Seat
) -> Exchange:
    """Weigh an action against its target, and against all who are after *who*."""
    seats = _threats(state, who, target)
    found = [_against(state, who, stance, ability, seat) for seat in seats]
    if target != NOBODY and state.people[target].status == IN:
        found.append(_against(state, who, stance, ability, target))
    if not found:
        return NOTHING
    deals = found[-1].deals if target != NOBODY else 0.0
    win = sum(one.win for one in found) / len(found)
    return Exchange(win, deals, sum(one.suffers for one in found))


# The options.


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
    person = state.people[who]
    rungs = len(state.data(who).goals)
    return max(0, min(person.goal + person.changing, rungs - 1))


def _withdrawn(state: State, option: f.ChangeWithdrawn) -> Appraisal:
    """Weigh going on with the old intention after all."""
    person = state.people[option.who]
    found = _best(state, option.who, person.goal, person.target)
    return _made(state, option.who, found, stakes=max(0, person.goal))


def _action(state: State, option: f.ActionDeclared) -> Appraisal:
    target = option.target
    if option.stance != f.ACTIVE:
        target = NOBODY
        if state.people[option.who].target in opponents(state, option.who):
            target = state.people[option.who].target
    found = _weighed(state, option.who, option.stance, option.ability, target)
    if option.prop >= 0:
        found = Exchange(found.win, found.deals + found.win, found.suffers)
    return _made(state, option.who, found)


def _kept(state: State, option: f.ActionKept) -> Appraisal:
    person = state.people[option.who]
    target = person.aim if person.stance == f.ACTIVE else person.target
    found = _weighed(state, option.who, person.stance, person.ability, target)
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
    found = [_weighed(state, who, f.ACTIVE, one, target) for one in actions]
    return max(found, key=lambda one: one.deals - one.suffers, default=NOTHING)


def _intent_kept(state: State, option: f.IntentKept) -> Appraisal:
    person = state.people[option.who]
    if state.people[person.target].status != IN:
        return _made(state, option.who, NOTHING)
    return _made(
        state, option.who, _best(state, option.who, person.goal, person.target)
    )


def _changed(state: State, option: f.IntentChanged) -> Appraisal:
    """Weigh a change: a volley of mere defence, and then one rung deadlier."""
    who = option.who
    person = state.people[who]
    sheet = state.data(who).abilities
    innate = [n for n, ability in enumerate(sheet) if ability.innate]
    best = max(innate, key=lambda n: sheet[n].rank - penalties(state, who, n))
    found = _weighed(state, who, f.DEFENSIVE, best, person.target)
    rungs = len(state.data(who).goals)
    return _made(state, who, found, stakes=min(person.goal + 1, rungs - 1))


def _gate(state: State, option: Fact) -> Appraisal:
    concedes = isinstance(option, f.Conceded) or (
        isinstance(option, f.AnsweredSealed) and option.concedes
    )
    stakes = [
        state.people[seat].goal if concedes else _coming(state, seat)
        for seat in opponents(state, option.who)
    ]
    most = max([0, *stakes])
    return _made(state, option.who, NOTHING, concedes=concedes, stakes=most)


def _coming(state: State, seat: Seat) -> int:
    """Say how deadly the intention of *seat* is about to be [SS-GIVE-04]."""
    person = state.people[seat]
    return min(person.goal + person.owes, len(state.data(seat).goals) - 1)


def _offer(state: State, option: f.PainDeclined | f.PainDeclared) -> Appraisal:
    """To let a lost check stand is to give up [SS-RES-04]."""
    gives_up = isinstance(option, f.PainDeclined) and option.who == state.loser
    return _made(state, option.who, NOTHING, concedes=gives_up, stakes=0)


# Dice.


def _die(state: State, option: f.DieBought | f.DieDeclined | f.GiftGiven) -> Appraisal:
    """Weigh a roll with or without one more bonus die."""
    index = option.roll
    roll = state.rolls[index]
    gives = not isinstance(option, f.DieDeclined)
    friendly = roll.who == option.who or (
        option.who < state.setup.size
        and state.people[roll.who].side == state.people[option.who].side
    )
    found = weighed_roll(state, roll, with_die(roll) if gives else levels_of(roll))
    if not friendly:
        found = Exchange(1 - found.win, found.suffers, found.deals)
    who = roll.who if friendly else state.people[roll.who].target
    return _made(state, max(who, Seat(0)), found, cost=1.0 if gives else 0.0)


def _fee(state: State, option: f.FeePaid | f.FeeRefused) -> Appraisal:
    who = option.who
    person = state.people[who]
    pays = isinstance(option, f.FeePaid)
    stance = person.stance if pays else f.NO_ACTION
    ability = person.ability if pays else BLANK
    found = _weighed(state, who, stance, ability, person.target)
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
    if option.who < state.setup.size and state.people[option.who].status == IN:
        return Appraisal(ahead=ahead_by(state, option.who))
    return Appraisal()
