"""What must be remembered of Secrets while dice lie on the table."""

from msgspec import Struct

from sim.seam.events import Seat


class Using(Struct, frozen=True, gc=False):
    """Which Secrets were used on the rolls under way.

    *worked* says that those without a cost have given their dice; *done* are the rolls
    for which nobody wants any more; *used* are (roll, Secret); *volley* are (whose,
    Secret) that hold for the whole volley; *tried* are (whose, Secret) with a check.
    """

    worked: bool = False
    done: frozenset[int] = frozenset()
    used: frozenset[tuple[int, int]] = frozenset()
    volley: frozenset[tuple[Seat, int]] = frozenset()
    tried: tuple[tuple[Seat, int], ...] = ()
