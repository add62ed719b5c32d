"""Exact odds of a check, and of one check against another."""

from fractions import Fraction

from sim.errors import OddsError
from sim.rules.solar_system.levels import levels, margins

RANK_LEAST, RANK_MOST = -1, 4
DICE_MOST = 30
"""Beyond so many dice either way the answer no longer says anything."""


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

    Raises OddsError for a rank or a number of dice that cannot be.
    """
    return dict(levels(*_checked(rank, bonus, penalty)))


def opposed_odds(
    mine: tuple[int, int, int], theirs: tuple[int, int, int]
) -> dict[int, Fraction]:
    """Return the chance of every margin of (rank, bonus, penalty) against another.

    Raises OddsError for a rank or a number of dice that cannot be.
    """
    return dict(margins(*_checked(*mine), *_checked(*theirs)))
