"""The current round, thought through to its dice and weighed by their odds.

The others are assumed to take their default, which is their first intent.
"""

from msgspec import Struct

from sim.rules.dice_pool.appraisal.distribution import (
    Chances,
    better,
    weighed,
)
from sim.rules.dice_pool.appraisal.leading import (
    ahead,
    better_off,
    boxes_left,
    to_fell,
    worse_off,
)
from sim.rules.dice_pool.appraisal.returns import escapes, gives, loses, wins
from sim.rules.dice_pool.appraisal.rolls import NOTHING, dice_of, foreseen, usual
from sim.rules.dice_pool.appraisal.threats import (
    Mine,
    Threat,
    borne,
    by_itself,
    rivals_of,
    seized,
    standing_against,
    threats_to,
    unbeaten,
    undoing,
)
from sim.rules.dice_pool.phases import Rolling
from sim.rules.dice_pool.records.rolls import Roll
from sim.rules.dice_pool.scenario.data import IntentData
from sim.rules.dice_pool.scenario.rulings import DIRECT
from sim.rules.dice_pool.scenario.words import ESCAPE, HURTING, Arena
from sim.rules.dice_pool.state import State, able, aware, side_of
from sim.seam.appraisal import Appraisal
from sim.seam.events import Seat
from sim.seam.seats import by_seat
from sim.spine.kept import OfState

SOFT = 0.4
"""The worth of a die carried over to a later roll, in points of harm."""


def against(view: State, who: Seat) -> Chances:
    """Return the distribution of the best total of all other sides."""
    side, phase = side_of(view, who), view.phase
    if type(phase) is Rolling:
        rolls = [roll for roll in phase.rolls if side_of(view, roll.who) != side]
    else:
        expected = [
            usual(view, seat)
            for seat, _ in by_seat(view.participants)
            if side_of(view, seat) != side and able(view, seat) and aware(view, seat)
        ]
        rolls = [roll for roll in expected if roll is not None]
    chances = tuple(foreseen(view, roll) for roll in rolls)
    if not chances:
        return NOTHING
    return chances[0] if len(chances) == 1 else better(chances)


def menace(view: State, who: Seat) -> float:
    """Return the cost of each point of margin against *who*: harm, or a loss."""
    if not view.setup.violent:
        return SOFT
    side = side_of(view, who)
    mean_it = any(
        intent.kind in HURTING
        for seat, data in by_seat(view.setup.characters)
        if data.side != side and able(view, seat)
        for intent in data.intents[:1]
    )
    return 1.0 if mean_it else SOFT


class Outlook(Struct, frozen=True, gc=False):
    """Everything that is the same for all options of a chooser.

    The totals others may roll, the cost of a point of their margin, the lead, and the
    returns for giving up, for winning and for losing.
    """

    against: Chances
    menace: float
    ahead: float
    gives: float
    wins: float
    loses: float
    left: float
    """The points of harm that would still fell the others."""
    threats: tuple[Threat, ...] = ()
    """The acts of others on this seat, where each is a contest of its own."""
    rivals: Chances = NOTHING
    """The best roll of those others who go for the stake."""


_OUTLOOKS: OfState[Seat, Outlook] = OfState()


