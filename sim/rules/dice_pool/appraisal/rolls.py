"""The distribution of a roll before its dice fall, and the usual roll of a seat."""

from sim.rules.dice_pool.appraisal.distribution import Chances, mixed, pool_chances
from sim.rules.dice_pool.phases import Rolling
from sim.rules.dice_pool.pools.assembling import assemble
from sim.rules.dice_pool.pools.details import both
from sim.rules.dice_pool.pools.judging import judged
from sim.rules.dice_pool.records.rolls import CONTEST, Roll
from sim.rules.dice_pool.scenario.data import PoolData
from sim.rules.dice_pool.state import State, able, side_of
from sim.seam.events import NOBODY, Seat
from sim.seam.seats import by_seat

NOTHING: Chances = (1.0,)


def dice_of(view: State, roll: Roll, *, boosted: bool | None = None) -> Chances:
    """Return the distribution of *roll*, its details judged by default."""
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


def foreseen(view: State, roll: Roll) -> Chances:
    """Return the distribution of another's *roll*.

    While it is unknown whether it is boosted, both are equally likely.
    """
    if roll.boosted is not None:
        return dice_of(view, roll)
    plain = dice_of(view, roll, boosted=False)
    return mixed(plain, dice_of(view, roll, boosted=True))


def usual(view: State, who: Seat) -> Roll | None:
    """Return the default roll of *who*: the first pool of the first intent."""
    for intent in view.setup.characters[who].intents:
        if intent.first <= view.round and not intent.costs:
            return contest_roll(who, intent.pools[0], intent.name)
    return None


def contest_roll(who: Seat, pool: PoolData, intent: str = "") -> Roll:
    """Return a roll of a contest, before anything is assessed."""
    return Roll(who, CONTEST, pool, intent=intent, rote=pool.rote)


def first_target(view: State, who: Seat) -> Seat:
    """Return the first of the others who is able, or NOBODY."""
    side = side_of(view, who)
    return next(
        (
            seat
            for seat, data in by_seat(view.setup.characters)
            if data.side != side and able(view, seat)
        ),
        NOBODY,
    )
