"""The comparison of two rolls: ties dropped, the upper hand, what each side keeps.

The whole comparison chapter is in this file, independent of any state; fights, helping,
obstacles and situational goals use the same function.
"""

from itertools import zip_longest

from msgspec import Struct

from sim.dice.pool import Faces

NOBODY_UPPER, A_UPPER, B_UPPER = "none", "a", "b"


class Comparison(Struct, frozen=True, gc=False):
    """The result of one comparison; *hand* says who has the upper hand."""

    raw_a: int
    raw_b: int
    hand: str
    kept_a: int
    kept_b: int


def compared(a: Faces, b: Faces) -> Comparison:
    """Compare two rolls, each sorted from the highest face down.

    IN-COMPARE-02 to IN-COMPARE-06: place by place, equal dice dropped, a missing die
    is a 1, the first unequal pair gives the upper hand (IN-R-14, IN-R-15).
    """
    raw_a = raw_b = 0
    hand = NOBODY_UPPER
    for left, right in zip_longest(a, b, fillvalue=1):
        if left > right:
            raw_a += 1
            if hand is NOBODY_UPPER:
                hand = A_UPPER
        elif right > left:
            raw_b += 1
            if hand is NOBODY_UPPER:
                hand = B_UPPER
    kept_a = raw_a if hand is A_UPPER else kept_without(raw_a)
    kept_b = raw_b if hand is B_UPPER else kept_without(raw_b)
    return Comparison(raw_a, raw_b, hand, kept_a, kept_b)


def kept_without(raw: int) -> int:
    """Return how many of *raw* successes are kept without the upper hand.

    [IN-COMPARE-05]
    """
    return (raw + 1) // 2


def descending(faces: Faces) -> Faces:
    """Return *faces* from the highest down [IN-COMPARE-02]."""
    return tuple(sorted(faces, reverse=True))


def padded(a: Faces, b: Faces) -> tuple[Faces, Faces]:
    """Return both rolls with ones in place of missing dice [IN-COMPARE-06]."""
    length = max(len(a), len(b))
    return a + (1,) * (length - len(a)), b + (1,) * (length - len(b))
