"""Exact odds of one pool, or of two that are compared, as fractions."""

from fractions import Fraction

from msgspec import Struct

from sim.errors import OddsError
from sim.rules.dice_pool.appraisal.exact import Rolled, chance_of, compared
from sim.rules.dice_pool.willpower.spending import WILLPOWER_DICE
from sim.seam.chances import Answer, Odds

DICE_MAX = 40
ZERO, ONE = Fraction(0), Fraction(1)
BEYOND = 20
"""Where dice are thrown again, totals up to the number of dice plus this are listed."""
RARE = Fraction(1, 20_000)
"""Tables for people end at the last total that is more likely than this."""
AGAIN = (8, 11)
SUCCESS, CHANCE_FACE, NEVER = 8, 10, 11


class PoolQuery(Struct, frozen=True):
    """Odds of a pool of ten-sided dice, or of winning against another pool.

    A die succeeds on 8, 9 and 10, and a 10 is thrown again (ten-again): the text names
    neither, so these are the defaults of two rulings [DP-R-01, DP-R-02]. Of two pools
    the one with more successes wins, and equal ones tie [DP-R-10]. Where no die is
    thrown again, every number of successes is listed; else up to 20 more than there are
    dice, and those beyond as `more`.
    """

    pool: int
    """The number of dice; 0 or fewer mean a chance die, which succeeds only on a 10."""
    again: int = 10
    """8-, 9- or 10-again: that face or more is thrown again; 11: none."""
    rote: bool = False
    """A rote action: dice that failed are thrown again, and the better throw counts."""
    willpower: bool = False
    """Spend a point of Willpower: three dice more, and a rote action."""
    vs_pool: int | None = None
    """The number of dice of an opponent."""
    vs_again: int | None = None
    """Like --again, for the opponent's dice; by default the same as your own."""
    vs_rote: bool = False
    """The opponent's roll is a rote action."""
    vs_willpower: bool = False
    """The opponent spends a point of Willpower."""


def rolled(
    dice: int,
    again: int,
    *,
    rote: bool = False,
    willpower: bool,
    option: str = "again",
) -> Rolled:
    """Return the roll that is asked about [DP-R-01 to DP-R-04, DP-WILL-03]."""
    low, high = AGAIN
    if not low <= again <= high:
        message = f"found {option} {again}, expected {low} to 10, or {high} for never"
        raise OddsError(message)
    count = dice + WILLPOWER_DICE * willpower
    if abs(count) > DICE_MAX:
        message = f"found {count} dice, expected at most {DICE_MAX}"
        raise OddsError(message)
    if count <= 0:
        return Rolled(1, CHANCE_FACE, NEVER, rote or willpower)
    return Rolled(count, SUCCESS, again, rote or willpower)


def successes(roll: Rolled) -> dict[str, Fraction]:
    """Return the probability of each number of successes, and of more than are listed.

    If no dice are thrown again, all numbers are listed.
    """
    most = roll.dice + (BEYOND if roll.ratio else 0)
    listed = {str(total): chance_of(roll, total) for total in range(most + 1)}
    beyond = ONE - sum(listed.values(), ZERO)
    return listed | ({"more": beyond} if beyond else {})


def answer_pool(query: PoolQuery) -> Answer:
    """Answer *query*; raises OddsError for pools that cannot exist."""
    asked: dict[str, object] = {
        "pool": query.pool,
        "again": query.again,
        "rote": query.rote or query.willpower,
        "willpower": query.willpower,
    }
    own = rolled(query.pool, query.again, rote=query.rote, willpower=query.willpower)
    if query.vs_pool is None:
        if query.vs_rote or query.vs_willpower or query.vs_again is not None:
            message = "there is no opponent without --vs-pool"
            raise OddsError(message)
        any_success = ONE - chance_of(own, 0)
        parts = {
            "outcome": {"success": any_success, "failure": ONE - any_success},
            "successes": successes(own),
        }
        return Answer(asked, parts, rare={"successes": RARE})
    vs_again = query.again if query.vs_again is None else query.vs_again
    other = rolled(
        query.vs_pool,
        vs_again,
        rote=query.vs_rote,
        willpower=query.vs_willpower,
        option="vs_again",
    )
    asked |= {
        "vs_pool": query.vs_pool,
        "vs_again": vs_again,
        "vs_rote": query.vs_rote or query.vs_willpower,
        "vs_willpower": query.vs_willpower,
    }
    win, tie, lose = compared(own, other)
    return Answer(asked, {"": {"win": win, "tie": tie, "lose": lose}})


ODDS = {"pool": Odds(PoolQuery, answer_pool, "--pool 5 --willpower --vs-pool 6")}
"""The questions about chances that dice pools answer."""
