"""The effect of a pip on a die, for the three options of IN-R-18.

Sizes are always stored exactly; only under `nearest_real` may the die that is rolled
have another size.
"""

from functools import cache

from sim.spine.lookup import first

CHAIN = (12, 10, 8, 6, 4, 2, 0)
"""The sizes that damage steps through under the option `chain`."""

REAL = (1, 2, 4, 6, 8, 10, 12, 20)
"""The dice that exist, and the d1, which is counted but not rolled."""


@cache
def reduced(model: str, size: int, pips: int) -> int:
    """Return the size of a die of *size* after *pips* pips [IN-EFFECT-02, -04]."""
    if model != "chain":
        return max(0, size - pips)
    if pips == 0 or size == 0:
        return size
    return CHAIN[min(_link(size) + pips, len(CHAIN) - 1)]


@cache
def endurance(model: str, size: int) -> int:
    """Return how many pips bring a die of *size* to zero."""
    if model != "chain" or size == 0:
        return size
    return max(1, len(CHAIN) - 1 - _link(size))


def _link(size: int) -> int:
    """Return the index in the chain of the largest die not above *size*."""
    return first(place for place, real in enumerate(CHAIN) if real <= size)


@cache
def rolled_size(model: str, size: int) -> int:
    """Return the size of the die that is rolled for an ability of *size*."""
    if model == "nearest_real":
        return max(real for real in REAL if real <= size)
    return size
