"""Verdicts: who of two agents is better, with the interval behind it.

Without bounds a verdict follows from an interval that is valid at every look, so that
one may look often, stop when something is settled, and go on afterwards. With bounds it
is that of a sequential probability ratio test (GSPRT), one for each direction, and the
interval is that of these tests: an interval by bets alone may contain one half beside a
test that says "better". Several verdicts at once share the probability of an error.
"""

from math import exp
from typing import Any, Literal

from msgspec import Struct, structs

from sim.statistics.betting import always_valid, log_evidence
from sim.statistics.forecast import Ahead, blocks_ahead
from sim.statistics.gsprt import Bounds, least_mean, mean_at, pentanomial, ratio
from sim.statistics.intervals import EVEN, Interval, Scores
from sim.statistics.stopped import Settles, settles_by_bets, settles_by_ratio
from sim.tournament.contest import Terms

Says = Literal["better", "worse", "equal", "alike", "open"]

_PAIR = 2
_QUARTERS = frozenset({0.0, 0.25, 0.5, 0.75, 1.0})
_BLOWN = 700.0


class Verdict(Struct, frozen=True):
    """The verdict on the first of two agents, after this many *blocks*.

    *interval* is what it rests on, or what a GSPRT with this verdict allows. *about* is
    how many more blocks an open verdict probably needs. *evidence* is the e-value
    against one half; *ratios* are the log-likelihood ratios of a GSPRT, that the first
    and that the second is better. One that is *exact* rests on no blocks at all.
    """

    says: Says
    blocks: int
    interval: Interval
    within: float
    about: Ahead | None = None
    evidence: float = 1.0
    ratios: tuple[float, float] | None = None
    exact: bool = False

    @property
    def settled(self) -> bool:
        """Whether it is final, so that play may stop."""
        return self.says != "open"

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict by name."""
        words: dict[str, Any] = {"says": self.says, "within": round(self.within, 6)}
        if self.says == "open":
            words["about"] = None if self.about is None else self.about.to_dict()
        words["exact"] = self.exact
        words["evidence"] = None if self.exact else round(self.evidence, 6)
        if self.ratios is not None:
            words["ratios"] = [round(value, 6) for value in self.ratios]
        return words


def exact_verdict(score: float) -> Verdict:
    """Return the verdict of an exact *score*, which needs no interval."""
    says: Says = "better" if score > EVEN else "worse" if score < EVEN else "equal"
    return Verdict(says, 0, Interval(score, score, score), 0.0, exact=True)


class Judge(Struct, frozen=True):
    """Gives verdicts on *terms*, corrected for *family* simultaneous verdicts."""

    terms: Terms
    family: int = 1

    @property
    def confidence(self) -> float:
        """The confidence of each interval, so that all hold together as often."""
        return 1 - (1 - self.terms.confidence) / max(1, self.family)

    @property
    def bounds(self) -> Bounds:
        """The bounds of each test; every pair has two tests and its share of errors."""
        given = self.terms.bounds or Bounds()
        share = 2 * max(1, self.family)
        return structs.replace(
            given, alpha=given.alpha / share, beta=given.beta / share
        )

    def settles(self, games: int) -> Settles:
        """Return the stopping rule for blocks of this many *games*."""
        if self.terms.bounds is None:
            return settles_by_bets(self.confidence, self.terms.within)
        return settles_by_ratio(self.bounds, games)

    def verdict(
        self,
        scores: Scores,
        *,
        games: int = _PAIR,
        alike: bool = False,
        foresee: bool = True,
    ) -> Verdict:
        """Return the verdict after blocks of this many *games* with these *scores*.

        *alike* says that both agents played every game alike. Without *foresee* the
        verdict has no *about*, which is slow to compute.
        """
        blocks = sum(scores.values())
        if not blocks:
            return Verdict("open", 0, Interval(EVEN, 0, 1), self.terms.within)
        judged = self._judged(scores, games)
        if alike and judged.says == "equal":
            return structs.replace(judged, says="alike")
        if judged.says != "open" or not foresee:
            return judged
        return structs.replace(judged, about=blocks_ahead(scores, self.settles(games)))

    def _judged(self, scores: Scores, games: int) -> Verdict:
        by_bets = self._by_bets(scores)
        if self.terms.bounds is None or len(scores) == 1:
            # No distribution can be fitted to blocks that all have the same score.
            return by_bets
        return self._by_tests(scores, games, by_bets)

    def _by_bets(self, scores: Scores) -> Verdict:
        """Return the verdict of an interval by bets."""
        interval = always_valid(scores, self.confidence)
        within = self.terms.within
        says: Says = "open"
        if interval.excludes(EVEN):
            says = "better" if interval.value > EVEN else "worse"
        elif EVEN - within < interval.low and interval.high < EVEN + within:
            says = "equal"
        against = exp(min(_BLOWN, log_evidence(scores)))
        blocks = round(sum(scores.values()))
        return Verdict(says, blocks, interval, within, evidence=against)

    def _by_tests(self, scores: Scores, games: int, by_bets: Verdict) -> Verdict:
        """Return the verdict of the two tests, one for each direction."""
        bounds = self.bounds
        # Two tests, since each asks only whether one is better by so much. If both are
        # refused, neither is.
        counts = _filled(scores)
        mirrored = _mirrored(counts)
        ratios = ratio(counts, bounds, games), ratio(mirrored, bounds, games)
        says: Says = "open"
        if max(ratios) >= bounds.upper:
            says = "better" if ratios[0] > ratios[1] else "worse"
        elif max(ratios) <= bounds.lower:
            says = "equal"
        # The tests compare distances in deviations. Readers are told the same as a
        # difference in score: where *high* lies on that scale for blocks like these.
        most = (mean_at(scored, bounds.high, games) for scored in (counts, mirrored))
        return structs.replace(
            by_bets,
            says=says,
            interval=_tested_interval(says, by_bets.interval, counts, bounds, games),
            within=max(most) - EVEN,
            ratios=ratios,
        )


def _tested_interval(
    says: Says, bets: Interval, counts: Scores, bounds: Bounds, games: int
) -> Interval:
    """Return the interval that agrees with the test's decision.

    A bound that the test has decided is the test's; the other is that of *bets*, which
    holds at every look as well. While the test is open, the interval reaches one half.
    """
    mirrored = _mirrored(counts)
    low, high = bets.low, bets.high
    if says == "open":
        low, high = min(low, EVEN), max(high, EVEN)
    if says in {"better", "equal"}:
        low = least_mean(counts, bounds, games, equal=says == "equal")
    if says in {"worse", "equal"}:
        high = 1 - least_mean(mirrored, bounds, games, equal=says == "equal")
    return Interval(bets.value, min(low, bets.value), max(high, bets.value))


def _mirrored(scores: Scores) -> Scores:
    return {1 - score: times for score, times in scores.items()}


def _filled(scores: Scores) -> Scores:
    """Return the counts of all possible *scores* of mirrored pairs, zeros included."""
    return pentanomial(scores) if set(scores) <= _QUARTERS else scores
