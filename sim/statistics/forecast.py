"""A forecast of how many more blocks an open verdict will take, as a range.

Distributions that may have produced the blocks so far are drawn (a Bayesian bootstrap),
and under each of them play is simulated until it is settled. A single number would be
too low: continuing exactly as observed settles sooner than most draws do, since part of
the observed lead is luck. How often the range holds: `python -m benchmarks.verdicts
ahead`.
"""

from collections.abc import Callable
from math import ceil, floor

import numpy as np
from msgspec import Struct

from sim.statistics.betting import Numbers
from sim.statistics.intervals import Scores
from sim.statistics.stopped import Settles

SHARE = 0.9
"""The share of the drawn distributions that settle within the range."""
MOST = 100_000
"""The most blocks anybody plays."""

_PLAYS = 200
_SPARE = 0.25
"""Each end of the scale counts as seen this many times more."""
_LOOK = 10
_LOOK_MAX = 100
_GROWTH = 4
_DIGITS = 2
_SEED = 1


class Ahead(Struct, frozen=True):
    """How many more blocks it probably takes, as a range; None for more than MOST."""

    low: int | None
    high: int | None

    def to_dict(self) -> dict[str, int | None]:
        """Return both by name."""
        return {"low": self.low, "high": self.high}


def blocks_ahead(scores: Scores, settles: Settles) -> Ahead:
    """Return how many blocks it takes after *scores* until it *settles*, as a range."""
    values = np.array(sorted({0.0, 1.0, *scores}))
    seen = np.array([float(scores.get(value, 0)) for value in values.tolist()])
    random = np.random.default_rng(_SEED)
    # Draw distributions from the posterior, and go on from the same blocks under each
    # of them. Both ends get a little weight, for scores that were never seen.
    ends = (values == 0) | (values == 1)
    laws: Numbers = random.dirichlet(seen + _SPARE * ends, _PLAYS)
    times: Numbers = np.tile(seen, (_PLAYS, 1))
    took: Numbers = np.full(_PLAYS, np.inf)
    going = np.arange(_PLAYS)
    more = 0
    while len(going) and more < MOST:
        step = _step(round(float(seen.sum())) + more)
        more += step
        times[going] += random.multinomial(step, laws[going])
        # Look as often as a tournament does: more looks would settle sooner.
        settled = settles(values, times[going]) != 0
        took[going[settled]] = more
        going = going[~settled]
    tail = (1 - SHARE) / 2
    # Plays that never settled count as infinite. "inverted_cdf" returns one of the
    # values and never a mean of a finite and an infinite one.
    low, high = np.quantile(took, (tail, 1 - tail), method="inverted_cdf").tolist()
    return Ahead(_rounded(low, floor), _rounded(high, ceil))


def _step(done: int) -> int:
    """Return the number of blocks before the next look, as in a tournament.

    After many blocks looks are rarer than there, which costs no accuracy to speak of.
    """
    usual = max(_LOOK, min(_LOOK_MAX, done // _GROWTH))
    return max(usual, done // (2 * _GROWTH))


def _rounded(blocks: float, way: Callable[[float], int]) -> int | None:
    """Return *blocks* with two digits, None if they are more than MOST."""
    if blocks > MOST:
        return None
    scale = int(10 ** max(0, len(str(int(blocks))) - _DIGITS))
    return way(blocks / scale) * scale
