"""What a conflict waits for, and what lies on the table meanwhile."""

from msgspec import Struct

from sim.events import Seat

(
    OPENING,
    ROLLING,
    OFFER,
    JOINING,
    GATE,
    TALK,
    DECLARING,
    LOCKED,
    HARMING,
    AFTER,
    OVER,
) = range(11)
"""Phases, in order."""

CHECK, VOLLEY, CHAIN, HEAL, REFRESH, TIE = range(6)
"""Stages: what the rolls on the table are for."""

BLANK = -1


class Roll(Struct, frozen=True, gc=False):
    """One check on the table."""

    who: Seat
    ability: int
    rank: int
    pool: int
    bonus: int
    penalty: int
    difficulty: int = 0
    ordered: bool = False
    """Whether it began below zero, so that the order of its dice matters."""
    buyers: tuple[Seat, ...] = ()
    """Who has bought a pool die for it."""
    fee_paid: bool = False
    drawn: int = 0
    faces: tuple[int, ...] = ()
    level: int = BLANK

    @property
    def net(self) -> int:
        """Bonus dice less penalty dice [SS-DIE-01]."""
        return self.bonus - self.penalty


class Blow(Struct, frozen=True, gc=False):
    """Harm that is decided and not yet marked."""

    who: Seat
    by: Seat
    amount: int
    pool: int
