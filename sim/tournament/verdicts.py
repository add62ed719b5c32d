"""Verdicts: what may be said of two agents, and the interval it rests on.

Without bounds a verdict is read off an interval that holds at every look, so that it is
right to look often, to stop when something is settled, and to go on afterwards. With
bounds it is that of a sequential probability ratio test, one for each direction. Where
several verdicts are spoken at once, each has its share of what may go wrong.
"""

from collections.abc import Callable, Mapping
from math import exp
from typing import Any, Literal

from msgspec import Struct, structs

from sim.statistics.betting import always_valid, evidence
from sim.statistics.gsprt import Bounds, pentanomial, points, ratio
from sim.statistics.intervals import EVEN, Interval
from sim.tournament.contest import Terms
from sim.tournament.ledger import mirrored

Says = Literal["better", "worse", "equal", "alike", "open"]
Scores = dict[float, int]

_MOST = 1 << 20
_STEPS = 12
_PAIR = 2
_QUARTERS = frozenset({0.0, 0.25, 0.5, 0.75, 1.0})
_BLOWN = 700.0


class Verdict(Struct, frozen=True):
    """What may be said of the first of two agents, after so many *blocks*.

    *interval* is what it rests on. *about* is how many more blocks an open verdict
    needs if they go on as they went, None for more than anybody plays. *evidence* is
    the e-value against one half; *ratios* are the log-likelihood ratios of a GSPRT,
    that the first and that the second is better.
    """

    says: Says
    blocks: int
    interval: Interval
    within: float
    about: int | None = None
    evidence: float = 1.0
    ratios: tuple[float, float] | None = None

    @property
    def settled(self) -> bool:
        """Whether there is no need to play on."""
        return self.says != "open"

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict by name."""
        words: dict[str, Any] = {"says": self.says, "within": round(self.within, 6)}
        if self.says == "open":
            words["about"] = self.about
        words["evidence"] = round(self.evidence, 6)
        if self.ratios is not None:
            words["ratios"] = [round(one, 6) for one in self.ratios]
        return words


class Judge(Struct, frozen=True):
    """Speaks verdicts on *terms*; *family* verdicts are spoken at once."""

    terms: Terms
    family: int = 1

    @property
    def confidence(self) -> float:
        """How sure each interval is, so that all of them together are as sure."""
        return 1 - (1 - self.terms.confidence) / max(1, self.family)

    @property
    def bounds(self) -> Bounds:
        """The bounds of each test: every pair has two, and its share of the errors."""
        given = self.terms.bounds or Bounds()
        share = 2 * max(1, self.family)
        return structs.replace(
            given, alpha=given.alpha / share, beta=given.beta / share
        )

    def verdict(
        self,
        scores: Scores,
        *,
        games: int = _PAIR,
        alike: bool = False,
        foresee: bool = True,
    ) -> Verdict:
        """Return what may be said after blocks of so many *games* with these *scores*.

        *alike* says that both agents played every game alike. Without *foresee* it is
        not said how many more blocks are needed, which takes a while to work out.
        """
        blocks = sum(scores.values())
        if not blocks:
            return Verdict("open", 0, Interval(EVEN, 0, 1), self.terms.within)
        judged = self._judged(scores, games)
        if alike and judged.says == "equal":
            return structs.replace(judged, says="alike")
        if judged.says != "open" or not foresee:
            return judged
        return structs.replace(judged, about=self._about(scores, games))

    def _judged(self, scores: Mapping[float, float], games: int) -> Verdict:
        interval = always_valid(scores, self.confidence)
        against = exp(min(_BLOWN, evidence(scores)))
        blocks = round(sum(scores.values()))
        if self.terms.bounds is not None:
            return self._tested(scores, games, interval, against)
        return self._read(interval, against, blocks)

    def _read(self, interval: Interval, against: float, blocks: int) -> Verdict:
        """Return the verdict that *interval* alone allows."""
        within = self.terms.within
        says: Says = "open"
        if interval.excludes(EVEN):
            says = "better" if interval.value > EVEN else "worse"
        elif EVEN - within < interval.low and interval.high < EVEN + within:
            says = "equal"
        return Verdict(says, blocks, interval, within, evidence=against)

    def _tested(
        self,
        scores: Mapping[float, float],
        games: int,
        interval: Interval,
        against: float,
    ) -> Verdict:
        """Return the verdict of two tests, that the first and the second is better."""
        bounds = self.bounds
        there = _filled(scores)
        back = {1 - score: times for score, times in there.items()}
        ratios = ratio(there, bounds, games), ratio(back, bounds, games)
        within = points(bounds.high, scores, games)
        blocks = round(sum(scores.values()))
        says: Says = "open"
        if max(ratios) >= bounds.upper:
            says = "better" if ratios[0] > ratios[1] else "worse"
        elif max(ratios) <= bounds.lower:
            says = "equal"
        elif not within:  # every block came to the same, so no law can be fitted
            return self._read(interval, against, blocks)
        return Verdict(says, blocks, interval, within, evidence=against, ratios=ratios)

    def _about(self, scores: Scores, games: int) -> int | None:
        """Return how many more blocks of the same kind would settle it."""
        blocks = sum(scores.values())

        def settles(times: float) -> bool:
            more = {score: count * times for score, count in scores.items()}
            return self._judged(more, games).says != "open"

        most = 2.0
        while not settles(most):
            most *= 2
            if most * blocks > _MOST:
                return None
        least = _least(settles, most / 2, most)
        return max(1, round((least - 1) * blocks))


def _least(holds: Callable[[float], bool], low: float, high: float) -> float:
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _filled(scores: Mapping[float, float]) -> Mapping[float, float]:
    """Return the *scores* of mirrored pairs with those that never came."""
    return pentanomial(scores) if set(scores) <= _QUARTERS else scores


__all__ = ["Judge", "Says", "Scores", "Verdict", "mirrored"]
