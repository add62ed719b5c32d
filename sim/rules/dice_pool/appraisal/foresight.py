"""The round thought through to its dice, and weighed by their odds.

What the others will do is taken to be what they mean in silence: their first intent.
"""

from msgspec import Struct

from sim.appraisal import Appraisal
from sim.events import NOBODY, Seat
from sim.rules.dice_pool.appraisal.distribution import (
    Chances,
    better,
    pool_chances,
    weighed,
)
from sim.rules.dice_pool.appraisal.returns import escapes, gives, loses, wins
from sim.rules.dice_pool.phases import Rolling
from sim.rules.dice_pool.pools.assembling import assemble
from sim.rules.dice_pool.pools.assessing import both, judged
from sim.rules.dice_pool.records.rolls import CONTEST, Roll
from sim.rules.dice_pool.scenario.data import IntentData, PoolData
from sim.rules.dice_pool.scenario.words import ESCAPE, HARM
from sim.rules.dice_pool.state import State, able, aware, side_of, standing_sides
from sim.seats import by_seat
from sim.spine.kept import OfState
from sim.spine.racing import lead

NOTHING: Chances = (1.0,)
SOFT = 0.4
"""What a die carried to a later roll is worth, in points of harm."""


def dice_of(view: State, roll: Roll, *, boosted: bool | None = None) -> Chances:
    """Return what *roll* may come to, its details judged by default."""
    rulings = view.setup.rulings
    edge, difficulty = roll.edge, roll.difficulty
    rolling = type(view.phase) is Rolling
    if not rolling or edge is None or difficulty is None:
        helped, burdened = both(view, roll)
        if not rolling or edge is None:
            edge = judged(helped, rulings)
        if not rolling or difficulty is None:
            difficulty = judged(burdened, rulings)
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


def usual(view: State, who: Seat) -> Roll | None:
    """Return what *who* rolls in silence: the first pool of the first intent."""
    for intent in view.setup.characters[who].intents:
        if intent.first <= view.round and not intent.costs:
            return contest_roll(who, intent.pools[0], intent.name)
    return None


def contest_roll(who: Seat, pool: PoolData, intent: str = "") -> Roll:
    """Return a roll of a contest, before anything is assessed."""
    return Roll(who, CONTEST, pool, intent=intent, rote=pool.rote)


def against(view: State, who: Seat) -> Chances:
    """Return what the best of all other sides may come to."""
    side, phase = side_of(view, who), view.phase
    if type(phase) is Rolling:
        rolls = [roll for roll in phase.rolls if side_of(view, roll.who) != side]
    else:
        found = [
            usual(view, seat)
            for seat, _ in by_seat(view.participants)
            if side_of(view, seat) != side and able(view, seat) and aware(view, seat)
        ]
        rolls = [roll for roll in found if roll is not None]
    some = tuple(dice_of(view, roll) for roll in rolls)
    if not some:
        return NOTHING
    return some[0] if len(some) == 1 else better(some)


LUCK = 0.7
"""How much the ratio of what is left counts: the likeliest power of played ones."""
LEAST = 0.05
"""What is left at the least to whoever still stands: nothing is lost before it is."""
STAKE = 3.0
"""As how much less what the others have left counts to who holds what is at stake."""


def menace(view: State, who: Seat) -> float:
    """Return what a point of margin against *who* costs: harm, or a loss."""
    if not view.setup.violent:
        return SOFT
    side = side_of(view, who)
    mean_it = any(
        intent.kind == HARM
        for seat, one in by_seat(view.setup.characters)
        if one.side != side and able(view, seat)
        for intent in one.intents[:1]
    )
    return 1.0 if mean_it else SOFT


def ahead(view: State, who: Seat) -> float:
    """Return how far *who* leads, from -1 to 1: boxes, or losses [DP-R-110]."""
    side = side_of(view, who)
    ours = max(LEAST, 1.0 - worn(view, side))
    others = [
        max(LEAST, 1.0 - worn(view, other))
        for other in standing_sides(view)
        if other != side
    ]
    theirs = min(others, default=0.0)
    if view.stake is not None and not view.setup.violent:
        if view.stake.side == side:
            theirs /= STAKE
        else:
            ours /= STAKE
    return lead(theirs, ours, LUCK)


