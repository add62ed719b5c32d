"""An estimate that stopping early does not bias.

Whoever stops as soon as something is settled stops where luck had just helped, so the
mean they stop at is too far from even. Here the same stopping is played out many times
for laws of every mean, each as like the scores that were seen as its mean allows; the
estimate is the mean under which half of them stop higher and half lower (the method of
Jennison and Turnbull, with the mean itself as the order of outcomes).
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import log

import numpy as np

from sim.statistics.betting import EVEN, STAKES, Numbers, Scores
from sim.statistics.gsprt import ELO, Bounds

PLAYS = 200
_STEPS = 9
_REACH = 0.25
_SPARE = 0.25
"""So often each end of the scale is taken to have been seen as well."""
_TILTS = 60.0
_SLOPES = 40
_BEYOND = 2
"""Plays go on to so many times the blocks at which it was stopped."""
_SMALL = 1e-9

Settles = Callable[[Numbers, Numbers], Numbers]
"""(scores, how often each came in each play) -> whether each play is settled."""


def settles_by_bets(confidence: float, within: float) -> Settles:
    """Return the rule that an interval which always holds settles it."""
    goal = log(2 / (1 - confidence)) + log(len(STAKES))

    def fortunes(values: Numbers, times: Numbers, mean: float) -> Numbers:
        stakes = np.array(STAKES)[:, None]
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
    """Return the rule that one of two ratio tests settles it, as normal laws have it."""
    scale = games**0.5 / ELO
    low, high = bounds.low * scale, bounds.high * scale

    def ratio(distance: Numbers, count: Numbers) -> Numbers:
        odds: Numbers = np.log((1 + (distance - low) ** 2) / (1 + (distance - high) ** 2))
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


def unbiased(
    scores: Scores, looks: Sequence[int], settles: Settles, *, plays: int = PLAYS
) -> float:
    """Return the median-unbiased mean after stopping at the last of *looks*.

    *looks* are the numbers of blocks at which it could have stopped.
    """
    values = np.array(sorted({0.0, 1.0, *scores}))
    seen = np.array([float(scores.get(value, 0)) for value in values.tolist()])
    mean = float(values @ seen / seen.sum())
    law = seen + _SPARE * ((values == 0) | (values == 1))
    law /= law.sum()
    share = partial(
        _share_above, values, law, _onward(looks), settles, mean, plays
    )
    return _solve(share, EVEN, mean)


def _onward(looks: Sequence[int]) -> list[int]:
    """Return *looks* and those that would have come after."""
    onward = list(looks)
    while onward[-1] < _BEYOND * looks[-1]:
        onward.append(onward[-1] + max(1, onward[-1] // 4))
    return onward


def _share_above(
    values: Numbers,
    law: Numbers,
    looks: Sequence[int],
    settles: Settles,
    mean: float,
    plays: int,
    true: float,
) -> float:
    """Return how many plays stop above *mean* where *true* is the true one."""
    random = np.random.default_rng(1)
    tilted = _tilted(values, law, true)
    times = np.zeros((plays, len(values)))
    done = np.zeros(plays)
    before = 0
    for look in looks:
        more = random.multinomial(look - before, tilted, size=plays)
        times += more * (1 - done)[:, None]
        before = look
        done = np.maximum(done, settles(values, times))
        if done.all():
            break
    means = times @ values / times.sum(axis=1)
    above = (means > mean + _SMALL).mean()
    same = (np.abs(means - mean) <= _SMALL).mean()
    return float(above + same / 2)


def _tilted(values: Numbers, law: Numbers, mean: float) -> Numbers:
    """Return the law likest to *law* that has this *mean*."""
    low, high = -_TILTS, _TILTS
    tilted = law
    for _ in range(_SLOPES):
        middle = (low + high) / 2
        weights = law * np.exp(middle * (values - EVEN))
        tilted = weights / weights.sum()
        if float(tilted @ values) < mean:
            low = middle
        else:
            high = middle
    return tilted


def _solve(share: Callable[[float], float], goal: float, near: float) -> float:
    """Return the mean, not too far from *near*, under which so many stop above it."""
    low, high = max(0.0, near - _REACH), min(1.0, near + _REACH)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if share(middle) < goal else (low, middle)
    return (low + high) / 2
