"""What must be remembered about Secrets while dice are on the table."""

from msgspec import Struct

from sim.seam.events import Seat


class Using(Struct, frozen=True, gc=False, cache_hash=True):
    """The Secrets used on the current rolls.

    *worked* means that those without a cost have given their dice; *done* are the rolls
    without further Secrets; *used* are (roll, Secret); *volley* are (owner, Secret) for
    the whole volley; *tried* are (owner, Secret) with a check.
    """

    worked: bool = False
    done: frozenset[int] = frozenset()
    used: frozenset[tuple[int, int]] = frozenset()
    volley: frozenset[tuple[Seat, int]] = frozenset()
    tried: tuple[tuple[Seat, int], ...] = ()
