"""What an option is worth, by the odds of the next comparison it leads to.

Harm is measured in points of Health, and in losses where nobody is hurt. What the
others will do is taken to be what they mean in silence: their first intent.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from sim.events import NOBODY, Fact, Seat
from sim.protocol import Appraisal
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.appraisal.distribution import (
    Chances,
    better,
    mean,
    pool_chances,
    weighed,
)
from sim.rules.dice_pool.contests.rolling import named
from sim.rules.dice_pool.phases import (
    Contesting,
    Roll,
    Rolling,
    Settling,
    Striking,
    Thrown,
    Why,
)
from sim.rules.dice_pool.pools.assembling import assemble
from sim.rules.dice_pool.pools.assessing import assessed, gathered
from sim.rules.dice_pool.scenario.data import IntentData, PoolData
from sim.rules.dice_pool.scenario.words import ARENAS, Kind, Use
from sim.rules.dice_pool.state import (
    State,
    able,
    aware,
    side_of,
    standing_sides,
)
from sim.seats import by_seat

NOTHING: Chances = (1.0,)
SOFT = 0.4
"""What a die carried to a later roll is worth, in points of harm."""
_WORTH_OF_USE = {
    Use.DAMAGE: 1.0,
    Use.REPUTATION: 0.5,
    Use.HOLDINGS: 0.5,
    Use.BONUS: SOFT,
    Use.PENALTY: SOFT,
    Use.NONE: 0.0,
}


def appraise(view: State, option: Fact) -> Appraisal:
    """Return what *option* is worth to the one who would choose it."""
    weigh = _WEIGH.get(type(option))
    return weigh(view, option) if weigh is not None else Appraisal()


# The round, thought through to its dice.


def dice_of(view: State, roll: Roll, *, boosted: bool | None = None) -> Chances:
    """Return what *roll* may come to, its details judged by default."""
    rulings = view.setup.rulings
    edge, difficulty = roll.edge, roll.difficulty
    if not isinstance(view.phase, Rolling) or edge is None:
        details = gathered(view, roll, edge=True)
        edge = assessed([(dice, lifts) for _, dice, lifts in details], rulings)
    if not isinstance(view.phase, Rolling) or difficulty is None:
        details = gathered(view, roll, edge=False)
        difficulty = assessed([(dice, lifts) for _, dice, lifts in details], rulings)
    boost = bool(roll.boosted) if boosted is None else boosted
    pool = assemble(
        roll.pool.dice,
        edge,
        difficulty,
        roll.hardness,
        boosted=boost,
        rote=roll.rote,
    )
    if pool.kind == "no_roll":
        return NOTHING
    return pool_chances(
        pool.dice, rulings, rote=pool.rote, chance=pool.kind == "chance"
    )


def _usual(view: State, who: Seat) -> Roll | None:
    """Return what *who* rolls in silence: the first pool of the first intent."""
    for intent in view.setup.characters[who].intents:
        if intent.first <= view.round and not intent.costs:
            return _roll(who, intent.pools[0], intent.name)
    return None


def _roll(who: Seat, pool: PoolData, intent: str = "") -> Roll:
    return Roll(who, Why.CONTEST, pool, intent=intent, rote=pool.rote)


def _against(view: State, who: Seat) -> Chances:
    """Return what the best of all other sides may come to."""
    side, phase = side_of(view, who), view.phase
    if isinstance(phase, Rolling):
        rolls = [roll for roll in phase.rolls if side_of(view, roll.who) != side]
    else:
        found = [
            _usual(view, seat)
            for seat, _ in by_seat(view.people)
            if side_of(view, seat) != side and able(view, seat) and aware(view, seat)
        ]
        rolls = [roll for roll in found if roll is not None]
    some = tuple(dice_of(view, roll) for roll in rolls)
    if not some:
        return NOTHING
    return some[0] if len(some) == 1 else better(some)


def _menace(view: State, who: Seat) -> float:
    """Return what a point of margin against *who* costs: harm, or a loss."""
    if not view.setup.violent:
        return SOFT
    side = side_of(view, who)
    mean_it = any(
        intent.kind == Kind.HARM
        for seat, one in by_seat(view.setup.characters)
        if one.side != side and able(view, seat)
        for intent in one.intents[:1]
    )
    return 1.0 if mean_it else SOFT


def ahead(view: State, who: Seat) -> float:
    """Return how far *who* leads, from -1 to 1: boxes, or losses [DP-R-110]."""
    side = side_of(view, who)
    ours, theirs = _worn(view, side), max(
        (_worn(view, other) for other in standing_sides(view) if other != side),
        default=1.0,
    )
    lead = theirs - ours
    if view.stake is not None and not view.setup.violent:
        lead += 0.5 if view.stake.side == side else -0.5
    return max(-1.0, min(1.0, lead))


def _worn(view: State, side: int) -> float:
    """Return how near *side* is to being out, from 0 to 1."""
    team = view.setup.teams[side]
    worn = 0.0
    for who in team:
        one, character = view.people[who], view.setup.characters[who]
        if not able(view, who):
            worn += 1.0
        elif view.setup.violent:
            worn += len(one.wounds) / character.boxes
        else:
            worn += max(
                lost / limit
                for lost, limit in zip(one.losses, character.bears, strict=True)
            )
    return min(1.0, worn / len(team))


def _gain(
    view: State, who: Seat, intent: IntentData, target: Seat, odds: tuple[float, ...]
) -> float:
    """Return what an intent deals when it may win with these *odds*."""
    win, ours, _ = odds
    gain = 0.0
    if intent.kind == Kind.HARM and view.setup.violent:
        one, character = view.people[target], view.setup.characters[target]
        left = 2 * character.boxes - sum(wound.severity for wound in one.wounds)
        worth = int(intent.severity or 1)
        soft = max(0.0, ours - win * character.armor)
        gain = min(soft * (0.8 + 0.2 * worth), float(max(1, left)))
    elif intent.kind != Kind.ESCAPE:
        gain = ours * SOFT
    if intent.settles:
        boxes = view.setup.characters[who].boxes if view.setup.violent else 2
        hope = 0.5 + 0.5 * ahead(view, who)
        gain += win * max(0.0, intent.worth - hope * intent.worth / 2) * boxes / 2
    return gain


# One way to weigh each kind of option.


def _declared(view: State, option: f.IntentDeclared) -> Appraisal:
    who = option.who
    character = view.setup.characters[who]
    intent = character.intent(option.intent)
    roll = _roll(who, named(intent.pools, option.pool), intent.name)
    return _weighed(view, roll, intent, option.target)


def _weighed(
    view: State,
    roll: Roll,
    intent: IntentData | None,
    target: Seat,
    *,
    boosted: bool | None = None,
) -> Appraisal:
    who = roll.who
    odds = _odds(dice_of(view, roll, boosted=boosted), _against(view, who))
    deals, stakes, cost = 0.0, 0, float(bool(boosted))
    if intent is not None:
        deals = _gain(view, who, intent, target, odds)
        stakes = int(intent.severity or 0) if view.setup.violent else 0
        cost += float(intent.costs)
    return Appraisal(
        win=odds[0],
        deals=deals,
        suffers=odds[2] * _menace(view, who),
        cost=cost,
        stakes=stakes,
        ahead=ahead(view, who),
        gives=view.setup.worth.conceded,
        wins=intent.worth if intent is not None and intent.settles else 1.0,
    )


def _odds(mine: Chances, theirs: Chances) -> tuple[float, ...]:
    return weighed(mine, theirs)


def _idle(view: State, option: Fact) -> Appraisal:
    who = option.who
    suffers = mean(_against(view, who)) * _menace(view, who)
    return Appraisal(win=0.0, suffers=suffers, ahead=ahead(view, who), idle=True)


def _helping(view: State, option: f.HelpOffered) -> Appraisal:
    """Weigh helping as the ally's usual act with one die more."""
    ally = _usual(view, option.whom)
    if ally is None:
        return _idle(view, option)
    more = view.setup.characters[option.who].helping
    pool = replace(ally.pool, dice=ally.pool.dice + more)
    own = view.setup.characters[option.whom].intent(ally.intent)
    target = _first_target(view, option.who)
    helped = _weighed(view, replace(ally, pool=pool), own, target)
    return replace(helped, deals=helped.deals * 0.5, cost=0.0, stakes=0)


