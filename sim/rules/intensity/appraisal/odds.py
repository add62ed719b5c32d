"""Exact odds of comparing two pools: the upper hand, and the successes kept.

Both pools are walked from the highest face down. A die that has not shown a face above
v is uniform on 1 to v, whatever its size, so even in a mixed pool only the number of
such dice matters. The side that has shown more dice leads: its surplus dice will beat
lower dice of the other side. Equally likely rolls are counted in whole numbers; they
become fractions at the end.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, prod
from typing import TypedDict

from msgspec import Struct

from sim.errors import OddsError
from sim.rules.intensity.comparison.comparing import kept_without
from sim.rules.intensity.scenario.rulings import LARGEST
from sim.seam.chances import Answer, Odds

DICE_MAX = 20
"""The largest number of dice in a pool; more are refused."""

_NONE, _A, _B = range(3)
_OTHER = (_NONE, _B, _A)

Out = int
"""Dice not yet shown: those of b, and *_OUT_A* for each of a."""

_OUT_A = 1 << 8

WIDTH, WINS = 32, 8
"""The bits of a cell, and the cells for the wins of one side, are multiples of these.
Fewer different sizes mean that more walks are shared.
"""

Counts = dict[tuple[int, int, int], int]
"""(upper hand, kept a, kept b) -> how many rolls."""


class PoolOdds(TypedDict):
    """Exact probabilities of the upper hand and of the successes kept (a, b)."""

    upper: dict[str, Fraction]
    kept: dict[tuple[int, int], Fraction]


def intensity_odds(a: tuple[int, ...], b: tuple[int, ...]) -> PoolOdds:
    """Return the odds of pool *a* against pool *b*, both given as die sizes.

    Raises OddsError for dice that do not exist and for pools of too many dice.
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
    """The chance of the upper hand and the mean successes of one comparison."""

    upper: float
    kept_a: float
    kept_b: float


@lru_cache(maxsize=1 << 16)
def exchange(a: tuple[int, ...], b: tuple[int, ...]) -> Exchange:
    """Return a's chance of the upper hand and the mean successes kept by a and b.

    Both pools must be sorted.
    """
    total = prod(a) * prod(b)
    upper = kept_a = kept_b = 0
    for (hand, ours, theirs), count in _counts(a, b).items():
        upper += count if hand == _A else 0
        kept_a += ours * count
        kept_b += theirs * count
    return Exchange(upper=upper / total, kept_a=kept_a / total, kept_b=kept_b / total)


@lru_cache(maxsize=1 << 16)
def chance_to_keep(a: tuple[int, ...], b: tuple[int, ...], least: int) -> float:
    """Return the chance that pool *a* keeps *least* successes or more.

    Both pools must be sorted.
    """
    counts = _counts(a, b)
    enough = sum(count for (_, kept, _), count in counts.items() if kept >= least)
    return enough / (prod(a) * prod(b))


@lru_cache(maxsize=1 << 14)
def _counts(a: tuple[int, ...], b: tuple[int, ...]) -> Counts:
    """Count the rolls of two sorted pools by their result."""
    if a > b:
        mirrored = _counts(b, a)
        return {
            (_OTHER[hand], kept_a, kept_b): count
            for (hand, kept_b, kept_a), count in mirrored.items()
        }
    # A missing die is a 1, so a die that shows nothing else is as good as none.
    a, b = (pool[pool.count(1) :] for pool in (a, b))
    cells = _cells(max(len(a), len(b)), prod(a) * prod(b))
    rolls = 0
    for out, rolled in _walks(1, a, b, cells).items():
        # All surplus dice beat the ones.
        out_a, out_b = divmod(out, _OUT_A)
        lead = len(a) - out_a - len(b) + out_b
        if lead >= 0:
            rolls += rolled << lead * cells.row
        else:
            rolls += cells.to_b(rolled) << -lead * cells.width
    counts: defaultdict[tuple[int, int, int], int] = defaultdict(int)
    for hand, wins_a, wins_b, count in cells.results(rolls):
        kept_a = wins_a if hand == _A else kept_without(wins_a)
        kept_b = wins_b if hand == _B else kept_without(wins_b)
        counts[hand, kept_a, kept_b] += count
    return dict(counts)


