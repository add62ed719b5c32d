"""The phases of the interlude other than recovery, and their records."""

from msgspec import Struct

from sim.rules.solar_system.consequences import Ending
from sim.rules.solar_system.events.interlude import AdvanceBought
from sim.seam.events import Seat


class Act(Struct, frozen=True, gc=False, cache_hash=True):
    """Something a character has done that a Key may reward [RUL-84].

    *other* is the other character, *goal* a goal and its owner if the act is about one,
    *scene* the number of a scene in the scenario.
    """

    who: Seat
    on: str
    other: Seat | None = None
    goal: tuple[Seat, int] | None = None
    scene: int | None = None


class Awarding(Struct, frozen=True, gc=False, cache_hash=True):
    """Awards of a scene by Keys, and Buyoffs.

    *scene* is the number of the scene, None for the conflict and the recovery, which
    *recovered* tells apart. *ruled* are the Story Guide's rulings on the awards in
    order; *answered* are the Keys kept or erased, with their owners.
    """

    how: Ending
    first: tuple[Seat, ...]
    recovered: bool = False
    scene: int | None = None
    ruled: tuple[bool, ...] = ()
    paid: bool = False
    answered: frozenset[tuple[Seat, int]] = frozenset()


class Advancing(Struct, frozen=True, gc=False, cache_hash=True):
    """Advances are spent, seat by seat.

    *wanted* is a purchase that waits for the Story Guide's approval; *refused* are
    those that were not approved.
    """

    how: Ending
    first: tuple[Seat, ...]
    turn: int = 0
    wanted: AdvanceBought | None = None
    refused: frozenset[tuple[Seat, int]] = frozenset()