def _first_target(view: State, who: Seat) -> Seat:
    side = side_of(view, who)
    return next(
        (
            seat
            for seat, one in by_seat(view.setup.characters)
            if one.side != side and able(view, seat)
        ),
        NOBODY,
    )


def _conceding(view: State, option: Fact) -> Appraisal:
    who = option.who
    stakes = max(
        (
            int(intent.severity or 0)
            for seat, one in by_seat(view.setup.characters)
            if one.side != side_of(view, who)
            for intent in one.intents
            if intent.name == view.people[seat].last.partition(",")[0]
        ),
        default=0,
    )
    return Appraisal(
        win=0.0,
        concedes=True,
        stakes=stakes,
        ahead=ahead(view, who),
        gives=view.setup.worth.conceded,
    )


def _contested(view: State, option: f.ContestAnswered) -> Appraisal:
    phase = view.phase
    assert type(phase) is Contesting
    act = phase.answers[option.against]
    assert type(act) is f.IntentDeclared
    intent = view.setup.characters[option.against].intent(act.intent)
    pools = view.setup.characters[option.who].resists[ARENAS.index(intent.arena)]
    roll = _roll(option.who, named(pools, option.pool))
    return _weighed(view, roll, None, NOBODY)


def _boost(view: State, option: f.Boosted | f.BoostDeclined) -> Appraisal:
    phase = view.phase
    assert isinstance(phase, Thrown)
    roll = next(one for one in phase.rolls if one.who == option.who)
    boosted = isinstance(option, f.Boosted)
    if roll.why == Why.CONTEST:
        character = view.setup.characters[option.who]
        intent = character.intent(roll.intent) if roll.intent else None
        return _weighed(view, roll, intent, roll.target, boosted=boosted)
    win = 1.0 - dice_of(view, roll, boosted=boosted)[0]
    return Appraisal(win=win, deals=win * _need(roll), cost=float(boosted))