class Cells(Struct, frozen=True, gc=False):
    """Counts of rolls for every result, packed into one whole number.

    One addition or shift then changes all counts at once. A cell has *width* bits. A
    win of b moves a count up by one cell, a win of a by one row of *row* bits; results
    in which b has the upper hand lie *upper* bits higher. Whoever wins a die first has
    the upper hand, so the lowest cell counts rolls in which nobody has it.
    """

    width: int
    row: int
    upper: int

    def to_b(self, rolls: int) -> int:
        """Return *rolls* with the upper hand given to b where nobody has it."""
        nobody = rolls & (1 << self.width) - 1
        return rolls - nobody + (nobody << self.upper)

    def results(self, rolls: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield (upper hand, wins of a, wins of b, number of rolls) for each result."""
        cell, cells, width = 0, self.row // self.width, self.width
        while rolls:
            # Most cells are empty: on to the one that holds the lowest bit.
            empty = ((rolls & -rolls).bit_length() - 1) // width
            rolls >>= empty * width
            cell += empty
            rows, wins_b = divmod(cell, cells)
            over, wins_a = divmod(rows, cells)
            count = rolls & (1 << width) - 1
            yield _B if over else _A if wins_a else _NONE, wins_a, wins_b, count
            rolls -= count


@cache
def _cells(wins: int, rolls: int) -> Cells:
    """Return cells large enough for these wins and for *rolls* rolls in all.

    Sizes are rounded up, so that walks are shared.
    """
    width = WIDTH * -(-rolls.bit_length() // WIDTH)
    row = width * WINS * -(-(wins + 1) // WINS)
    return Cells(width, row, row * row // width)


@lru_cache(maxsize=1 << 10)
def _walks(
    least: int, a: tuple[int, ...], b: tuple[int, ...], cells: Cells
) -> Mapping[Out, int]:
    """Count the walks of sorted pools from the highest face to just above *least*.

    Pools with the same large dice share the cached result.
    """
    if not a and not b:
        return {0: 1}
    # Down to the smallest size in the pools all others fall together; the walk of these
    # is shared by all pools that have them. From there the smallest dice join: a die
    # that has not shown a face above theirs is equally likely to show any of the rest.
    size = min(a[:1] + b[:1])
    more_a, more_b = a.count(size), b.count(size)
    joined = more_a * _OUT_A + more_b
    larger = _walks(size, a[more_a:], b[more_b:], cells)
    walks = {out + joined: rolls for out, rolls in larger.items()}
    # Dice that have joined are not shown yet: nobody leads by them.
    for _ in range(size - least):
        walks = _step(walks, len(a) - len(b), cells)
    return walks


def _step(walks: dict[Out, int], ahead: int, cells: Cells) -> dict[Out, int]:
    """Let each die not yet shown show the next face or stay below it.

    A has shown *ahead* dice more than b. Surplus dice of whoever leads beat the dice
    that the other side shows next.
    """
    after: defaultdict[Out, int] = defaultdict(int)
    # The leader's surplus dice first beat what the other shows; then its own are shown.
    then_a: defaultdict[Out, int] = defaultdict(int)
    then_b: defaultdict[Out, int] = defaultdict(int)
    row, width = cells.row, cells.width
    for out, rolls in walks.items():
        out_a, out_b = out // _OUT_A, out % _OUT_A
        lead = ahead - out_a + out_b
        if lead >= 0:
            for show, ways in _shows(out_b):
                won = min(lead, show)
                then_a[out - show] += (rolls << won * row) * ways
        else:
            then_b[out] += rolls
            rolls = cells.to_b(rolls)  # noqa: PLW2901 - of all that beat something
            for show, ways in _shows(out_a)[1:]:
                won = min(-lead, show)
                then_b[out - show * _OUT_A] += (rolls << won * width) * ways
    for out, rolls in then_a.items():
        for show, ways in _shows(out // _OUT_A):
            after[out - show * _OUT_A] += rolls * ways
    for out, rolls in then_b.items():
        for show, ways in _shows(out % _OUT_A):
            after[out - show] += rolls * ways
    return after


@cache
def _shows(dice: int) -> tuple[tuple[int, int], ...]:
    """Return (how many of *dice* show the face, number of ways), for each number."""
    return tuple((number, comb(dice, number)) for number in range(dice + 1))


class PoolsQuery(Struct, frozen=True):
    """Odds of the upper hand, and of the dice either side keeps."""

    pool: tuple[int, ...]
    """The dice of pool a."""
    vs: tuple[int, ...]
    """The dice of pool b."""


def answer_pools(query: PoolsQuery) -> Answer:
    """Answer *query*; raises OddsError for pools that cannot exist."""
    odds = intensity_odds(query.pool, query.vs)
    asked = {
        "pool": [f"d{size}" for size in query.pool],
        "vs": [f"d{size}" for size in query.vs],
    }
    return Answer(asked, {"upper": odds["upper"], "kept": odds["kept"]})


ODDS = {"pools": Odds(PoolsQuery, answer_pools, "--pool d8,d6,d4 --vs d6,d6,d2")}
"""The questions about chances that Intensity answers."""
