"""How a conflict ends, and what everybody gets of it."""

from sim.events import NOBODY, Cites, Consequence, Seat
from sim.protocol import Due, Outcome
from sim.rules.dice_pool.consequences import (
    CarriedDiceExpired,
    ConflictConceded,
    FightEnded,
)
from sim.rules.dice_pool.contests.leaving import DIED, UNABLE
from sim.rules.dice_pool.contests.tallies import less_tallies
from sim.rules.dice_pool.records.body import DEAD, INCAPACITATED, UNCONSCIOUS, UP
from sim.rules.dice_pool.scenario.data import IntentData
from sim.rules.dice_pool.scenario.words import HURTING, Kind
from sim.rules.dice_pool.state import Ending, Left, State, able, side_of, standing_sides
from sim.seats import by_seat

ENDED: Cites = ("DP-R-84", "DP-R-90", "DP-R-108")
FALLEN: Cites = ("DP-R-24", "DP-R-108")
EXPIRED: Cites = ("DP-R-89",)
OVER: Cites = ("DP-R-90",)
IN_THE_END: Cites = ("DP-R-90", "DP-R-97")


def ended_if_over(state: State) -> Due | None:
    """Return who is out with a side, and the end once fewer than two are left.

    DP-R-24, DP-R-108: a side is out when nobody of it is able.
    """
    standing = staying_sides(state)
    if len(standing) == len(state.setup.sides):
        return None
    fallen = tuple(
        ConflictConceded(FALLEN, who, DIED if one.body.condition == DEAD else UNABLE)
        for who, one in by_seat(state.participants)
        if one.left is None and side_of(state, who) not in standing
    )
    if fallen:
        return Due(fallen)
    return None if len(standing) > 1 else ended(state, how_over(state))


def staying_sides(state: State) -> tuple[int, ...]:
    """Return the sides that are still in it.

    Somebody of them is able, or lies there while somebody else strikes [DP-R-88].
    """
    standing = standing_sides(state)
    if not state.setup.finishing or not state.setup.rulings.last_finished:
        return standing
    struck = {
        one.last.target
        for who, one in by_seat(state.participants)
        if able(state, who)
        and one.last is not None
        and intent_of(state, who, one.last.intent).kind in HURTING
    }
    lying = {
        side_of(state, who)
        for who in struck
        if who != NOBODY
        and state.participants[who].left is None
        and state.participants[who].body.condition in (UNCONSCIOUS, INCAPACITATED)
    }
    return tuple(sorted(lying.union(standing)))


def how_over(state: State) -> Ending:
    """Return how it ended, from how those who are out came to be so."""
    stake = state.stake
    if stake is not None and state.setup.violent:
        return Ending.STAKE_WON
    standing = standing_sides(state)
    gone = [
        one
        for who, one in by_seat(state.participants)
        if side_of(state, who) not in standing
    ]
    lefts = {one.left for one in gone}
    if not standing and lefts <= {Left.CONCEDED}:
        return Ending.MUTUAL_CONCESSION
    for left, how in (
        (Left.ESCAPED, Ending.ESCAPED),
        (Left.FORCED, Ending.DEFEAT_ACCEPTED),
        (Left.CONCEDED, Ending.CONCEDED),
    ):
        if left in lefts:
            return how
    dead = all(one.body.condition == DEAD for one in gone)
    return Ending.DEAD if dead and gone else Ending.INCAPACITATED


def ended(state: State, how: Ending) -> Due:
    """Return the end of the conflict, with everybody's returns [DP-R-90]."""
    found: list[Consequence] = [
        CarriedDiceExpired(EXPIRED, who, "edge" if one.edge else "difficulty", one.dice)
        for who, person in by_seat(state.participants)
        for one in person.carried
    ]
    returns = tuple(
        less_tallies(state, who, returns_of(state, who, how))
        for who, _ in by_seat(state.participants)
    )
    return Due((*found, FightEnded(ENDED, how, returns)))


def returns_of(state: State, who: Seat, how: Ending) -> float:
    """Return what *who* gets when it ends so: the first that fits [DP-R-90].

    Obtained what was wanted; left alone by those who gave up or fell; lost it to
    somebody's intent; gave up; fell. Else it is a standoff.
    """
    setup, one, side = state.setup, state.participants[who], side_of(state, who)
    worth, stake = setup.worth, state.stake
    if setup.kind == "task" and stake is None:
        tried = any(setup.characters[ally].intents for ally in setup.teams[side])
        return worth.out if tried else worth.won
    if stake is not None and stake.side == side and holds(state, side):
        return intent_of(state, stake.who, stake.intent).worth
    if one.left == Left.ESCAPED:
        return intent_of(state, who, one.escape).worth
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
    # What befell all in one round is nobody's defeat.
    if how != Ending.MUTUAL_CONCESSION and standing_sides(state):
        if one.left in beaten:
            return worth.conceded
        if one.body.condition != UP or not able(state, who):
            return worth.out
    return worth.standoff


def holds(state: State, side: int) -> bool:
    """Whether *side*, which has obtained the stake, has kept it.

    Where nobody is hurt, a side that is out of it holds nothing, unless all are.
    """
    standing = standing_sides(state)
    return state.setup.violent or side in standing or not standing


def _obtained(state: State, side: int) -> list[IntentData]:
    """Return the settling intents that others than *side* have obtained."""
    found: list[IntentData] = []
    stake = state.stake
    if stake is not None and stake.side != side and holds(state, stake.side):
        found.append(intent_of(state, stake.who, stake.intent))
    for who, one in by_seat(state.participants):
        if one.left == Left.ESCAPED and side_of(state, who) != side:
            found.append(intent_of(state, who, one.escape))
    return found


def intent_of(state: State, who: Seat, name: str) -> IntentData:
    """Return the intent of *who* called *name*."""
    return state.setup.characters[who].intent(name)


def outcome(state: State) -> Outcome:
    """Return how it all ended, and what everybody gets in the end [DP-R-90]."""
    assert state.ended is not None
    returns = tuple(
        left_with(state, who, share) for who, share in by_seat(state.ended.returns)
    )
    cites = OVER if returns == state.ended.returns else IN_THE_END
    if state.setup.judge >= 0:
        returns = (*returns, 0.0)
    return Outcome(state.ended.how, returns, cites)


def left_with(state: State, who: Seat, share: float) -> float:
    """Return what *who* gets who has come to this in the end, by *share* before it.

    DP-R-90: the dead, the broken and the hardened may each have a worth of their own.
    """
    one, worth = state.participants[who], state.setup.worth
    before = state.setup.characters[who].morality
    fell = before is not None and (one.conscience.morality or 0) < before
    for came_to_it, what in (
        (one.body.condition == DEAD, worth.dead),
        (one.soul.succumbed, worth.succumbed),
        (fell, worth.hardened),
    ):
        if came_to_it and what is not None:
            return what
    return share


def leaves(state: State, intent: IntentData) -> bool:
    """Whether its owner leaves by it: an escape from violence [DP-R-83, DP-R-84]."""
    return intent.kind == Kind.ESCAPE and state.setup.violent
