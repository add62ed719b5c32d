"""What the endings return: for giving up, for winning, for losing."""

from sim.rules.dice_pool.contests.tallies import less_tallies
from sim.rules.dice_pool.scenario.data import IntentData
from sim.rules.dice_pool.scenario.words import ESCAPE
from sim.rules.dice_pool.state import State, able, side_of
from sim.seam.events import Seat
from sim.seam.seats import by_seat


def gives(view: State, who: Seat) -> float:
    """Return what giving up now leaves to *who*: what is lost already, if anything."""
    stake, side = view.stake, side_of(view, who)
    if stake is None or stake.side == side:
        return less_tallies(view, who, view.setup.worth.conceded)
    left = view.setup.characters[stake.who].intent(stake.intent).leaves
    return less_tallies(view, who, left)


def wins(view: State, who: Seat) -> float:
    """Return the most that *who* gets who wins: by an intent, or left alone."""
    intents = [
        intent.worth
        for intent in view.setup.characters[who].intents
        if intent.settles and intent.kind != ESCAPE
    ]
    alone = [view.setup.worth.won] if view.setup.violent or not intents else []
    return less_tallies(view, who, max((*intents, *alone)))


def loses(view: State, who: Seat) -> float:
    """Return what the others leave to *who* if they obtain what they are after."""
    side, worth = side_of(view, who), view.setup.worth
    left = [
        intent.leaves
        for seat, one in by_seat(view.setup.characters)
        if one.side != side and able(view, seat)
        for intent in one.intents[:1]
        if intent.settles
    ]
    return less_tallies(view, who, min([worth.out, *left]))


def escapes(view: State, intent: IntentData) -> bool:
    """Whether whoever wins by *intent* is out of it: an escape from violence."""
    return intent.kind == ESCAPE and view.setup.violent
