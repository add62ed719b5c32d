"""Exact odds of two pools compared: who gets the upper hand, who keeps how much.

Both pools are walked from the highest face down. The dice that have not shown by face
v are uniform on 1 to v, whatever their size, so a mixed pool needs only their number.
Who has shown more dice leads: they wait for lower dice of the other to beat.
All counts are of equally likely rolls, in whole numbers; fractions come at the end.
"""

from collections import defaultdict
from collections.abc import Mapping
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
_OTHER = (_NONE, _B, _A)

Walk = int
"""Dice of a and of b not yet shown, wins of both, upper hand, told in one number."""

_OUT_A, _OUT_B, _WIN_A, _WIN_B = 1 << 22, 1 << 12, 1 << 7, 1 << 2
_OUT, _WON, _HAND = (1 << 10) - 1, (1 << 5) - 1, (1 << 2) - 1

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
    if a > b:
        mirrored = _counts(b, a)
        return {
            (_OTHER[hand], kept_a, kept_b): count
            for (hand, kept_b, kept_a), count in mirrored.items()
        }
    # A missing die is a 1, so a die that shows nothing else is as good as none.
    a, b = (pool[pool.count(1) :] for pool in (a, b))
    counts: defaultdict[tuple[int, int, int], int] = defaultdict(int)
    for walk, count in _walks(1, a, b).items():
        out_a, out_b = walk // _OUT_A, walk // _OUT_B & _OUT
        wins_a, wins_b = walk // _WIN_A & _WON, walk // _WIN_B & _WON
        hand, lead = walk & _HAND, len(a) - out_a - len(b) + out_b
        # All that wait for lower dice beat ones.
        wins_a, wins_b = wins_a + max(0, lead), wins_b + max(0, -lead)
        hand = hand or (_A if lead > 0 else _B if lead < 0 else _NONE)
        kept_a = wins_a if hand == _A else kept_without(wins_a)
        kept_b = wins_b if hand == _B else kept_without(wins_b)
        counts[hand, kept_a, kept_b] += count
    return dict(counts)


@lru_cache(maxsize=1 << 10)
def _walks(least: int, a: tuple[int, ...], b: tuple[int, ...]) -> Mapping[Walk, int]:
    """Count the walks of sorted pools down to the face *least*, not shown itself.

    Pools with the same large dice share what those come to.
    """
    if not a and not b:
        return {_NONE: 1}
    size = min(a[:1] + b[:1])
    more_a, more_b = a.count(size), b.count(size)
    walks = _walks(size, a[more_a:], b[more_b:])
    joined = more_a * _OUT_A + more_b * _OUT_B
    walks = {walk + joined: count for walk, count in walks.items()}
    # Dice that have joined are not shown yet: nobody leads by them.
    for _ in range(size - least):
        walks = _step(walks, len(a) - len(b))
    return walks


def _step(walks: dict[Walk, int], ahead: int) -> dict[Walk, int]:
    """Let dice that are out show the next face or stay below it.

    A has *ahead* dice more. Who leads by dice shown waits for lower dice to beat.
    """
    after: defaultdict[Walk, int] = defaultdict(int)
    # Who waits beats first what the other shows; then its own dice are shown.
    then_a: defaultdict[Walk, int] = defaultdict(int)
    then_b: defaultdict[Walk, int] = defaultdict(int)
    for walk, count in walks.items():
        out_a, out_b = walk // _OUT_A, walk // _OUT_B & _OUT
        lead, open_ = ahead - out_a + out_b, not walk & _HAND
        if lead >= 0:
            for show, ways in _shows(out_b):
                won = min(show, lead)
                beats = won * _WIN_A + (_A if won and open_ else 0)
                then_a[walk - show * _OUT_B + beats] += count * ways
        else:
            for show, ways in _shows(out_a):
                won = min(show, -lead)
                beats = won * _WIN_B + (_B if won and open_ else 0)
                then_b[walk - show * _OUT_A + beats] += count * ways
    for walk, count in then_a.items():
        for show, ways in _shows(walk // _OUT_A):
            after[walk - show * _OUT_A] += count * ways
    for walk, count in then_b.items():
        for show, ways in _shows(walk // _OUT_B & _OUT):
            after[walk - show * _OUT_B] += count * ways
    return after


@cache
def _shows(dice: int) -> tuple[tuple[int, int], ...]:
    """Return how many of *dice* may show a face, each with its number of ways."""
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
