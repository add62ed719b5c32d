"""Exact odds of two pools compared: who gets the upper hand, who keeps how much.

Both pools are walked from the highest face down. The dice that have not shown by face
v are uniform on 1 to v, whatever their size, so a mixed pool needs only their number.
All counts are of equally likely rolls, in whole numbers; fractions come at the end.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, prod
from typing import TypedDict

from msgspec import Struct

from sim.chances import Answer, Odds
from sim.errors import OddsError
from sim.rules.intensity.comparison.comparing import kept_without
from sim.rules.intensity.scenario.rulings import LARGEST

DICE_MAX = 20
"""More dice than this are refused."""

_NONE, _A, _B = range(3)

Walk = tuple[int, int, int, int, int, int]
"""Dice of a and of b not yet shown, lead of a in dice shown, wins of both, upper hand.

A positive lead are dice of a that wait for lower dice of b to beat, and conversely.
"""

Counts = dict[tuple[int, int, int], int]
"""(upper hand, kept a, kept b) -> how many rolls."""


class PoolOdds(TypedDict):
    """Chances as exact fractions: of the upper hand, and of successes kept (a, b)."""

    upper: dict[str, Fraction]
    kept: dict[tuple[int, int], Fraction]


def intensity_odds(a: tuple[int, ...], b: tuple[int, ...]) -> PoolOdds:
    """Return the odds of pool *a* against pool *b*, both given as die sizes.

    Raises OddsError for dice that do not exist and for pools too large to be meant.
    """
    for pool in (a, b):
        _checked(pool)
    counts = _counts(tuple(sorted(a)), tuple(sorted(b)))
    total = prod(a) * prod(b)
    upper = dict.fromkeys(("a", "b", "none"), 0)
    kept: defaultdict[tuple[int, int], int] = defaultdict(int)
    for (hand, kept_a, kept_b), count in counts.items():
        upper[("none", "a", "b")[hand]] += count
        kept[kept_a, kept_b] += count
    return PoolOdds(
        upper={hand: Fraction(count, total) for hand, count in upper.items()},
        kept={pair: Fraction(kept[pair], total) for pair in sorted(kept)},
    )


def _checked(pool: tuple[int, ...]) -> None:
    for size in pool:
        if not 1 <= size <= LARGEST:
            message = f"found a d{size} in a pool, expected dice from d1 to d{LARGEST}"
            raise OddsError(message)
    if len(pool) > DICE_MAX:
        message = f"found {len(pool)} dice in a pool, expected at most {DICE_MAX}"
        raise OddsError(message)


class Exchange(TypedDict):
    """Means of one comparison, as plain numbers."""

    upper: float
    kept_a: float
    kept_b: float


@lru_cache(maxsize=1 << 16)
def exchange(a: tuple[int, ...], b: tuple[int, ...]) -> Exchange:
    """Return a's chance of the upper hand and the mean successes kept, pools sorted."""
    total = prod(a) * prod(b)
    upper = kept_a = kept_b = 0
    for (hand, ours, theirs), count in _counts(a, b).items():
        upper += count if hand == _A else 0
        kept_a += ours * count
        kept_b += theirs * count
    return Exchange(upper=upper / total, kept_a=kept_a / total, kept_b=kept_b / total)


@lru_cache(maxsize=1 << 16)
def chance_to_keep(a: tuple[int, ...], b: tuple[int, ...], least: int) -> float:
    """Return the chance that pool *a* keeps *least* successes or more, pools sorted."""
    counts = _counts(a, b)
    enough = sum(count for (_, kept, _), count in counts.items() if kept >= least)
    return enough / (prod(a) * prod(b))


@lru_cache(maxsize=1 << 14)
def _counts(a: tuple[int, ...], b: tuple[int, ...]) -> Counts:
    """Count the rolls of two sorted pools by what they come to."""
    longer = max(len(a), len(b))
    a, b = (1,) * (longer - len(a)) + a, (1,) * (longer - len(b)) + b
    walks: dict[Walk, int] = {(0, 0, 0, 0, 0, _NONE): 1}
    for face in range(max(a[-1], b[-1]) if longer else 0, 0, -1):
        walks = _step(walks, face, a.count(face), b.count(face))
    counts: defaultdict[tuple[int, int, int], int] = defaultdict(int)
    for (_, _, _, wins_a, wins_b, hand), count in walks.items():
        kept_a = wins_a if hand == _A else kept_without(wins_a)
        kept_b = wins_b if hand == _B else kept_without(wins_b)
        counts[hand, kept_a, kept_b] += count
    return dict(counts)


def _step(
    walks: dict[Walk, int], face: int, more_a: int, more_b: int
) -> dict[Walk, int]:
    """Let dice that are out show *face* or stay below it; the new ones join first."""
    after: defaultdict[Walk, int] = defaultdict(int)
    for (out_a, out_b, lead, wins_a, wins_b, hand), count in walks.items():
        dice_a, dice_b = out_a + more_a, out_b + more_b
        for show_b, ways_b in _shows(dice_b, face):
            beaten_b = min(lead, show_b) if lead > 0 else 0
            for show_a, ways_a in _shows(dice_a, face):
                beaten_a = min(-lead, show_a) if lead < 0 else 0
                first = _A if beaten_b else _B if beaten_a else _NONE
                walk = (
                    dice_a - show_a,
                    dice_b - show_b,
                    lead + show_a - show_b,
                    wins_a + beaten_b,
                    wins_b + beaten_a,
                    hand or first,
                )
                after[walk] += count * ways_a * ways_b
    return after


@cache
def _shows(dice: int, face: int) -> tuple[tuple[int, int], ...]:
    """Return how many of *dice* may show *face*, each with its number of ways."""
    if face == 1:
        return ((dice, 1),)
    return tuple((number, comb(dice, number)) for number in range(dice + 1))


class PoolsQuery(Struct, frozen=True):
    """Odds of the upper hand, and of the dice either side keeps."""

    pool: tuple[int, ...]
    """The dice of pool a."""
    vs: tuple[int, ...]
    """The dice of pool b."""


def answer_pools(query: PoolsQuery) -> Answer:
    """Answer *query*; raises OddsError for what cannot be."""
    odds = intensity_odds(query.pool, query.vs)
    asked = {
        "pool": [f"d{size}" for size in query.pool],
        "vs": [f"d{size}" for size in query.vs],
    }
    return Answer(asked, {"upper": odds["upper"], "kept": odds["kept"]})


ODDS = {"pools": Odds(PoolsQuery, answer_pools, "--pool d8,d6,d4 --vs d6,d6,d2")}
"""The questions about chances that Intensity answers."""