def outlook(view: State, who: Seat) -> Outlook:
    """Return the outlook of *who*, computed once for all options."""
    cached = _OUTLOOKS.about(view)
    if who not in cached:
        side = side_of(view, who)
        direct = view.setup.rulings.opposition == DIRECT
        cached[who] = Outlook(
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
    return cached[who]


def gain(
    view: State, who: Seat, intent: IntentData, target: Seat, odds: tuple[float, float]
) -> float:
    """Return the expected effect of an intent with these *odds*."""
    win, ours = odds
    gained = 0.0
    if intent.kind in HURTING and view.setup.violent:
        participant, character = (
            view.participants[target],
            view.setup.characters[target],
        )
        # A box marked with bashing harm can be marked again with lethal harm: it takes
        # two points a box to bring somebody down for good. More is worth nothing.
        left = 2 * character.boxes - sum(
            wound.severity for wound in participant.body.wounds
        )
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


STAKE_POINTS = 2.0
"""The points of margin that losing the stake to others counts as."""


def stake_lost(
    view: State, who: Seat, intent: IntentData | None, mine: Mine, win: float
) -> float:
    """Return the cost of the chance that somebody else gets the stake.

    A seat that neither wants the stake nor opposes those who do leaves it to them;
    *win* is the chance that its own act succeeds.
    """
    here = outlook(view, who)
    if view.setup.violent:
        # The stake goes if somebody takes it from this seat or if a rival gets it
        # unhindered; both are taken to be independent.
        taken = seized(view, who, mine, here.threats)
        if here.rivals != NOTHING:
            taken = 1.0 - (1.0 - taken) * (1.0 - _gone(intent, mine, here.rivals, win))
        if not taken:
            return 0.0
        left = boxes_left(view, side_of(view, who))
        return taken * left * worse_off(here.loses, here.ahead)
    if here.rivals == NOTHING:
        return 0.0
    opposes = intent is not None and (intent.settles or intent.direct)
    taken, _, _ = weighed(here.rivals, mine.chances if opposes else NOTHING)
    return STAKE_POINTS * taken * here.menace


def _gone(intent: IntentData | None, mine: Mine, rivals: Chances, win: float) -> float:
    """Return the chance that the best of *rivals* gets the stake."""
    if intent is not None and intent.settles and not intent.direct:
        return weighed(rivals, mine.chances)[0]
    stopped = win if intent is not None and intent.direct else 0.0
    return (1.0 - stopped) * (1.0 - rivals[0])


def odds_of(
    view: State, roll: Roll, intent: IntentData | None, mine: Mine
) -> tuple[float, float, float]:
    """Return the chance that a roll wins, its mean margin, and the harm it leaves."""
    here, who = outlook(view, roll.who), roll.who
    if view.setup.rulings.opposition != DIRECT:
        win, ours, lost = weighed(mine.chances, here.against)
        return win, ours, lost * here.menace
    suffers = borne(view, who, mine, here.threats) * here.menace
    if intent is None:
        held = 0.0
        if mine.arena:
            held, _ = by_itself(mine.chances, undoing(here.threats, mine.arena))
        return held, 0.0, suffers + stake_lost(view, who, None, mine, 0.0)
    if intent.direct:
        against_it = standing_against(view, roll, intent, mine.target)
        win, ours, _ = weighed(mine.chances, against_it)
    else:
        win, ours = _at_nobody(view, roll, intent, mine)
    return win, ours, suffers + stake_lost(view, who, intent, mine, win)


def _at_nobody(
    view: State, roll: Roll, intent: IntentData, mine: Mine
) -> tuple[float, float]:
    """Return the chance that an act without a target succeeds, and its mean margin.

    Any act that succeeds against its owner undoes it, in whichever arena [DP-R-78].
    """
    here = outlook(view, roll.who)
    undone_by = undoing(here.threats, intent.arena)
    if intent.settles and here.rivals != NOTHING:
        win, ours, _ = weighed(mine.chances, better((here.rivals, *undone_by)))
    else:
        win, ours = by_itself(mine.chances, undone_by)
    free = unbeaten(view, roll.who, mine, here.threats)
    return win * free, ours * free


def weighed_act(
    view: State,
    roll: Roll,
    intent: IntentData | None,
    target: Seat,
    *,
    boosted: bool | None = None,
    beside: tuple[Arena, Chances] | None = None,
) -> Appraisal:
    """Return what a roll for an intent is worth; for *beside* see `Mine`."""
    who = roll.who
    here = outlook(view, who)
    arena = (roll.arena or roll.pool.arena) if intent is None else intent.arena
    mine = Mine(dice_of(view, roll, boosted=boosted), arena, target, beside)
    win, ours, suffers = odds_of(view, roll, intent, mine)
    deals, stakes, cost = 0.0, 0, float(bool(boosted))
    obtained, gets, leaves = 1.0, here.gives, 0.0
    if intent is not None:
        deals = gain(view, who, intent, target, (win, ours))
        stakes = int(intent.severity or 0) if view.setup.violent else 0
        cost += float(intent.costs)
        if escapes(view, intent):
            # By staying it could have won everything.
            obtained, gets, leaves = here.wins, intent.worth, win
        elif intent.settles:
            obtained = intent.worth
    return Appraisal(
        win=win,
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
