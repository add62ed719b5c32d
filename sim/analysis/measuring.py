"""Judge choices by games: screen the other options, then measure the best."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sim.analysis.continuation import Continuation
from sim.analysis.judging import (
    BLUNDER,
    MISTAKE,
    SURE,
    Judgement,
    ValuedMoment,
    difference,
    options_compared,
)
from sim.analysis.pace import Pace
from sim.analysis.points import Point
from sim.analysis.rollouts import Rollouts, Sample, error, mean
from sim.analysis.values import Returns
from sim.graph.choosers import Memories
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Decision, RuleSystem, State
from sim.statistics.betting import always_valid
from sim.statistics.intervals import Interval

_SCREENED = 16
"""The number of games by which each option is screened."""
_SCREENING, _MEASURING = 1 << 32, 1 << 33
"""The first game numbers for screening options, and for measuring them."""
_FEWEST = 8
"""The fewest games by which a choice is judged."""
_DIGITS = 9
_LONGER = 4
"""A judgement that is not settled is measured with up to this many times the games."""


class RolloutBoard:
    """Values and judgements by rollouts: *games* from every moment and every option."""

    how = "rollouts"

    def __init__(
        self,
        system: RuleSystem[Any],
        continuation: Continuation,
        games: int,
        pace: Pace | None = None,
    ) -> None:
        self._system, self.games, self._wanted = system, games, games
        self._pace = pace or Pace()
        self._continuation = continuation
        self.rollouts = Rollouts(system, continuation)
        self.start = continuation.start

    def prepare(self, moments: Sequence[ValuedMoment], choices: int) -> None:
        """Choose the number of games that there is time for, and divide the rest."""

        def play(moment: int, games: int) -> None:
            self.rollouts.sample(*moments[moment], games=range(games))

        self.games = self._pace.games(play, len(moments), self.games)
        self._pace.begin_judging(choices)

    def after(self, asked: Decision[Any], memories: Memories) -> Memories:
        """Return the memories of the continuation after *asked*."""
        return self._continuation.after(asked, memories)

    def returns_at(self, state: State, memories: Memories) -> Returns:
        """Return the mean of the games from *state*."""
        return mean(self._sample(state, memories))

    def error_at(self, state: State, memories: Memories) -> Returns:
        """Return the standard errors of the means of the games from *state*."""
        columns = zip(*self._sample(state, memories), strict=True)
        return tuple([error(column) for column in columns])

    def errors(
        self, one: tuple[State, Memories], other: tuple[State, Memories]
    ) -> Returns:
        """Return the standard errors of the difference; both use the same dice."""
        pairs = zip(self._sample(*one), self._sample(*other), strict=True)
        columns = zip(
            *[difference(after, before) for before, after in pairs], strict=True
        )
        return tuple([error(column) for column in columns])

    def judge(self, point: Point) -> Judgement:
        """Return the judgement of a choice by games."""
        asked = point.asked
        assert type(asked) is Decision
        view, who = asked.view, asked.who
        then = self._continuation.after(asked, point.known)
        expected = mean(self._sample(view, point.known))
        chosen = mean(self._sample(view, then, point.fact))
        kept = options_compared(self._system, asked, [point.fact])
        rivals = {rival: rival for rival in kept.values() if rival != kept[point.fact]}
        if not rivals:
            return _alone(difference(chosen, expected), len(kept))
        worth = difference(chosen, expected)
        comparison = self._compared(view, then, point.fact, list(rivals), who)
        if comparison is None:
            return Judgement(worth, 0.0, 0.0, 0.0, None, settled=False, compared=0)
        best, gap, settled = comparison
        return Judgement(
            advantage=worth,
            cost=max(gap.value, 0.0),
            low=gap.low,
            high=gap.high,
            best=best if gap.value > 0.0 else None,
            settled=settled,
            compared=len(kept),
        )

    def _compared(
        self, view: State, then: Memories, fact: Fact, rivals: list[Fact], who: Seat
    ) -> tuple[Fact, Interval, bool] | None:
        """Return the rival with which *fact* is compared, and how much better it is.

        The third value is whether the verdict is settled: more games would hardly
        change it. None if there is no time to compare them.
        """
        several, arms = len(rivals) > 1, 1 + min(len(rivals), _RIVALS)
        screening = _SCREENED * len(rivals) if several else 0
        wanted = screening + arms * self._wanted
        share = self._pace.share(wanted, self.rollouts.games)
        screened = int(min(_SCREENED, share / 3 / len(rivals))) if several else 0
        share -= screened * len(rivals)
        games = int(min(self._wanted, share / arms))
        if games < min(_FEWEST, self._wanted) or (several and not screened):
            return None
        # Rivals are selected by other games than those that measure them, which would
        # otherwise be biased in their favour.
        ranked = self._screened(view, then, rivals, who, screened)
        while True:
            gaps = [
                self._gap(view, then, (fact, rival), who, games)
                for rival in ranked[:_RIVALS]
            ]
            settled = all(map(is_mark_certain, gaps))
            most = min(_LONGER * self._wanted, share / arms)
            if settled or 2 * games > most:
                break
            games *= 2
        place = rival_to_compare(gaps)
        return ranked[place], gaps[place], settled and len(ranked) <= _RIVALS

    def _sample(
        self, state: State, memories: Memories, answer: Fact | None = None
    ) -> Sample:
        games = range(self.games)
        return self.rollouts.sample(state, memories, answer, games=games)

    def _screened(
        self,
        view: State,
        then: Memories,
        rivals: Sequence[Fact],
        who: Seat,
        count: int,
    ) -> list[Fact]:
        """Return *rivals*, the most promising first."""
        if len(rivals) == 1:
            return [*rivals]
        games = range(_SCREENING, _SCREENING + count)
        means = {
            rival: mean(self.rollouts.sample(view, then, rival, games=games))[who]
            for rival in rivals
        }
        return sorted(rivals, key=lambda rival: -means[rival])

    def _gap(
        self,
        view: State,
        then: Memories,
        pair: tuple[Fact, Fact],
        who: Seat,
        games: int,
    ) -> Interval:
        """Return by how much the second option is better."""
        numbers = range(_MEASURING, _MEASURING + games)
        chosen, other = (
            self.rollouts.sample(view, then, option, games=numbers) for option in pair
        )
        pairs = zip(chosen, other, strict=True)
        return mean_gap([theirs[who] - own[who] for own, theirs in pairs])


_RIVALS = 3
"""The most rivals of a choice to measure, the most promising by screening."""


def mean_gap(differences: Sequence[float]) -> Interval:
    """Return the mean of *differences*, which are from -1 to 1, with its interval.

    A normal interval is far too narrow if a rare large loss does not show in a few
    games. This one holds for every distribution, and at every look, since games are
    added until a verdict is settled: see `sim.statistics.betting`.
    """
    scores = Counter(round((1 + gap) / 2, _DIGITS) for gap in differences)
    half = always_valid(scores, SURE)
    return Interval(*(2 * end - 1 for end in (half.value, half.low, half.high)))


def is_mark_certain(gap: Interval) -> bool:
    """Whether the mark of a choice is certain whose best rival is better by *gap*.

    It is if no threshold of a mark lies within the interval.
    """
    return not any(gap.low < least <= gap.high for least in (MISTAKE, BLUNDER))


def rival_to_compare(gaps: Sequence[Interval]) -> int:
    """Return the index of the rival that a choice is compared with.

    It is the first, which was best in screening, unless the low end of another's gap is
    a mistake: then the one with the highest low end. Taking the largest gap would
    overestimate costs.
    """
    most = max(range(len(gaps)), key=lambda place: gaps[place].low)
    return most if gaps[most].low >= MISTAKE else 0


def _alone(advantage: Returns, compared: int) -> Judgement:
    """Return the judgement of a choice whose options all have the same outcome."""
    return Judgement(advantage, 0.0, 0.0, 0.0, None, settled=True, compared=compared)
