"""The records of a conscience and of a soul."""

from msgspec import Struct

from sim.rules.dice_pool.scenario.steps import Intimacy


class Crisis(Struct, frozen=True, gc=False, cache_hash=True):
    """A crisis of conscience: the rating of the crime, and the successes so far."""

    rating: int
    successes: int = 0


class Conscience(Struct, frozen=True, gc=False, cache_hash=True):
    """The state of a participant's conscience.

    *unrealized* is the rating of a crime its owner does not know of, *lethal* counts
    the lethal points dealt in this scene to each seat, up to four.
    """

    morality: int | None = None
    crisis: Crisis | None = None
    failures: int = 0
    unrealized: int | None = None
    bonds: tuple[Intimacy, ...] = ()
    lethal: tuple[int, ...] = ()


class Soul(Struct, frozen=True, gc=False, cache_hash=True):
    """Whether the soul is there, was lost once, and when it next erodes."""

    is_there: bool = True
    restored: bool = False
    erosion_at: int | None = None
    succumbed: bool = False
