"""The returns of a conflict, when it ends and after its aftermath [DP-R-90]."""

from sim.rules.dice_pool.records.body import DEAD, UP
from sim.rules.dice_pool.scenario.data import IntentData
from sim.rules.dice_pool.scenario.words import Kind
from sim.rules.dice_pool.state import Ending, Left, State, able, side_of, standing_sides
from sim.seam.events import Cites, Seat
from sim.seam.protocol import Outcome
from sim.seam.seats import by_seat

OVER: Cites = ("DP-R-90",)
IN_THE_END: Cites = ("DP-R-90", "DP-R-97")


def returns_of(state: State, who: Seat, how: Ending) -> float:
    """Return how much *who* gets for this ending: the first that applies [DP-R-90].

    These are: obtained what was wanted; left as the last side by those who gave up or
    fell; lost to somebody's intent; gave up; fell. Otherwise it is a standoff.
    """
    setup, participant, side = state.setup, state.participants[who], side_of(state, who)
    worth, stake = setup.worth, state.stake
    if setup.kind == "task" and stake is None:
        tried = any(setup.characters[ally].intents for ally in setup.teams[side])
        return worth.out if tried else worth.won
    if stake is not None and stake.side == side and holds(state, side):
        return intent_of(state, stake.who, stake.intent).worth
    if participant.left == Left.ESCAPED:
        return intent_of(state, who, participant.escape).worth
    others = [
        other
        for seat, other in by_seat(state.participants)
        if side_of(state, seat) != side
    ]
    alone = standing_sides(state) == (side,)
    beaten = (Left.CONCEDED, Left.FORCED)
    if alone and any(
        other.left in beaten or other.body.condition != UP for other in others
    ):
        return worth.won
    against = _obtained(state, side)
    if against:
        return min(intent.leaves for intent in against)
    # If all fell in the same round, nobody is defeated.
    if how != Ending.MUTUAL_CONCESSION and standing_sides(state):
        if participant.left in beaten:
            return worth.conceded
        if participant.body.condition != UP or not able(state, who):
            return worth.out
    return worth.standoff


def holds(state: State, side: int) -> bool:
    """Whether *side*, which has obtained the stake, still holds it.

    Where nobody is hurt, a side that is out holds nothing, unless all are out.
    """
    standing = standing_sides(state)
    return state.setup.violent or side in standing or not standing


def _obtained(state: State, side: int) -> list[IntentData]:
    """Return the settling intents that other sides than *side* have obtained."""
    intents: list[IntentData] = []
    stake = state.stake
    if stake is not None and stake.side != side and holds(state, stake.side):
        intents.append(intent_of(state, stake.who, stake.intent))
    for who, participant in by_seat(state.participants):
        if participant.left == Left.ESCAPED and side_of(state, who) != side:
            intents.append(intent_of(state, who, participant.escape))
    return intents


def intent_of(state: State, who: Seat, name: str) -> IntentData:
    """Return the intent of *who* called *name*."""
    return state.setup.characters[who].intent(name)


def outcome(state: State) -> Outcome:
    """Return the ending, and everybody's return after the aftermath [DP-R-90]."""
    assert state.ended is not None
    returns = tuple(
        left_with(state, who, share) for who, share in by_seat(state.ended.returns)
    )
    cites = OVER if returns == state.ended.returns else IN_THE_END
    if state.setup.judge >= 0:
        returns = (*returns, 0.0)
    return Outcome(state.ended.how, returns, cites)


def left_with(state: State, who: Seat, share: float) -> float:
    """Return how much *who* gets after the aftermath, given *share* before it.

    DP-R-90: the dead, the broken and the hardened may each have a worth of their own.
    """
    participant, worth = state.participants[who], state.setup.worth
    before = state.setup.characters[who].morality
    fell = before is not None and (participant.conscience.morality or 0) < before
    for came_to_it, what in (
        (participant.body.condition == DEAD, worth.dead),
        (participant.soul.succumbed, worth.succumbed),
        (fell, worth.hardened),
    ):
        if came_to_it and what is not None:
            return what
    return share


def leaves(state: State, intent: IntentData) -> bool:
    """Whether its owner leaves by it: an escape from violence [DP-R-83, DP-R-84]."""
    return intent.kind == Kind.ESCAPE and state.setup.violent
