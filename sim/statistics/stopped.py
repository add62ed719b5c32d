"""An estimate that stopping early does not bias.

Stopping as soon as something is settled means stopping where luck has just helped, so
the mean at that point is too far from even. Here the same stopping is played out many
times for laws of every mean, each as like the scores that were seen as its mean allows;
the estimate is the mean under which half of them stop higher and half lower (the method
of Jennison and Turnbull, with the mean itself as the order of outcomes).
"""

from collections.abc import Callable, Sequence
from math import log

import numpy as np

from sim.statistics.betting import STAKES, Numbers
from sim.statistics.gsprt import ELO, Bounds
from sim.statistics.intervals import EVEN, Scores

PLAYS = 500
_STEPS = 30
_SPARE = 0.25
"""Each end of the scale counts as seen this many times more."""
_REACH = 1.5
"""An estimate is at most this many standard errors from what was seen."""
_BEYOND = 2
"""Simulated plays go on to this many times the blocks of the real one."""
_SMALL = 1e-9

Settles = Callable[[Numbers, Numbers], Numbers]
"""(scores, how often each came in each play) -> whether each play is settled."""


def settles_by_bets(confidence: float, within: float) -> Settles:
    """Return the rule that an always valid interval settles it."""
    goal = log(2 / (1 - confidence)) + log(len(STAKES))

    stakes = np.array(STAKES)[:, None]

    def fortunes(values: Numbers, times: Numbers, mean: float) -> Numbers:
        gains = times @ np.log1p(stakes * (values[None, :] / mean - 1)).T
        most = gains.max(axis=1)
        made: Numbers = most + np.log(np.exp(gains - most[:, None]).sum(axis=1))
        return made

    def settled(values: Numbers, times: Numbers) -> Numbers:
        above = fortunes(values, times, EVEN) >= goal
        below = fortunes(1 - values, times, EVEN) >= goal
        equal = (fortunes(values, times, EVEN - within) >= goal) & (
            fortunes(1 - values, times, EVEN - within) >= goal
        )
        return np.asarray(above | below | equal, dtype=float)

    return settled


def settles_by_ratio(bounds: Bounds, games: int) -> Settles:
    """Return the rule that one of two ratio tests settles it, for normal laws."""
    scale = games**0.5 / ELO
    low, high = bounds.low * scale, bounds.high * scale

    def ratio(distance: Numbers, count: Numbers) -> Numbers:
        odds: Numbers = np.log(
            (1 + (distance - low) ** 2) / (1 + (distance - high) ** 2)
        )
        return count / 2 * odds

    def settled(values: Numbers, times: Numbers) -> Numbers:
        count = times.sum(axis=1)
        mean = times @ values / count
        spread = times @ values**2 / count - mean**2
        distance = (mean - EVEN) / np.sqrt(np.maximum(spread, _SMALL))
        there, back = ratio(distance, count), ratio(-distance, count)
        most = np.maximum(there, back)
        return np.asarray((most >= bounds.upper) | (most <= bounds.lower), dtype=float)

    return settled


def median_unbiased_mean(
    scores: Scores, looks: Sequence[int], settles: Settles, *, plays: int = PLAYS
) -> float:
    """Return the median-unbiased mean after stopping at the last of *looks*.

    *looks* are the numbers of blocks at which it could have stopped.
    """
    values = np.array(sorted({0.0, 1.0, *scores}))
    seen = np.array([float(scores.get(value, 0)) for value in values.tolist()])
    mean = float(values @ seen / seen.sum())
    # 1. Take the law of the blocks that were seen. With a little at both ends, since
    # blocks that were all alike would let every play stop at the same point.
    law = seen + _SPARE * ((values == 0) | (values == 1))
    law /= law.sum()
    # 2. Play under this law until the same rule stops each play, and go on looking
    # after the point where it really stopped: elsewhere it may take longer.
    times = _stopped(values, law, _onward(looks), settles, plays)
    blocks = times.sum(axis=1)
    # 3. Say which plays stopped higher than what was seen. One that stopped at the very
    # same mean counts half, as in any median.
    sums = times @ values - mean * blocks
    above = (sums > _SMALL * blocks) + (np.abs(sums) <= _SMALL * blocks) / 2
    # 4. Tilt the law until half of the plays stop higher, and return its mean.
    tilt = _solve(values - mean, law, sums, blocks, above)
    weights = law * np.exp(tilt * (values - mean))
    return float(weights @ values / weights.sum())


def _onward(looks: Sequence[int]) -> list[int]:
    """Return *looks* and the later ones that would have followed."""
    onward = list(looks)
    while onward[-1] < _BEYOND * looks[-1]:
        onward.append(onward[-1] + max(1, onward[-1] // 4))
    return onward


def _stopped(
    values: Numbers, law: Numbers, looks: Sequence[int], settles: Settles, plays: int
) -> Numbers:
    """Return how often each score came in each of this many plays until it stopped."""
    random = np.random.default_rng(1)
    times = np.zeros((plays, len(values)))
    going = np.arange(plays)
    before = 0
    for look in looks:
        times[going] += random.multinomial(look - before, law, size=len(going))
        before = look
        going = going[settles(values, times[going]) == 0]
        if not len(going):
            break
    return times


def _solve(
    away: Numbers, law: Numbers, sums: Numbers, blocks: Numbers, above: Numbers
) -> float:
    """Return the tilt of *law* under which half of the plays stop above the mean.

    A play of this many *blocks* is exp(tilt * sum) / scale**blocks times as likely
    under the tilted law, so the plays of one law tell of all laws near it.
    """
    # Do not search farther than a few standard errors: few plays are likely there, so
    # their weights are unreliable.
    spread = float(law @ away**2 - (law @ away) ** 2)
    high = float(_REACH / (spread * float(np.median(blocks))) ** 0.5)
    low = -high
    for _ in range(_STEPS):
        tilt = (low + high) / 2
        scale = np.log(law @ np.exp(tilt * away))
        # Weigh the plays that we have in place of playing again under each law.
        weights = tilt * sums - blocks * scale
        weights = np.exp(weights - weights.max())
        if float(weights @ above / weights.sum()) < EVEN:
            low = tilt
        else:
            high = tilt
    return (low + high) / 2
