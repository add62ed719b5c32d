"""Exact odds of a check, and of one check against another."""

from fractions import Fraction

from msgspec import Struct

from sim.errors import OddsError
from sim.rules.solar_system.checks.levels import levels, margins
from sim.seam.chances import Answer, Odds

RANK_LEAST, RANK_MOST = -1, 4
DICE_MOST = 30
"""The most bonus or penalty dice; beyond them the answer is meaningless."""


def _checked(rank: int, bonus: int, penalty: int) -> tuple[int, int]:
    if not RANK_LEAST <= rank <= RANK_MOST:
        message = (
            f"rank {rank} does not exist: ranks run from -1 (nil) to 4 (grand master)"
        )
        raise OddsError(message)
    for name, count in (("bonus", bonus), ("penalty", penalty)):
        if not 0 <= count <= DICE_MOST:
            message = (
                f"{count} {name} dice were asked for: from 0 to {DICE_MOST} can be"
            )
            raise OddsError(message)
    return rank, bonus - penalty


def check_odds(rank: int, bonus: int = 0, penalty: int = 0) -> dict[int, Fraction]:
    """Return the chance of every success level of one check.

    Raises OddsError for a rank or a number of dice that cannot exist.
    """
    return dict(levels(*_checked(rank, bonus, penalty)))


def opposed_odds(
    mine: tuple[int, int, int], theirs: tuple[int, int, int]
) -> dict[int, Fraction]:
    """Return the chance of every margin of one (rank, bonus, penalty) against another.

    Raises OddsError for a rank or a number of dice that cannot exist.
    """
    return dict(margins(*_checked(*mine), *_checked(*theirs)))


class CheckQuery(Struct, frozen=True):
    """Odds of every success level, or of every margin against another roll."""

    rank: int
    """The rank, from -1 (nil) to 4 (grand master)."""
    bonus: int = 0
    """The number of bonus dice."""
    penalty: int = 0
    """The number of penalty dice."""
    vs_rank: int | None = None
    """The rank of the roll against it."""
    vs_bonus: int = 0
    """The other's bonus dice."""
    vs_penalty: int = 0
    """The other's penalty dice."""


def answer_check(query: CheckQuery) -> Answer:
    """Answer *query*; raises OddsError for checks that cannot exist."""
    asked = {"rank": query.rank, "bonus": query.bonus, "penalty": query.penalty}
    if query.vs_rank is None:
        if query.vs_bonus or query.vs_penalty:
            message = "vs_bonus and vs_penalty are of another roll: say its vs_rank"
            raise OddsError(message)
        level = check_odds(query.rank, query.bonus, query.penalty)
        return Answer(asked, {"level": level})
    margin = opposed_odds(
        (query.rank, query.bonus, query.penalty),
        (query.vs_rank, query.vs_bonus, query.vs_penalty),
    )
    asked |= {
        "vs_rank": query.vs_rank,
        "vs_bonus": query.vs_bonus,
        "vs_penalty": query.vs_penalty,
    }
    result = {
        "win": sum((p for m, p in margin.items() if m > 0), Fraction()),
        "tie": margin.get(0, Fraction()),
        "lose": sum((p for m, p in margin.items() if m < 0), Fraction()),
    }
    return Answer(asked, {"": result, "margin": margin})


ODDS = {"check": Odds(CheckQuery, answer_check, "--rank 3 --bonus 1 --vs-rank 2")}
"""The questions about chances that the Solar System answers."""
