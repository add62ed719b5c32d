"""What must be remembered of a conscience, and of a soul."""

from msgspec import Struct

from sim.rules.dice_pool.scenario.steps import Intimacy


class Crisis(Struct, frozen=True, gc=False):
    """A crisis of conscience: over how bad a crime, and how far it is resolved."""

    rating: int
    successes: int = 0


class Conscience(Struct, frozen=True, gc=False):
    """How the conscience of a participant stands.

    *unrealized* is the rating of a crime it does not know of, *lethal* counts lethal
    points dealt in this scene to each seat, as far as four.
    """

    morality: int | None = None
    crisis: Crisis | None = None
    failures: int = 0
    unrealized: int | None = None
    bonds: tuple[Intimacy, ...] = ()
    lethal: tuple[int, ...] = ()


class Soul(Struct, frozen=True, gc=False):
    """Whether the soul is there, was lost once, and when it wears away next."""

    is_there: bool = True
    restored: bool = False
    erosion_at: int | None = None
    succumbed: bool = False
