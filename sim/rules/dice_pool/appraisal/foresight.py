"""The round thought through to its dice, and weighed by their odds.

What the others will do is taken to be what they mean in silence: their first intent.
"""

from msgspec import Struct

from sim.rules.dice_pool.appraisal.distribution import (
    Chances,
    better,
    weighed,
)
from sim.rules.dice_pool.appraisal.returns import escapes, gives, loses, wins
from sim.rules.dice_pool.appraisal.rolls import NOTHING, dice_of, usual
from sim.rules.dice_pool.appraisal.threats import (
    Threat,
    borne,
    by_itself,
    rivals_of,
    standing_against,
    threats_to,
    undoing,
)
from sim.rules.dice_pool.contests.tallies import ruin
from sim.rules.dice_pool.phases import Rolling
from sim.rules.dice_pool.records.rolls import Roll
from sim.rules.dice_pool.scenario.data import IntentData
from sim.rules.dice_pool.scenario.rulings import DIRECT
from sim.rules.dice_pool.scenario.words import ESCAPE, HURTING
from sim.rules.dice_pool.state import State, able, aware, side_of, standing_sides
from sim.seam.appraisal import Appraisal
from sim.seam.events import Seat
from sim.seam.seats import by_seat
from sim.spine.kept import OfState
from sim.spine.racing import lead

SOFT = 0.4
"""What a die carried to a later roll is worth, in points of harm."""


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
        intent.kind in HURTING
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
            borne = zip(one.losses, character.bears, strict=True)
            lost_ += max([*(a / b for a, b in borne), ruin(view, who)])
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
    threats: tuple[Threat, ...] = ()
    """What others do to one, where each direct act is a contest of its own."""
    rivals: Chances = NOTHING
    """What the best of those others may roll who go for the stake."""


_OUTLOOKS: OfState[Seat, Outlook] = OfState()


def outlook(view: State, who: Seat) -> Outlook:
    """Return how it stands for *who*, worked out once for all options."""
    known = _OUTLOOKS.about(view)
    if who not in known:
        side = side_of(view, who)
        direct = view.setup.rulings.opposition == DIRECT
        known[who] = Outlook(
            NOTHING if direct else against(view, who),
            menace(view, who),
            ahead(view, who),
            gives(view, who),
            wins(view, who),
            loses(view, who),
            to_fell(view, side),
            threats_to(view, who) if direct else (),
            rivals_of(view, side) if direct else NOTHING,
        )
    return known[who]


def gain(
    view: State, who: Seat, intent: IntentData, target: Seat, odds: tuple[float, ...]
) -> float:
    """Return what an intent deals when it may win with these *odds*."""
    win, ours, _ = odds
    gained = 0.0
    if intent.kind in HURTING and view.setup.violent:
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


STAKE_POINTS = 2.0
"""As how many points of margin it counts that others get the stake."""


def stake_lost(
    view: State, intent: IntentData | None, mine: Chances, rivals: Chances
) -> float:
    """Return what it costs that somebody else may get what it is about.

    Whoever neither wants the stake nor undoes what others do leaves it to them.
    """
    if view.setup.violent or rivals == NOTHING:
        return 0.0
    opposes = intent is not None and (intent.settles or intent.direct)
    taken, _, _ = weighed(rivals, mine if opposes else NOTHING)
    return STAKE_POINTS * taken


def odds_of(
    view: State, roll: Roll, intent: IntentData | None, target: Seat, mine: Chances
) -> tuple[float, float, float]:
    """Return the chance that a roll wins, and the mean margins for and against it."""
    here, who = outlook(view, roll.who), roll.who
    if view.setup.rulings.opposition != DIRECT:
        return weighed(mine, here.against)
    arena = (roll.arena or roll.pool.arena) if intent is None else intent.arena
    suffers = borne(view, who, mine, arena, target, here.threats)
    suffers += stake_lost(view, intent, mine, here.rivals)
    if intent is None:
        held, _ = by_itself(mine, undoing(here.threats, arena)) if arena else (0.0, 0)
        return held, 0.0, suffers
    if intent.direct:
        win, ours, _ = weighed(mine, standing_against(view, roll, intent, target))
    elif intent.settles and here.rivals != NOTHING:
        win, ours, _ = weighed(mine, here.rivals)
    else:
        win, ours = by_itself(mine, undoing(here.threats, intent.arena))
    return win, ours, suffers


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
    odds = odds_of(view, roll, intent, target, dice_of(view, roll, boosted=boosted))
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
