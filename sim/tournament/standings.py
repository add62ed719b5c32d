"""The standings and pairings of a tournament: who is better, and how sure that is.

Everything is computed over blocks, which are independent; games under the same dice are
not. In a row all opponents have equal weight.
"""

from collections import Counter, defaultdict
from math import inf
from statistics import fmean
from typing import Any

from msgspec import Struct, structs

from sim.conflict.play import FORFEIT
from sim.statistics.betting import always_valid
from sim.statistics.intervals import CONFIDENCE, EVEN, Interval
from sim.statistics.likelihood import one_look_over
from sim.statistics.stopped import median_unbiased_mean
from sim.tournament.formats import Course
from sim.tournament.ledger import Ledger, Pair
from sim.tournament.place import FIRST, Place, Seating, of_game
from sim.tournament.series import End
from sim.tournament.verdicts import Judge, Verdict, exact_verdict

_NEAR = 1e-9
RESULTS = "won", "drawn", "lost"


class Pairing(Struct, frozen=True):
    """The result of one agent against another, in one *scenario* or (None) in all.

    *scores* says how many blocks had which score of the first; *mean* is their mean and
    *score* the estimate with the interval of the *verdict*. *margin* is how much more
    the first got, in returns. Where returns say no more than who won, it has the same
    interval, put into returns; else it has one of its own. Where the verdict is exact
    there are no blocks, and all three numbers of score and margin are the exact one.
    """

    first: str
    second: str
    scenario: str | None
    scores: tuple[tuple[float, int], ...]
    mean: float
    score: Interval
    margin: Interval
    verdict: Verdict

    @property
    def blocks(self) -> int:
        """How many blocks they played, in each place."""
        return sum(times for _, times in self.scores)

    def to_dict(self) -> dict[str, Any]:
        """Return the pairing by name."""
        return {
            "first": self.first,
            "second": self.second,
            "scenario": self.scenario,
            "blocks": self.blocks,
            "scores": [[score, times] for score, times in self.scores],
            "mean": round(self.mean, 6),
            "score": self.score.to_dict(),
            "margin": self.margin.to_dict(),
            "verdict": self.verdict.to_dict(),
        }


class StandingsRow(Struct, frozen=True):
    """One row of the table; games are won, drawn, lost, and lost by forfeit.

    Where only one side is open, each game is compared with that of the other agent
    under the same dice. If all is *exact* there are no games, and *chances* says how
    likely the agent wins, draws and loses one.
    """

    agent: str
    games: int
    won: int
    drawn: int
    lost: int
    forfeits: int
    score: Interval
    chances: tuple[float, float, float] | None = None

    @property
    def exact(self) -> bool:
        """Whether all of it is known without playing."""
        return self.chances is not None

    def to_dict(self) -> dict[str, Any]:
        """Return the row by name."""
        words: dict[str, Any] = structs.asdict(self)
        words |= {"score": self.score.to_dict(), "exact": self.exact, "chances": None}
        if self.chances is not None:
            figures = (round(chance, 9) for chance in self.chances)
            words["chances"] = dict(zip(RESULTS, figures, strict=True))
        return words


def overall_pairing(course: Course, pair: Pair) -> Pairing:
    """Return the pairing of *pair* over all places."""
    ledger = course.ledger
    verdict = course.verdict(pair, foresee=True)
    if verdict.exact:
        return _exact(ledger, pair, None, verdict)
    pairing = _pairing(ledger, pair, None, verdict, course.judge)
    if not course.terms.until or course.terms.until == "error":
        return pairing
    if not pairing.verdict.settled:
        return pairing
    # Play stopped when something was settled, and that is more likely just after luck:
    # the mean at that moment is too far from even. The bounds hold at every look, so
    # the estimate stays between them.
    scores = ledger.scores(pair)
    games = sum(len(place.seatings) for place in ledger.contest.places)
    rule = course.judge.settles(games)
    estimate = median_unbiased_mean(scores, look_numbers(course, pairing.blocks), rule)
    score = pairing.score
    value = min(score.high, max(score.low, estimate))
    corrected = Interval(value, score.low, score.high)
    if pairing.margin == _as_margin(score):
        return structs.replace(pairing, score=corrected, margin=_as_margin(corrected))
    return structs.replace(pairing, score=corrected)


