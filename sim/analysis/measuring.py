"""Judge choices by games: the other options are screened, and the best are measured."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sim.analysis.continuation import Continuation
from sim.analysis.judging import (
    BLUNDER,
    MISTAKE,
    SURE,
    Judgement,
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
"""How many games select the best rival of a choice."""
_SCREENING, _MEASURING = 1 << 32, 1 << 33
"""The first game numbers for screening options, and for measuring them."""
_FEWEST = 8
"""A choice is judged by no fewer games."""
_DIGITS = 9
_LONGER = 4
"""A judgement that is not settled is measured with this many times the games."""


class RolloutBoard:
    """Plays games on from every moment and every option, *games* from each."""

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

    def prepare(self, begun: State, moments: int, choices: int) -> None:
        """Choose how many games there is time for, and divide what is left."""

        def play(games: int) -> None:
            self.rollouts.sample(begun, self.start, games=range(games))

        self.games = self._pace.games(play, moments, self.games)
        self._pace.begin_judging(choices)

    def after(self, asked: Decision[Any], memories: Memories) -> Memories:
        """Return what the continuation remembers once *asked* was asked."""
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
        """Return the errors of the difference of two values, which share their dice."""
        pairs = zip(self._sample(*one), self._sample(*other), strict=True)
        columns = zip(
            *[difference(after, before) for before, after in pairs], strict=True
        )
        return tuple([error(column) for column in columns])

    def judge(self, point: Point) -> Judgement:
        """Return what a choice was worth, as far as games show."""
        asked = point.asked
        assert type(asked) is Decision
        view, who = asked.view, asked.who
        then = self._continuation.after(asked, point.known)
        expected = mean(self._sample(view, point.known))
        chosen = mean(self._sample(view, then, point.fact))
        kept = options_compared(self._system, asked, [point.fact])
        rivals = {one: one for one in kept.values() if one != kept[point.fact]}
        if not rivals:
            return _alone(difference(chosen, expected), len(kept))
        worth = difference(chosen, expected)
        found = self._compared(view, then, point.fact, list(rivals), who)
        if found is None:
            return Judgement(worth, 0.0, 0.0, 0.0, None, settled=False, compared=0)
        best, gap, settled = found
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
        """Return the rival that *fact* is held against, by how much it is better.

        And whether more games would hardly change what is said of it. None if there
        is no time to compare them.
        """
        several, arms = len(rivals) > 1, 1 + min(len(rivals), _RIVALS)
        screening = _SCREENED * len(rivals) if several else 0
        share = self._pace.share(screening + arms * self._wanted)
        screened = int(min(_SCREENED, share / 3 / len(rivals))) if several else 0
        share -= screened * len(rivals)
        games = int(min(self._wanted, share / arms))
        if games < min(_FEWEST, self._wanted) or (several and not screened):
            return None
        # The best is selected by other games than those that measure it, which would
        # otherwise be biased in its favour.
        ranked = self._screened(view, then, rivals, who, screened)
        while True:
            gaps = [
                self._gap(view, then, (fact, one), who, games)
                for one in ranked[:_RIVALS]
            ]
            settled = all(map(is_mark_certain, gaps))
            most = min(_LONGER * self._wanted, share / arms)
            if settled or 2 * games > most:
                break
            games *= 2
        held = rival_to_compare(gaps)
        return ranked[held], gaps[held], settled and len(ranked) <= _RIVALS

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
        found = {
            one: mean(self.rollouts.sample(view, then, one, games=games))[who]
            for one in rivals
        }
        return sorted(rivals, key=lambda one: -found[one])

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
            self.rollouts.sample(view, then, one, games=numbers) for one in pair
        )
        return mean_gap(
            [two[who] - one[who] for one, two in zip(chosen, other, strict=True)]
        )


_RIVALS = 3
"""The most rivals of a choice to measure, the most promising by screening."""


def mean_gap(differences: Sequence[float]) -> Interval:
    """Return the mean of *differences*, which are from -1 to 1, with its interval.

    A rare large loss hardly shows in a few games, and then a normal interval is far too
    narrow. This one holds for every law of such differences and at every look, since
    games are added until a verdict is settled: see `sim.statistics.betting`.
    """
    scores = Counter(round((1 + one) / 2, _DIGITS) for one in differences)
    half = always_valid(scores, SURE)
    return Interval(*(2 * end - 1 for end in (half.value, half.low, half.high)))


def is_mark_certain(found: Interval) -> bool:
    """Whether the mark of a choice is certain, whose best rival is *found* better.

    It is when no threshold of a mark lies within the interval.
    """
    return not any(found.low < least <= found.high for least in (MISTAKE, BLUNDER))


def rival_to_compare(gaps: Sequence[Interval]) -> int:
    """Return the index of the rival that a choice is compared with.

    It is the first, who was screened best, unless others are surely better by a
    mistake: then the one that most surely is. The largest gap would inflate costs.
    """
    most = max(range(len(gaps)), key=lambda one: gaps[one].low)
    return most if gaps[most].low >= MISTAKE else 0


def _alone(advantage: Returns, compared: int) -> Judgement:
    """Return the judgement where all options come to the same."""
    return Judgement(advantage, 0.0, 0.0, 0.0, None, settled=True, compared=compared)
