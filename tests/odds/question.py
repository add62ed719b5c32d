"""A question about chances as the laws ask it: a grid, and plain enumeration."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from msgspec import Struct, structs

Law = Mapping[Any, Fraction]
"""What may come out of one roll -> how likely it is."""
Parts = Mapping[str, Law]

VS = "vs_"
"""How the fields of the opponent begin."""


class Enumerated(Struct, frozen=True, kw_only=True):
    """A question: what is asked in the *grid*, and the answers by plain enumeration.

    *naive* returns the parts of an answer; what it leaves out of a part, since a sum
    has no end, may be added to any of its outcomes. *swap* returns the same question
    from the other side, or why it has no other side, in a sentence.
    """

    grid: Sequence[Any]
    naive: Callable[[Any], Parts]
    swap: Callable[[Any], Any | str]
    quick: Callable[[Any], bool] = bool
    """Whether a question is answered and enumerated within milliseconds."""
    mirror: Callable[[Parts], Parts] | None = None
    """What the other side's answer is, where `mirrored` does not say it."""


def swapped(query: Struct) -> Any:  # noqa: ANN401 - a question of the same type
    """Return *query* with the fields `vs_X` and `X` exchanged.

    An opponent of whom nothing is said in a field has what is said of oneself.
    """
    changes: dict[str, Any] = {}
    for name in query.__struct_fields__:
        if not name.startswith(VS):
            continue
        own, other = name.removeprefix(VS), getattr(query, name)
        mine = getattr(query, own)
        changes |= {name: mine, own: mine if other is None else other}
    return structs.replace(query, **changes)


OTHER_SIDE = {
    "win": "lose",
    "lose": "win",
    "a": "b",
    "b": "a",
    "a_prevails": "b_prevails",
    "b_prevails": "a_prevails",
}


def mirrored(parts: Parts) -> Parts:
    """Return *parts* as the other side would be told them.

    Margins change their sign, pairs their order, and whoever wins loses.
    """
    return {
        part: {_mirrored(key): chance for key, chance in law.items()}
        for part, law in parts.items()
    }


def _mirrored(key: Any) -> Any:  # noqa: ANN401 - an outcome of any kind
    if isinstance(key, int):
        return -key
    if isinstance(key, tuple):
        mine, theirs = cast("tuple[int, int]", key)
        return theirs, mine
    return OTHER_SIDE.get(key, key)


def counted(counts: Counter[Any]) -> Law:
    """Return chances from *counts* of outcomes that are equally likely."""
    total = counts.total()
    return {key: Fraction(count, total) for key, count in counts.items()}


def gathered(pairs: Sequence[tuple[Any, Fraction]]) -> Law:
    """Return the sum of the chances of each outcome."""
    sums: dict[Any, Fraction] = {}
    for key, chance in pairs:
        sums[key] = sums.get(key, Fraction(0)) + chance
    return sums
