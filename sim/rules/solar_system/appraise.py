"""What an option is worth to the one who would choose it, by exact odds.

Only the next exchange is weighed: who would win it, the harm each way, the points it
costs. What an opponent has not declared yet is taken to be his strongest attack.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from sim.events import Fact
from sim.protocol import Appraisal
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.consequences import ONE_SIDED, PARALLEL, PERPENDICULAR
from sim.rules.solar_system.harm import BOXES, bloodied_dice, is_broken, marks
from sim.rules.solar_system.items import armor, weapon
from sim.rules.solar_system.levels import FACES, kept_of, level_of, levels
from sim.rules.solar_system.pairing import pairings, relation
from sim.rules.solar_system.setup import NOBODY
from sim.rules.solar_system.state import BLANK, IN, VOLLEY, Roll, State, opponents

Spread = tuple[tuple[int, float], ...]
"""Success levels with their chances."""


class Exchange(Struct, frozen=True, gc=False):
    """The next exchange as one side sees it."""

    win: float
    deals: float
    suffers: float


NOTHING = Exchange(0.5, 0.0, 0.0)


class Blows(Struct, frozen=True):
    """What items change, and who can do harm at all."""

    adds: int = 0
    theirs: int = 0
    strikes: bool = True
    struck: bool = True
    relation: int = PERPENDICULAR


@lru_cache(maxsize=65536)
def _exchange(mine: Spread, other: Spread, blows: Blows) -> Exchange:
    """Weigh one exchange of levels [SS-VOL-02, SS-VOL-04, SS-VOL-05]."""
    win = deals = suffers = 0.0
    for level, chance in mine:
        for against, also in other:
            both = chance * also
            win += both if level > against else both / 2 if level == against else 0.0
            gain, loss = _bases(level, against, blows.relation)
            if gain > 0 and blows.strikes:
                deals += both * max(0, gain + blows.adds)
            if loss > 0 and blows.struck:
                suffers += both * max(0, loss + blows.theirs)
    return Exchange(win, deals, suffers)


def _bases(level: int, against: int, how: int) -> tuple[int, int]:
    if how == PERPENDICULAR:
        return level - against, against - level
    if how == PARALLEL:
        return level, against
    return level, 0


@lru_cache(maxsize=4096)
def _spread(rank: int, net: int) -> Spread:
    return tuple((level, float(chance)) for level, chance in levels(rank, net).items())


def _fixed(level: int) -> Spread:
    return ((level, 1.0),)


def _penalties(state: State, who: int, ability: int) -> int:
    person = state.people[who]
    per_box = state.setup.rulings.bloodied_stacking == "per_box"
    pool = state.ability(who, ability).pool
    worn = bloodied_dice(person.harm, pool, per_box=per_box)
    return person.bruises + worn + is_broken(person.harm)


def _levels(state: State, who: int, ability: int) -> Spread:
    rank = state.ability(who, ability).rank
    return _spread(rank, -_penalties(state, who, ability))


def _ahead(state: State, who: int) -> float:
    """Say how far *who* leads: ticked boxes of the others less his own, of seven."""
    others = opponents(state, who)
    if not others:
        return 1.0
    theirs = sum(marks(state.people[seat].harm) for seat in others) / len(others)
    return (theirs - marks(state.people[who].harm)) / BOXES


# What somebody else is likely to do.


def _likely(state: State, seat: int) -> tuple[int, int]:
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
    return f.ACTIVE, max(able, key=lambda n: sheet[n].rank - _penalties(state, seat, n))


def _weapons(state: State, who: int, ability: int, other: int) -> int:
    return weapon(state, who, ability, other) - armor(state, other, who, ability)


def _against(state: State, who: int, stance: int, ability: int, other: int) -> Exchange:
    """Weigh *who* using *ability* in *stance* against the likely action of *other*."""
    their_stance, theirs = _likely(state, other)
    their_levels = _fixed(0) if theirs == BLANK else _levels(state, other, theirs)
    mine = _fixed(0) if ability == BLANK else _levels(state, who, ability)
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
        adds=_weapons(state, who, ability, other) if strikes else 0,
        theirs=_weapons(state, other, theirs, who) if aims else 0,
        strikes=strikes,
        struck=aims,
        relation=how,
    )
    return _exchange(mine, their_levels, blows)


def _relation(state: State, who: int, ability: int, other: int, theirs: int) -> int:
    if state.people[who].stance != BLANK and state.people[other].stance != BLANK:
        return relation(state, who, other)
    names = state.ability(who, ability).name, state.ability(other, theirs).name
    listed = state.setup.parallel
    return PARALLEL if names in listed or names[::-1] in listed else PERPENDICULAR


def _threats(state: State, who: int, target: int) -> list[int]:
    """List the other opponents who are after *who*."""
    return [
        seat
        for seat in opponents(state, who)
        if seat != target and state.people[seat].target == who
    ]


def _weighed(
    state: State, who: int, stance: int, ability: int, target: int
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


def _made(state: State, who: int, found: Exchange, **more: Any) -> Appraisal:  # noqa: ANN401
    stakes = more.pop("stakes", max(0, state.people[who].goal))
    return Appraisal(
        win=found.win,
        deals=found.deals,
        suffers=found.suffers,
        stakes=stakes,
        ahead=_ahead(state, who),
        **more,
    )


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


def _best(state: State, who: int, goal: int, target: int) -> Exchange:
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
    best = max(innate, key=lambda n: sheet[n].rank - _penalties(state, who, n))
    found = _weighed(state, who, f.DEFENSIVE, best, person.target)
    rungs = len(state.data(who).goals)
    return _made(state, who, found, stakes=min(person.goal + 1, rungs - 1))


def _gate(state: State, option: Fact) -> Appraisal:
    concedes = isinstance(option, f.Conceded) or (
        isinstance(option, f.AnsweredSealed) and option.concedes
    )
    others = opponents(state, option.who)
    stakes = max((state.people[seat].goal for seat in others), default=0)
    return _made(state, option.who, NOTHING, concedes=concedes, stakes=max(0, stakes))


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
    found = _rolled(state, roll, _with_die(roll) if gives else _levels_of(roll))
    if not friendly:
        found = Exchange(1 - found.win, found.suffers, found.deals)
    who = roll.who if friendly else state.people[roll.who].target
    return _made(state, max(who, 0), found, cost=1.0 if gives else 0.0)


def _levels_of(roll: Roll) -> Spread:
    if roll.level != BLANK:
        return _fixed(roll.level)
    return _spread(roll.rank, roll.net)


def _with_die(roll: Roll) -> Spread:
    """Return the levels with one more bonus die, before or after the roll [RUL-08]."""
    if roll.level == BLANK:
        return _spread(roll.rank, roll.net + 1)
    net = roll.net + 1
    if roll.ordered and roll.drawn >= 3 + abs(net):
        return _fixed(level_of(roll.rank, kept_of(roll.faces, net)))
    third = 1 / len(FACES)
    dice = len(roll.faces) + 1
    return tuple(
        (level_of(roll.rank, kept_of((*roll.faces, face), dice - 3)), third)
        for face in FACES
    )


def _rolled(state: State, roll: Roll, mine: Spread) -> Exchange:
    """Weigh a roll on the table against the rolls it meets."""
    others = {one.who: one for one in state.rolls if one.who != roll.who}
    if state.stage != VOLLEY:
        return _simple(roll, mine, list(others.values()))
    win, deals, suffers, met = 0.0, 0.0, 0.0, 0
    for a, b, how in pairings(state):
        if roll.who not in {a, b}:
            continue
        other = b if roll.who == a else a
        theirs = _levels_of(others[other]) if other in others else _fixed(0)
        one = _exchange(mine, theirs, _blows(state, roll.who, other, a, how))
        win, deals, suffers = win + one.win, deals + one.deals, suffers + one.suffers
        met += 1
    return Exchange(win / met, deals, suffers) if met else NOTHING


def _blows(state: State, who: int, other: int, a: int, how: int) -> Blows:
    person, their = state.people[who], state.people[other]
    strikes = person.stance == f.ACTIVE and person.aim == other
    struck = their.stance == f.ACTIVE and their.aim == who
    if how == ONE_SIDED and a != who:
        # The attack comes from the other side: nothing of mine gets in its way.
        return Blows(strikes=False, struck=False, relation=ONE_SIDED)
    return Blows(
        adds=_weapons(state, who, person.ability, other) if strikes else 0,
        theirs=_weapons(state, other, their.ability, who) if struck else 0,
        strikes=strikes,
        struck=struck,
        relation=how,
    )


def _simple(roll: Roll, mine: Spread, others: list[Roll]) -> Exchange:
    """Weigh a check outside the Pain: reach the difficulty, or beat the others."""
    if not others:
        need = max(1, roll.difficulty)
        return Exchange(sum(p for level, p in mine if level >= need), 0.0, 0.0)
    found = [_exchange(mine, _levels_of(one), Blows()) for one in others]
    win = sum(one.win for one in found) / len(found)
    return Exchange(win, win, 1 - win)


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
        return Appraisal(ahead=_ahead(state, option.who))
    return Appraisal()
