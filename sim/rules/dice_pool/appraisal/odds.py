"""Exact odds of one pool, or of two that are compared, as fractions."""

from fractions import Fraction

from msgspec import Struct

from sim.chances import Answer, Odds
from sim.errors import OddsError
from sim.rules.dice_pool.appraisal.exact import Rolled, chance_of, compared
from sim.rules.dice_pool.pools.assembling import WILLPOWER_DICE

DICE_MAX = 40
ZERO = Fraction(0)
LISTED = 20
"""Totals up to this are listed one by one, and what is beyond together."""
AGAIN = (8, 11)
SUCCESS, CHANCE_FACE, NEVER = 8, 10, 11


class PoolQuery(Struct, frozen=True):
    """Odds of every number of successes, or of winning against another pool."""

    pool: int
    """So many dice; 0 or fewer are a chance die."""
    again: int = 10
    """Dice that show this or more are thrown again, from 8 to 10; 11 is never."""
    rote: bool = False
    """Make it a rote action: dice that failed are thrown again, the better counts."""
    willpower: bool = False
    """Spend a point of Willpower: three dice and a rote action."""
    vs_pool: int | None = None
    """Compare it with so many dice of an opponent."""
    vs_rote: bool = False
    """Make that a rote action."""
    vs_willpower: bool = False
    """Have the opponent spend a point of Willpower."""


def rolled(dice: int, again: int, *, rote: bool = False, willpower: bool) -> Rolled:
    """Return the roll that is asked about [DP-R-01 to DP-R-04, DP-WILL-03]."""
    low, high = AGAIN
    if not low <= again <= high:
        message = f"found again {again}, expected {low} to 10, or {high} for never"
        raise OddsError(message)
    count = dice + WILLPOWER_DICE * willpower
    if abs(count) > DICE_MAX:
        message = f"found {count} dice, expected at most {DICE_MAX}"
        raise OddsError(message)
    if count <= 0:
        return Rolled(1, CHANCE_FACE, NEVER, rote or willpower)
    return Rolled(count, SUCCESS, again, rote or willpower)


def successes(roll: Rolled) -> dict[str, Fraction]:
    """Return the chance of each number of successes, and of more than are listed."""
    found = {str(n): chance_of(roll, n) for n in range(LISTED + 1)}
    found = {total: chance for total, chance in found.items() if chance}
    more = 1 - sum(found.values(), ZERO)
    return found | ({"more": more} if more else {})


def answer_pool(query: PoolQuery) -> Answer:
    """Answer *query*; raises OddsError for what cannot be."""
    asked: dict[str, object] = {
        "pool": query.pool,
        "again": query.again,
        "rote": query.rote or query.willpower,
        "willpower": query.willpower,
    }
    own = rolled(query.pool, query.again, rote=query.rote, willpower=query.willpower)
    if query.vs_pool is None:
        if query.vs_rote or query.vs_willpower:
            message = "there is no opponent without --vs-pool"
            raise OddsError(message)
        return Answer(asked, {"successes": successes(own)})
    other = rolled(
        query.vs_pool, query.again, rote=query.vs_rote, willpower=query.vs_willpower
    )
    asked |= {
        "vs_pool": query.vs_pool,
        "vs_rote": query.vs_rote or query.vs_willpower,
        "vs_willpower": query.vs_willpower,
    }
    win, tie, lose = compared(own, other)
    return Answer(asked, {"": {"win": win, "tie": tie, "lose": lose}})


ODDS = {"pool": Odds(PoolQuery, answer_pool, "--pool 5 --willpower --vs-pool 6")}
"""The questions about chances that dice pools answer."""
