"""The dice rolled when two work on one task: against each other, or together.

Opposed, every Force rolls the larger of the two dice. Coordinating, the players pick
one die for each Force, or none for a Force to which one of them is Wed.
"""

from collections.abc import Sequence

from sim.rules.planets.forces.task import Forces, Sizes

LARGE = 12
"""The size from which an Opposed die is worth rolling [PL-COMB-09]."""


def opposed_pool(a: Sizes, b: Sizes) -> Sizes:
    """Return the set of dice that both sides are read from [PL-COMB-03, PL-COMB-04]."""
    return tuple(max(own, other) for own, other in zip(a, b, strict=True))


def may_omit(partners: Sequence[Sizes], force: int) -> bool:
    """Whether *force* may go without a die, because a partner is Wed to it."""
    return any(not sizes[force] for sizes in partners)


def choices(
    partners: Sequence[Sizes], force: int, task: Forces, *, must: bool
) -> tuple[int | None, ...]:
    """Return whose die may be rolled for *force*: an index, or None for no die.

    Dice of one size count once. The first is the text's advice: small for a Favored
    Force, none or a large one for an Opposed, large for a neutral [PL-COMB-09]. If
    *must*, the last Force left may not be omitted too [PL-RUL-26].
    """
    offers: dict[int, int] = {}
    for index, sizes in enumerate(partners):
        if sizes[force]:
            offers.setdefault(sizes[force], index)
    small_first = bool(task.favored >> force & 1)
    ranked = [offers[size] for size in sorted(offers, reverse=not small_first)]
    if not ranked:
        return (None,)
    if not may_omit(partners, force) or must:
        return tuple(ranked)
    harmful = task.opposed >> force & 1 and max(offers) < LARGE
    return (None, *ranked) if harmful else (*ranked, None)
