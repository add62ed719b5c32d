"""The phases of the interlude beside recovery, and what is remembered for them."""

from msgspec import Struct

from sim.rules.solar_system.consequences import Ending
from sim.rules.solar_system.events.interlude import AdvanceBought
from sim.seam.events import Seat


class Act(Struct, frozen=True, gc=False):
    """Something a character has done that a Key may ask for [RUL-84].

    *other* is the other character, *goal* the goal it is about and whose that is,
    *scene* the number of a scene that is told.
    """

    who: Seat
    on: str
    other: Seat | None = None
    goal: tuple[Seat, int] | None = None
    scene: int | None = None


class Awarding(Struct, frozen=True, gc=False):
    """What a scene has earned by Keys, and which of them are bought off.

    *scene* is the number of the told scene, None for the conflict and the recovery,
    which *recovered* tells apart. *ruled* are judgements of the Story Guide on the
    awards in order; *answered* whose Keys were kept or erased.
    """

    how: Ending
    first: tuple[Seat, ...]
    recovered: bool = False
    scene: int | None = None
    ruled: tuple[bool, ...] = ()
    paid: bool = False
    answered: frozenset[tuple[Seat, int]] = frozenset()


class Advancing(Struct, frozen=True, gc=False):
    """Advances are spent, seat by seat.

    *wanted* waits for the Story Guide's approval; *refused* did not get it.
    """

    how: Ending
    first: tuple[Seat, ...]
    turn: int = 0
    wanted: AdvanceBought | None = None
    refused: frozenset[tuple[Seat, int]] = frozenset()
