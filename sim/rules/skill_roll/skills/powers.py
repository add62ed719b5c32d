"""Powers used with a skill: the difficulty with a number of ranks."""

from msgspec import Struct

from sim.rules.skill_roll.skills.charts import NORMAL
from sim.rules.skill_roll.skills.scale import Scale

SPARE_EASE = 3
"""The number by which each rank above those required lowers the difficulty.

[SK-POW-05]
"""
EXTRA_MOST = 2
"""The most ranks beyond one's own that can be reached at all [SK-POW-04]."""


class Demand(Struct, frozen=True, gc=False):
    """The demands of a use on a power.

    *required* ranks are needed for success (None: the power as described), *excess*
    counts the steps by which aspects must exceed it.
    """

    required: int | None = None
    excess: int = 0


def is_beyond(owned: int, demand: Demand, *, improved: bool) -> bool:
    """Whether a use fails by itself [SK-POW-04].

    More than two ranks beyond one's own cannot be reached, unless the power has the
    Improved Maximum.
    """
    required = owned if demand.required is None else demand.required
    return required - owned > EXTRA_MOST and not improved


def power_difficulty(
    scale: Scale, owned: int, demand: Demand, used: int, base: int = NORMAL
) -> int:
    """Return the difficulty with *used* of the *owned* ranks.

    SK-POW-01: 20 and the ranks used (SK-RUL-12). SK-POW-02: each step beyond adds 1.
    SK-POW-03: each rank beyond one's own adds 4 or 8. SK-POW-05: each rank used above
    those required subtracts 3. SK-POW-06: a power may have another *base*.
    """
    required = used if demand.required is None else demand.required
    if required > owned:
        return base + owned + (required - owned) * scale.rank + demand.excess
    return base + used - SPARE_EASE * max(0, used - required) + demand.excess


def ranks_open(owned: int, required: int | None) -> range:
    """Return the numbers of ranks that may be used, all first [SK-DP-12].

    SK-RUL-12: the power as described takes all of them.
    """
    least = owned if required is None else min(required, owned)
    return range(owned, least - 1, -1)
