"""A mean score with the luck of the dice taken out: control variates, cross-fitted.

What the dice gave beyond their expectation is zero on average, whoever plays. So the
part of a score that correlates with it is luck and can be subtracted: the expected mean
stays the same and its variance falls. Backgammon programs do the same.

How much of a score goes with luck has to be estimated. If a block helped to estimate
its own adjustment, the result would look more precise than it is. So blocks are dealt
to folds, and each block is adjusted by coefficients fitted on the other folds: the mean
is unbiased for any number of blocks, and the variance saved is measured on blocks that
the fit has not seen. `benchmarks/verdicts.md` says how often the intervals hold.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, Literal, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sim.statistics.intervals import (
    CONFIDENCE,
    Interval,
    spread_over,
    student_quantile,
)
from sim.statistics.likelihood import one_look

Numbers: TypeAlias = NDArray[np.float64]
Status = Literal["adjusted", "stopped", "no_luck", "too_few", "no_saving"]

_least_squares: Callable[..., tuple[Numbers, *tuple[Any, ...]]] = np.linalg.lstsq

_FOLDS = 10
_PER_NUMBER = 10
"""A fit takes ten blocks that differ from the rest for each number it estimates."""
_DIGITS = 9


class Adjustment(Struct, frozen=True):
    """A mean score, and the same with luck taken out or the reason why it is not.

    *differing* of the *blocks* have another score than the most frequent one; *needed*
    are needed to estimate what luck is worth. Where it was estimated, *saved* is the
    share of the variance that goes with luck in blocks the estimate was not fitted on,
    and *score* the mean with the interval for one look. *adjusted* is the same with
    luck taken out. The *status* says why it is None: "stopped" (how long to play
    depended on the score), "no_luck" (the dice gave both the same in every block),
    "too_few" (fewer blocks differ than are needed) or "no_saving" (it is not sure that
    anything is saved).
    """

    status: Status
    blocks: int
    differing: int
    needed: int
    score: Interval | None = None
    saved: Interval | None = None
    adjusted: Interval | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the adjustment by name."""
        return {
            "status": self.status,
            "blocks": self.blocks,
            "differing": self.differing,
            "needed": self.needed,
            "score": self.score and self.score.to_dict(),
            "saved": self.saved and self.saved.to_dict(),
            "adjusted": self.adjusted and self.adjusted.to_dict(),
        }


def adjustment(
    scores: Sequence[float],
    luck: Sequence[Sequence[float]],
    *,
    stopped: bool = False,
) -> Adjustment:
    """Return the mean of *scores* as it would be if all *luck* had been zero.

    *luck* has a row for each score. *stopped* says that how many there are depended on
    the scores, so that an interval for one look does not hold.
    """
    values = np.array(scores, dtype=float)
    count = len(values)
    gifts = np.array(luck, dtype=float).reshape(count, -1 if count else 0)
    times = Counter(round(score, _DIGITS) for score in scores)
    differing = count - max(times.values(), default=0)
    needed = _PER_NUMBER * (1 + gifts.shape[1])
    if stopped:
        return Adjustment("stopped", count, differing, needed)
    if not count or not np.ptp(gifts, axis=0).any():
        return Adjustment("no_luck", count, differing, needed)
    if differing < needed:
        return Adjustment("too_few", count, differing, needed)

    score = one_look(times)
    rest = without_luck(values, gifts)
    saved = _saved(values, rest)
    if saved.low <= 0:
        return Adjustment("no_saving", count, differing, needed, score, saved)
    share = min(1.0, max(0.0, float(rest.mean())))
    adjusted = spread_over(share, _spread(rest), count)
    return Adjustment("adjusted", count, differing, needed, score, saved, adjusted)


def without_luck(values: Numbers, gifts: Numbers) -> Numbers:
    """Return *values*, each less what its *gifts* were worth in the other folds."""
    folds = np.arange(len(values)) % _FOLDS
    rest = values.copy()
    for fold in range(min(_FOLDS, len(values))):
        held_out = folds == fold
        others, theirs = values[~held_out], gifts[~held_out]
        if not len(others):
            continue
        # Fit how scores go with luck in the other folds, both less their means, so that
        # the fit needs no constant.
        away = theirs - theirs.mean(axis=0)
        terms = _least_squares(away, others - others.mean(), rcond=None)[0]
        # Take away all the luck, not the luck less its mean: luck is zero on average by
        # its law, and what it was on average here is just what should be taken out.
        rest[held_out] -= gifts[held_out] @ terms
    return rest


def _saved(before: Numbers, after: Numbers) -> Interval:
    """Return the share of the variance that is gone *after*, by a ratio estimate."""
    count = len(before)
    was, now = (before - before.mean()) ** 2, (after - after.mean()) ** 2
    # The share that is left is a ratio of two sums over the same blocks. Its error is
    # that of the blocks' differences from this ratio (the delta method); were the two
    # sums taken as independent, it would be far too wide.
    left = float(now.sum() / was.sum())
    error = float(np.std(now - left * was, ddof=1) / was.mean()) / sqrt(count)
    half = student_quantile(CONFIDENCE, count - 1) * error
    return Interval(1 - left, 1 - left - half, min(1.0, 1 - left + half))


def _spread(values: Numbers) -> float:
    return float(((values - values.mean()) ** 2).sum())
