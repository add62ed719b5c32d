"""Whether a conflict is over, and how. No other file decides this.

Anything that may keep it going is asked before, and leads to a round or a turn of its
own; so a phase comes here only once nothing is left in it.
"""

from sim.rules.dice_pool.consequences import (
    CarriedDiceExpired,
    FightEnded,
)
from sim.rules.dice_pool.contests.leaving import DIED, UNABLE, out
from sim.rules.dice_pool.contests.lost_tallies import less_tallies
from sim.rules.dice_pool.contests.returning import intent_of, returns_of
from sim.rules.dice_pool.phases import Choosing, Reckoning, Settling
from sim.rules.dice_pool.records.body import DEAD, INCAPACITATED, UNCONSCIOUS
from sim.rules.dice_pool.scenario.words import HURTING
from sim.rules.dice_pool.state import (
    Ending,
    Left,
    State,
    able,
    next_turn,
    side_of,
    standing_sides,
)
from sim.seam.events import NOBODY, Cites, Consequence
from sim.seam.protocol import Due
from sim.seam.seats import by_seat

ENDED: Cites = ("DP-R-84", "DP-R-90", "DP-R-108")
EXPIRED: Cites = ("DP-R-89",)
SIDES = 2
"""The least number of sides for a conflict."""


def over(state: State) -> Due | None:
    """Return who is out with their side, then the end, if the conflict is over.

    None if it goes on. Every phase asks here once it has nothing more to ask.
    """
    if state.task is not None:
        return None
    fallen = _fallen(state)
    if fallen:
        return Due(fallen)
    how = how_over(state)
    return None if how is None else ended(state, how)


def how_over(state: State) -> Ending | None:
    """Return how the conflict is over; None if it goes on.

    The first of these that applies: fewer than two sides are left [DP-R-108]; all have
    chosen, and nobody wants to go on [DP-R-85]; once the turn is done, the stake is won
    in a violent conflict [DP-R-84], or there is no further round [DP-R-18].
    """
    if len(staying_sides(state)) < SIDES:
        return how_left(state)
    phase, stake = state.phase, state.stake
    if type(phase) is Choosing:
        return Ending.LEFT_INCONCLUSIVE if stake is None else Ending.STAKE_WON
    if type(phase) is not Settling and type(phase) is not Reckoning:
        return None
    if state.setup.violent and stake is not None:
        return Ending.STAKE_WON
    last = state.round >= state.setup.rulings.max_turns
    return Ending.ROUND_LIMIT if last and next_turn(state) == NOBODY else None


def _fallen(state: State) -> tuple[Consequence, ...]:
    """Return those out because nobody of their side is able [DP-R-24, DP-R-108]."""
    standing = staying_sides(state)
    if len(standing) == len(state.setup.sides):
        return ()
    return tuple(
        out(who, DIED if participant.body.condition == DEAD else UNABLE)
        for who, participant in by_seat(state.participants)
        if participant.left is None and side_of(state, who) not in standing
    )


def staying_sides(state: State) -> tuple[int, ...]:
    """Return the sides that are still in the conflict.

    Somebody of them is able, or lies helpless while somebody else strikes [DP-R-88].
    """
    standing = standing_sides(state)
    if not state.setup.finishing or not state.setup.rulings.last_finished:
        return standing
    struck = {
        participant.last.target
        for who, participant in by_seat(state.participants)
        if able(state, who)
        and participant.last is not None
        and intent_of(state, who, participant.last.intent).kind in HURTING
    }
    lying = {
        side_of(state, who)
        for who in struck
        if who != NOBODY
        and state.participants[who].left is None
        and state.participants[who].body.condition in (UNCONSCIOUS, INCAPACITATED)
    }
    return tuple(sorted(lying.union(standing)))


def how_left(state: State) -> Ending:
    """Return the ending with fewer than two sides, by how the others left."""
    stake = state.stake
    if stake is not None and state.setup.violent:
        return Ending.STAKE_WON
    standing = standing_sides(state)
    out = [
        participant
        for who, participant in by_seat(state.participants)
        if side_of(state, who) not in standing
    ]
    lefts = {participant.left for participant in out}
    if not standing and lefts <= {Left.CONCEDED}:
        return Ending.MUTUAL_CONCESSION
    for left, how in (
        (Left.ESCAPED, Ending.ESCAPED),
        (Left.FORCED, Ending.DEFEAT_ACCEPTED),
        (Left.CONCEDED, Ending.CONCEDED),
    ):
        if left in lefts:
            return how
    dead = all(participant.body.condition == DEAD for participant in out)
    return Ending.DEAD if dead and out else Ending.INCAPACITATED


def ended(state: State, how: Ending) -> Due:
    """Return the end of the conflict, with everybody's returns [DP-R-90]."""
    events: list[Consequence] = [
        CarriedDiceExpired(
            EXPIRED, who, "edge" if dice.edge else "difficulty", dice.dice
        )
        for who, person in by_seat(state.participants)
        for dice in person.carried
    ]
    returns = tuple(
        less_tallies(state, who, returns_of(state, who, how))
        for who, _ in by_seat(state.participants)
    )
    return Due((*events, FightEnded(ENDED, how, returns)))