def look_numbers(course: Course, blocks: int) -> list[int]:
    """Return the numbers of blocks, up to *blocks*, after which a look was taken."""
    numbers: list[int] = []
    done = 0
    while done < blocks:
        done += course.look(done)
        numbers.append(min(done, blocks))
    return numbers


def all_pairings(course: Course) -> tuple[Pairing, ...]:
    """Return every pairing that was played, over all places, then place by place."""
    ledger = course.ledger
    met = ledger.met()
    pairings = [overall_pairing(course, pair) for pair in met]
    places = ledger.contest.places
    if len(places) > 1:
        judge = Judge(
            structs.replace(course.terms, bounds=None),
            len(ledger.contest.pairs) * len(places),
        )
        for index, place in enumerate(places):
            for pair in met:
                exact = ledger.exact(pair, index)
                if exact is not None:
                    verdict = exact_verdict(exact.score)
                    pairings.append(_exact(ledger, pair, index, verdict))
                    continue
                scores = ledger.scores(pair, index)
                verdict = judge.verdict(
                    scores,
                    games=len(place.seatings),
                    alike=ledger.alike(pair, index),
                )
                pairings.append(_pairing(ledger, pair, index, verdict, judge))
    return tuple(pairings)


def _exact(ledger: Ledger, pair: Pair, place: int | None, verdict: Verdict) -> Pairing:
    """Return the pairing of *pair* where its games are known without playing."""
    contest = ledger.contest
    result = ledger.exact(pair, place)
    assert result is not None
    return Pairing(
        contest.specs[pair[0]],
        contest.specs[pair[1]],
        None if place is None else contest.places[place].name,
        (),
        result.score,
        verdict.interval,
        Interval(result.margin, result.margin, result.margin),
        verdict,
    )


def _pairing(
    ledger: Ledger, pair: Pair, place: int | None, verdict: Verdict, judge: Judge
) -> Pairing:
    contest = ledger.contest
    results = ledger.results(pair, place)
    return Pairing(
        contest.specs[pair[0]],
        contest.specs[pair[1]],
        None if place is None else contest.places[place].name,
        tuple(ledger.scores(pair, place).items()),
        fmean(result.score for result in results) if results else EVEN,
        verdict.interval,
        _as_margin(verdict.interval)
        if all(
            abs(result.margin - (2 * result.score - 1)) < _NEAR for result in results
        )
        else mean_margin([result.margin for result in results], judge.confidence),
        verdict,
    )


def mean_margin(margins: list[float], confidence: float = CONFIDENCE) -> Interval:
    """Return the mean of *margins*, with an interval that is valid at every look.

    There is no interval if a margin is outside -1 to 1, which happens only if returns
    are not from 0 to 1.
    """
    if max(map(abs, margins), default=0.0) > 1 + _NEAR:
        return Interval(fmean(margins), -inf, inf)
    halves = Counter(min(1.0, round((1 + margin) / 2, 9)) for margin in margins)
    return _as_margin(always_valid(halves, confidence))


def _as_margin(score: Interval) -> Interval:
    """Return *score* as a margin, for games that return 1 for a win and 0 otherwise."""
    return Interval(2 * score.value - 1, 2 * score.low - 1, 2 * score.high - 1)


def standings_rows(course: Course) -> tuple[StandingsRow, ...]:
    """Return the rows of all agents, best first."""
    agents = range(len(course.contest.agents))
    rows = [_row(course, agent) for agent in agents]
    return tuple(sorted(rows, key=lambda row: -row.score.value))


