"""The record of a body: its wounds, and its condition."""

from enum import IntEnum

from msgspec import Struct

from sim.rules.dice_pool.scenario.words import Severity
from sim.seam.events import Seat


class Condition(IntEnum):
    """The condition of a body."""

    UP, UNCONSCIOUS, INCAPACITATED, DEAD = range(4)


UP, UNCONSCIOUS, INCAPACITATED, DEAD = Condition


class Wound(Struct, frozen=True, gc=False, cache_hash=True):
    """One box of Health that is filled."""

    severity: Severity
    resistant: bool = False
    treatable: bool = True
    treated_at: int | None = None


class Felled(Struct, frozen=True, gc=False, cache_hash=True):
    """Who brought somebody down, whether to kill, and whether without noticing."""

    by: Seat
    murderous: bool = False
    unseen: bool = False


class Body(Struct, frozen=True, gc=False, cache_hash=True):
    """The state of a participant's body. Moments are seconds of the clock."""

    condition: Condition = UP
    wounds: tuple[Wound, ...] = ()
    progress: tuple[int, int, int] = (0, 0, 0)
    """The seconds of healing so far, for each severity."""
    stabilized: bool = False
    bleeds_at: int | None = None
    felled: Felled | None = None
    """Who brought it down, if somebody did."""
    care: int = 1
    """The factor by which medical care speeds up healing [DP-R-111]."""
    cared_at: int | None = None
    left_by: tuple[Seat, ...] = ()
    """Seats that could have stopped its bleeding since it last bled, and did not."""
