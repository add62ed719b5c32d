"""The generalised sequential probability ratio test, in normalised Elo.

Two hypotheses give the distance between two agents in normalised Elo, that is in
standard deviations of a game. Play goes on until the ratio of the likelihoods of the
scores under both reaches a threshold; each is that of the likeliest law at the given
distance. A mirrored pair is one observation with up to five scores, so that luck which
cancels out within a pair does not count as uncertainty.

The method is that of Michel Van den Bergh, "The generalized maximum likelihood ratio
for the expectation value of a distribution" and "Normalized Elo", as fishtest has it.
"""

from collections.abc import Mapping
from math import inf, log, sqrt

from msgspec import Struct

from sim.statistics.intervals import EVEN, Scores

ELO = 800 / log(10)
"""Normalised Elo of one standard deviation of a game."""
_RARE = 1e-3
_ROUNDS = 40
_NEAR = 1e-9
_STEPS = 55
_EXACT = 1e-15
_HALVINGS = 16
_FAR = 4000.0
"""How far from the decision of the test a bound is searched, in normalised Elo."""

Law = list[tuple[float, float]]
"""(score, probability) for every score."""


class Bounds(Struct, frozen=True):
    """The two hypotheses of the test, and its error rates.

    *low* and *high* are normalised Elo; *alpha* is the chance to accept *high* if *low*
    is true, *beta* the other way round.
    """

    low: float = 0.0
    high: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        """At this log-likelihood ratio *low* is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At this log-likelihood ratio *high* is accepted."""
        return log((1 - self.beta) / self.alpha)


def ratio(scores: Scores, bounds: Bounds, games: int = 2) -> float:
    """Return the log-likelihood ratio of *high* over *low*; a block has *games* games.

    A score given with 0 times counts as seen a thousandth of a time.
    """
    seen, count = _seen(scores)
    if len(seen) <= 1:
        return 0.0
    # Normalised Elo counts in deviations of a game. The mean of a block of n games
    # strays sqrt(n) times less, so the same difference is that many more of its
    # deviations.
    scale = sqrt(games) / ELO
    # A hypothesis gives a distance but no law, so it is represented by the law of that
    # distance under which the blocks are likeliest: the "generalised" ratio.
    first = _nearest_at(seen, bounds.low * scale)
    second = _nearest_at(seen, bounds.high * scale)
    return count * sum(
        share * log(high / low)
        for (_, share), (_, low), (_, high) in zip(seen, first, second, strict=True)
    )


def _seen(scores: Scores) -> tuple[Law, float]:
    """Return the law of *scores*, and the number of blocks."""
    kept = {score: max(times, _RARE) for score, times in scores.items()}
    count = sum(kept.values())
    return [(score, times / count) for score, times in sorted(kept.items())], count


def pentanomial(scores: Scores) -> Mapping[float, float]:
    """Return *scores* of mirrored pairs with those that never came, 0 times."""
    return {quarter / 4: scores.get(quarter / 4, 0) for quarter in range(5)}


def normalised_elo(scores: Scores, games: int = 2) -> float:
    """Return how far *scores* are from even, in normalised Elo."""
    count = sum(scores.values())
    mean = sum(score * times for score, times in scores.items()) / count
    spread = sum(times * (score - mean) ** 2 for score, times in scores.items()) / count
    if spread <= 0:
        return 0.0 if mean == EVEN else inf if mean > EVEN else -inf
    return (mean - EVEN) / sqrt(spread * games) * ELO


def least_mean(
    scores: Scores, bounds: Bounds, games: int = 2, *, equal: bool = False
) -> float:
    """Return the least mean that the test of *bounds* has not refused.

    Each mean is tested against one as far above it as *high* is above *low*, and is
    refused if the test says that the first agent is better than that. So the least mean
    is above the mean at *low* exactly when the test of *bounds* itself says "better".
    Once that test says *equal*, the least mean is above the mean at -*high*, where the
    mirrored tests accept their *low*. The true mean is refused as rarely as the test
    errs, at any look until the test ends.
    """
    width = bounds.high - bounds.low
    goal = -bounds.lower if equal else bounds.upper
    # Halve between a mean that is refused for certain, since the test has decided
    # there, and the mean that was seen, which no test refuses.
    low = -bounds.high if equal else bounds.low
    high = max(low, min(normalised_elo(scores, games), low + _FAR))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if ratio(scores, Bounds(middle, middle + width), games) >= goal:
            low = middle
        else:
            high = middle
    return mean_at(scores, low, games)


def mean_at(scores: Scores, elo: float, games: int = 2) -> float:
    """Return the mean of the law likeliest to show *scores*, *elo* away from even."""
    law = _nearest_at(_seen(scores)[0], elo * sqrt(games) / ELO)
    return sum(score * share for score, share in law)


def _nearest_at(seen: Law, distance: float) -> Law:
    """Return the law likeliest to give *seen*, at this *distance* from even."""
    # The likeliest law of a given mean is found by one equation. That of a given
    # distance is not, since the deviation changes with the law. So take mean and
    # deviation from the last law, solve for a law with them, and repeat until it stays.
    law = [(score, 1 / len(seen)) for score, _ in seen]
    for _ in range(_ROUNDS):
        mean = sum(score * share for score, share in law)
        deviation = sqrt(sum(share * (score - mean) ** 2 for score, share in law))
        if deviation <= 0:
            break
        # A law is as far from even as it should be where its scores, less one half and
        # less so many deviations, are 0 on average. The last factor averages to
        # the law's own deviation, to first order, so that the condition is linear.
        tilts = [
            score
            - EVEN
            - distance * deviation * (1 + ((mean - score) / deviation) ** 2) / 2
            for score, _ in seen
        ]
        # Among all laws under which the tilts average to 0 the likeliest divides
        # each share by 1 + step * tilt (Owen 1988).
        step = _balance(
            [(tilt, share) for tilt, (_, share) in zip(tilts, seen, strict=True)]
        )
        new = [
            (score, share / (1 + step * tilt))
            for tilt, (score, share) in zip(tilts, seen, strict=True)
        ]
        moved = max(abs(a[1] - b[1]) for a, b in zip(law, new, strict=True))
        law = new
        if moved < _NEAR:
            break
    return law


def _balance(law: Law) -> float:
    """Return x where the sum of share * tilt / (1 + x * tilt) is 0."""
    least, most = min(tilt for tilt, _ in law), max(tilt for tilt, _ in law)
    if least >= 0 or most <= 0:
        return 0.0
    # The sum falls from infinity to minus infinity between these two, so there is one
    # such x. Newton's steps are taken from 0, and halves of what is left of the
    # interval where a step would leave it.
    low, high, at = -1 / most, -1 / least, 0.0
    near = _EXACT * (high - low)
    for _ in range(_STEPS):
        terms = [(share, tilt / (1 + at * tilt)) for tilt, share in law]
        value = sum(share * term for share, term in terms)
        if value > 0:
            low = at
        else:
            high = at
        step = value / sum(share * term * term for share, term in terms)
        to = at + step if low < at + step < high else (low + high) / 2
        if abs(to - at) <= near:
            return to
        at = to
    return at
