"""The returns to expect for giving up, for winning and for losing."""

from sim.rules.dice_pool.contests.lost_tallies import less_tallies
from sim.rules.dice_pool.scenario.data import IntentData
from sim.rules.dice_pool.scenario.words import ESCAPE
from sim.rules.dice_pool.state import State, able, side_of
from sim.seam.events import Seat
from sim.seam.seats import by_seat


def gives(view: State, who: Seat) -> float:
    """Return how much *who* gets for giving up now, less its losses so far."""
    stake, side = view.stake, side_of(view, who)
    if stake is None or stake.side == side:
        return less_tallies(view, who, view.setup.worth.conceded)
    left = view.setup.characters[stake.who].intent(stake.intent).leaves
    return less_tallies(view, who, left)


def wins(view: State, who: Seat) -> float:
    """Return the most that *who* gets by winning: by an intent, or as last side."""
    intents = [
        intent.worth
        for intent in view.setup.characters[who].intents
        if intent.settles and intent.kind != ESCAPE
    ]
    alone = [view.setup.worth.won] if view.setup.violent or not intents else []
    return less_tallies(view, who, max((*intents, *alone)))


def loses(view: State, who: Seat) -> float:
    """Return how much *who* gets if the others obtain what they want."""
    side, worth = side_of(view, who), view.setup.worth
    left = [
        intent.leaves
        for seat, data in by_seat(view.setup.characters)
        if data.side != side and able(view, seat)
        for intent in data.intents[:1]
        if intent.settles
    ]
    return less_tallies(view, who, min([worth.out, *left]))


def escapes(view: State, intent: IntentData) -> bool:
    """Whether winning by *intent* means leaving: an escape from violence."""
    return intent.kind == ESCAPE and view.setup.violent