def _need(roll: Roll) -> float:
    """Return what success means, in points of harm: to stay awake is much."""
    return 3.0 if roll.why in (Why.CONSCIOUSNESS, Why.TASK) else 1.0


def _rote(_view: State, option: f.RoteChoiceMade) -> Appraisal:
    return Appraisal(deals=float(option.total))


def _claimed(_view: State, option: f.MarginClaimed) -> Appraisal:
    return Appraisal(win=1.0, deals=option.amount * _WORTH_OF_USE[Use(option.use)])


def _harm(view: State, option: f.HarmSuffered | f.HarmEased) -> Appraisal:
    phase = view.phase
    if type(phase) is Striking:
        points = phase.blows[0].points
    else:
        assert type(phase) is Settling
        points = phase.effects[0].margin
    eased = isinstance(option, f.HarmEased)
    return Appraisal(suffers=float(points - eased), cost=float(eased))


def _resting(view: State, option: Fact) -> Appraisal:
    return Appraisal(win=0.0, ahead=ahead(view, option.who), idle=True)


def _going_on(view: State, option: Fact) -> Appraisal:
    """Weigh going on as the usual act of the next round."""
    usual = _usual(view, option.who)
    if usual is None:
        return Appraisal(ahead=ahead(view, option.who))
    intent = view.setup.characters[option.who].intent(usual.intent)
    target = _first_target(view, option.who)
    found = _weighed(view, usual, intent, target)
    return replace(found, deals=found.win, suffers=0.0)


def _attempt(view: State, option: f.AttemptMade) -> Appraisal:
    character = view.setup.characters[option.who]
    intent = character.intent(option.intent)
    pool = named(intent.pools, option.pool)
    roll = Roll(option.who, Why.TASK, pool, intent=intent.name, rote=pool.rote)
    task, progress = view.setup.task, view.task
    against = 0 if progress is None else progress.total or 0
    if task is not None and task.opposition is not None and progress is not None:
        against = progress.total or (task.opposition.dice or 0) // 3
    chances = dice_of(view, roll)
    win = max(0.0, 1.0 - sum(chances[: against + 1]))
    return Appraisal(win=win, deals=win * intent.worth, wins=intent.worth)


def _accepting(view: State, option: Fact) -> Appraisal:
    return Appraisal(cost=float(view.people[option.who].points > 0))


def _degenerating(_view: State, _option: Fact) -> Appraisal:
    """A dot of Morality is dearer than a point of Willpower."""
    return Appraisal(suffers=1.0)


_WEIGH: Mapping[type[Fact], Callable[[State, Any], Appraisal]] = {
    f.IntentDeclared: _declared,
    f.HelpOffered: _helping,
    f.HeldBack: _idle,
    f.Conceded: _conceding,
    f.ContestAnswered: _contested,
    f.ContestWaived: _idle,
    f.Boosted: _boost,
    f.BoostDeclined: _boost,
    f.RoteChoiceMade: _rote,
    f.MarginClaimed: _claimed,
    f.HarmSuffered: _harm,
    f.HarmEased: _harm,
    f.LetStand: _conceding,
    f.ReversalSought: _going_on,
    f.WentOn: _going_on,
    f.LetRest: _resting,
    f.AttemptMade: _attempt,
    f.TaskLeft: _conceding,
    f.FailureAccepted: _accepting,
    f.CharacterDegenerated: _degenerating,
}
"""Answer -> how it is weighed; a Storyteller's are all worth the same."""