def _row(course: Course, agent: int) -> StandingsRow:
    results: Counter[str] = Counter()
    forfeits = 0
    ledger = course.ledger
    for _, who, series in ledger.of(agent):
        if len(series.place.sides) == 1:
            # Each agent plays one game there, and only the block compares the two.
            for result in series.results():
                results[_result(result.score, who)] += 1
        for seating, seated in enumerate(series.seatings):
            if who in seated:
                for end, times in series.times(seating).items():
                    forfeits += times * _forfeited(series.place, who, seated, end)
                    if len(seated) > 1:
                        first = of_game(series.place, seated, end.returns).score
                        results[_result(first, who)] += times
    return StandingsRow(
        ledger.contest.specs[agent],
        results.total(),
        results["won"],
        results["drawn"],
        results["lost"],
        forfeits,
        row_score(course, agent),
        _chances(ledger, agent),
    )


def _chances(ledger: Ledger, agent: int) -> tuple[float, float, float] | None:
    """Return how likely *agent* wins, draws and loses, None if it plays."""
    places = range(len(ledger.contest.places))
    chances: list[tuple[float, float, float]] = []
    for pair in ledger.met():
        if agent not in pair:
            continue
        for place in places:
            law = ledger.law(pair, place)
            if law is None:
                return None
            won, drawn, lost = law.chances
            chances.append(law.chances if agent == pair[0] else (lost, drawn, won))
    if not chances:
        return None
    won, drawn, lost = map(fmean, zip(*chances, strict=True))
    return won, drawn, lost


def row_score(course: Course, agent: int) -> Interval:
    """Return the mean score of *agent* over its opponents.

    If it was decided on the way how long to play, the bounds are the means of those of
    its pairings, which hold whenever play stops; else they are over blocks. Against one
    opponent the score is that of the pairing, and so are its bounds.
    """
    ledger = course.ledger
    against = [pair for pair in ledger.met() if agent in pair]
    if not against:
        return Interval(EVEN, 0.0, 1.0)
    if len(against) == 1:
        return _own(overall_pairing(course, against[0]).score, agent, against[0])
    if course.stops_by_score:
        intervals = [
            _own(course.verdict(pair).interval, agent, pair) for pair in against
        ]
        return Interval(
            fmean(interval.value for interval in intervals),
            fmean(interval.low for interval in intervals),
            fmean(interval.high for interval in intervals),
        )
    return _over_blocks(ledger, agent, against)


def _own(interval: Interval, agent: int, pair: Pair) -> Interval:
    if agent == pair[0]:
        return interval
    return Interval(1 - interval.value, 1 - interval.high, 1 - interval.low)


def _over_blocks(ledger: Ledger, agent: int, against: list[Pair]) -> Interval:
    """Return the mean over opponents; blocks of the same number had the same dice."""
    # The blocks of one number had the same dice against every opponent, so they are not
    # independent, but numbers are. By how much a number is away from the means is added
    # up over opponents, and gives one value for each number.
    away: defaultdict[int, float] = defaultdict(float)
    means: list[float] = []
    for pair in against:
        exact = ledger.exact(pair)
        if exact is not None:
            means.append(exact.score if agent == pair[0] else 1 - exact.score)
            continue
        scores = [
            result.score if agent == pair[0] else 1 - result.score
            for result in ledger.results(pair)
        ]
        if not scores:
            continue
        means.append(fmean(scores))
        for number, score in enumerate(scores):
            away[number] += (score - means[-1]) / len(scores)
    if not means:
        return Interval(EVEN, 0.0, 1.0)
    # Scaled so that the values vary about the row's mean as they should where its
    # opponents have equal weight, however many blocks each has played.
    scale, mean = len(away) / len(means), fmean(means)
    if not away:
        return Interval(mean, mean, mean)
    interval = one_look_over(
        mean + deviation * scale for deviation in away.values()
    ).within(0, 1)
    return Interval(mean, min(mean, interval.low), max(mean, interval.high))


def _result(first: float, who: int) -> str:
    """Return the result of a game for *who*, from the score of the first agent."""
    score = first if who == FIRST else 1 - first
    if score == EVEN:
        return "drawn"
    return "won" if score > EVEN else "lost"


def _forfeited(place: Place, who: int, seating: Seating, end: End) -> bool:
    if end.how != FORFEIT:
        return False
    got = place.shared(end.returns)
    return any(got[side] == 0 for side, seated in enumerate(seating) if seated == who)