def worn(view: State, side: int) -> float:
    """Return how near *side* is to being out, from 0 to 1."""
    team = view.setup.teams[side]
    lost_ = 0.0
    for who in team:
        one, character = view.participants[who], view.setup.characters[who]
        if not able(view, who):
            lost_ += 1.0
        elif view.setup.violent:
            lost_ += len(one.body.wounds) / character.boxes
        else:
            lost_ += max(
                [a / b for a, b in zip(one.losses, character.bears, strict=True)]
            )
    return min(1.0, lost_ / len(team))


def to_fell(view: State, side: int) -> float:
    """Return how many points of harm fell the weakest of the sides but *side*."""
    if not view.setup.violent:
        return 0.0
    return min(
        (
            sum(
                view.setup.characters[who].boxes
                - len(view.participants[who].body.wounds)
                for who in view.setup.teams[other]
                if able(view, who)
            )
            for other in standing_sides(view)
            if other != side
        ),
        default=0.0,
    )


class Outlook(Struct, frozen=True, gc=False):
    """How it stands for one who chooses, whichever option it is.

    What the others may roll, what a point of margin of theirs costs, how far one is
    ahead, and what is returned: for giving up, for winning, for losing.
    """

    against: Chances
    menace: float
    ahead: float
    gives: float
    wins: float
    loses: float
    left: float
    """So many points of harm still fell the others."""


_OUTLOOKS: OfState[Seat, Outlook] = OfState()


def outlook(view: State, who: Seat) -> Outlook:
    """Return how it stands for *who*, worked out once for all options."""
    known = _OUTLOOKS.about(view)
    if who not in known:
        known[who] = Outlook(
            against(view, who),
            menace(view, who),
            ahead(view, who),
            gives(view, who),
            wins(view, who),
            loses(view, who),
            to_fell(view, side_of(view, who)),
        )
    return known[who]


def gain(
    view: State, who: Seat, intent: IntentData, target: Seat, odds: tuple[float, ...]
) -> float:
    """Return what an intent deals when it may win with these *odds*."""
    win, ours, _ = odds
    gained = 0.0
    if intent.kind == HARM and view.setup.violent:
        one, character = view.participants[target], view.setup.characters[target]
        left = 2 * character.boxes - sum(wound.severity for wound in one.body.wounds)
        worth = int(intent.severity or 1)
        soft = max(0.0, ours - win * character.armor)
        gained = min(soft * (0.8 + 0.2 * worth), float(max(1, left)))
    elif intent.kind != ESCAPE and not (intent.settles and view.setup.violent):
        gained = ours * SOFT
    if intent.settles:
        here = outlook(view, who)
        if view.setup.violent:
            gained += win * here.left * better_off(intent.worth, here.ahead)
        else:
            hope = 0.5 + 0.5 * here.ahead
            gained += win * max(0.0, intent.worth - hope * intent.worth / 2)
    return gained


def better_off(worth: float, ahead: float) -> float:
    """Return what obtaining *worth* at once adds, in what winning in the end adds."""
    hope = 0.5 + 0.5 * ahead
    return max(0.0, (worth - hope) / (1.0 - hope)) if hope < 1.0 else 0.0


def weighed_act(
    view: State,
    roll: Roll,
    intent: IntentData | None,
    target: Seat,
    *,
    boosted: bool | None = None,
) -> Appraisal:
    """Return what a roll for an intent is worth, against all others."""
    who = roll.who
    here = outlook(view, who)
    odds = weighed(dice_of(view, roll, boosted=boosted), here.against)
    deals, stakes, cost = 0.0, 0, float(bool(boosted))
    obtained, gets, leaves = 1.0, here.gives, 0.0
    if intent is not None:
        deals = gain(view, who, intent, target, odds)
        stakes = int(intent.severity or 0) if view.setup.violent else 0
        cost += float(intent.costs)
        if escapes(view, intent):
            # By staying it could have won all there is.
            obtained, gets, leaves = here.wins, intent.worth, odds[0]
        elif intent.settles:
            obtained = intent.worth
    suffers = odds[2] * here.menace
    return Appraisal(
        win=odds[0],
        deals=deals,
        suffers=suffers,
        cost=cost,
        stakes=stakes,
        ahead=here.ahead,
        gives=gets,
        wins=obtained,
        loses=here.loses,
        then_deals=deals,
        then_suffers=suffers,
        leaves=leaves,
    )


def first_target(view: State, who: Seat) -> Seat:
    """Return the first of the others who is able, or NOBODY."""
    side = side_of(view, who)
    return next(
        (
            seat
            for seat, one in by_seat(view.setup.characters)
            if one.side != side and able(view, seat)
        ),
        NOBODY,
    )
