"""Judge a choice against the other options, by what the chooser could know.

A choice is judged from the view of whoever made it. What others had sealed by then is
blank there, so the continuation seals it anew, with what it remembered before.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from sim.analysis.continuation import Continuation
from sim.analysis.points import Point
from sim.analysis.rollouts import Rollouts, Sample, error, mean
from sim.analysis.values import ExactValues, Returns
from sim.conflict.walk import Walk
from sim.graph.choosers import Memories
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Appraisal, Decision, RuleSystem, State

Z = 2.5
"""The number of standard errors at which a judgement by rollouts is settled."""
MOST_OPTIONS = 12
"""With more options, only the best by their appraisals are compared."""
_SCREENED = 16
"""How many games select the best rival of a choice."""
_SCREENING, _MEASURING = 1 << 32, 1 << 33
"""The first game numbers for screening options, and for measuring them."""
_LONGER = 4
"""A judgement that is not settled is measured with this many times the games."""
MISTAKE, BLUNDER = 0.05, 0.15
"""A choice that costs at least this much, of a return of 1, is called so."""


class Judgement(Struct, frozen=True):
    """The value of a choice, for all seats and for the one that made it.

    *advantage* is its value less that of the continuation's own choice, and *cost* is
    the value of the *best* option less its own, between *low* and *high*. *settled*
    says that more games would hardly change the verdict. *compared* is the number of
    options that were compared.
    """

    advantage: Returns
    cost: float
    low: float
    high: float
    best: Fact | None
    settled: bool
    compared: int


class Board(Protocol):
    """Values and judgements, exact or by rollouts."""

    start: Memories
    how: str

    def after(self, asked: Decision[Any], memories: Memories) -> Memories:
        """Return what the continuation remembers once *asked* was asked."""
        ...

    def returns_at(self, state: State, memories: Memories) -> Returns:
        """Return what every seat can expect at *state*."""
        ...

    def error_at(self, state: State, memories: Memories) -> Returns:
        """Return the standard errors of what every seat can expect at *state*."""
        ...

    def errors(
        self, one: tuple[State, Memories], other: tuple[State, Memories]
    ) -> Returns:
        """Return the standard errors of the difference between two values."""
        ...

    def judge(self, point: Point) -> Judgement:
        """Return what a choice was worth."""
        ...


class ExactBoard:
    """Values and judgements by following every branch."""

    how = "exact"

    def __init__(self, system: RuleSystem[Any], values: ExactValues) -> None:
        self._system, self.values = system, values
        self.start = values.start

    def after(self, asked: Decision[Any], memories: Memories) -> Memories:
        """Return what the continuation remembers once *asked* was asked."""
        if len(asked.options) == 1:
            return memories
        return self.values.answers(asked, memories)[1]

    def returns_at(self, state: State, memories: Memories) -> Returns:
        """Return what every seat can expect at *state*."""
        return self.values.returns_at(state, memories)

    def error_at(self, state: State, memories: Memories) -> Returns:
        """Return 0 for every seat."""
        del state, memories
        return (0.0,) * len(self.start)

    def errors(
        self, one: tuple[State, Memories], other: tuple[State, Memories]
    ) -> Returns:
        """Return 0 for every seat."""
        del one, other
        return (0.0,) * len(self.start)

    def judge(self, point: Point) -> Judgement:
        """Return exactly what a choice was worth."""
        asked = point.asked
        assert type(asked) is Decision
        chances, then = self.values.answers(asked, point.known)
        kept = options_compared(self._system, asked, [point.fact, *chances])
        worth = {
            same: self.values.returns_at(asked.view, then, same)
            for same in dict.fromkeys(kept.values())
        }
        chosen = worth[kept[point.fact]]
        expected = [0.0] * len(chosen)
        for fact, chance in chances.items():
            for seat, amount in enumerate(worth[kept[fact]]):
                expected[seat] += chance * amount
        best = max(kept, key=lambda one: worth[kept[one]][asked.who])
        cost = worth[kept[best]][asked.who] - chosen[asked.who]
        return Judgement(
            advantage=_less(chosen, expected),
            cost=max(cost, 0.0),
            low=cost,
            high=cost,
            best=None if kept[best] == kept[point.fact] else best,
            settled=len(kept) == len(asked.options),
            compared=len(kept),
        )


class RolloutBoard:
    """Plays games on from every moment and every option, *games* from each."""

    how = "rollouts"

    def __init__(
        self, system: RuleSystem[Any], continuation: Continuation, games: int
    ) -> None:
        self._system, self._games = system, games
        self._continuation = continuation
        self.rollouts = Rollouts(system, continuation)
        self.start = continuation.start

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
        columns = zip(*[_less(after, before) for before, after in pairs], strict=True)
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
            return _alone(_less(chosen, expected), len(kept))
        # The best is selected by other games than those that measure it, which would
        # otherwise be biased in its favour.
        ranked = self._screened(view, then, list(rivals), who)
        games = self._games
        while True:
            gaps = [
                self._gap(view, then, (point.fact, one), who, games)
                for one in ranked[:_RIVALS]
            ]
            settled = all(decided(*gap) for gap in gaps)
            if settled or games >= _LONGER * self._games:
                break
            games *= 2
        most = surest(gaps)
        cost, err = gaps[most]
        return Judgement(
            advantage=_less(chosen, expected),
            cost=max(cost, 0.0),
            low=max(cost - Z * err, -1.0),
            high=min(cost + Z * err, 1.0),
            best=ranked[most] if cost > 0.0 else None,
            settled=settled and len(ranked) <= _RIVALS,
            compared=len(kept),
        )

    def _sample(
        self, state: State, memories: Memories, answer: Fact | None = None
    ) -> Sample:
        games = range(self._games)
        return self.rollouts.sample(state, memories, answer, games=games)

    def _screened(
        self, view: State, then: Memories, rivals: Sequence[Fact], who: Seat
    ) -> list[Fact]:
        """Return *rivals*, the most promising first."""
        if len(rivals) == 1:
            return [*rivals]
        games = range(_SCREENING, _SCREENING + _SCREENED)
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
    ) -> tuple[float, float]:
        """Return by how much the second option is better, and the error of that."""
        numbers = range(_MEASURING, _MEASURING + games)
        chosen, other = (
            self.rollouts.sample(view, then, one, games=numbers) for one in pair
        )
        gaps = [two[who] - one[who] for one, two in zip(chosen, other, strict=True)]
        return sum(gaps) / games, error(gaps)


_RIVALS = 3
"""So many rivals of a choice are measured, the most promising by screening."""


def decided(gap: float, err: float) -> bool:
    """Whether it is sure what a choice is called that so much better a one was left."""
    low, high = gap - Z * err, gap + Z * err
    return not any(low < least <= high for least in (MISTAKE, BLUNDER))


def surest(gaps: Sequence[tuple[float, float]]) -> int:
    """Return which rival a choice is held against: the first, who was screened best.

    Unless others are surely better by a mistake; then the one that is most surely so.
    To take the largest gap as such would inflate the costs.
    """
    lows = [gap - Z * err for gap, err in gaps]
    most = max(range(len(lows)), key=lows.__getitem__)
    return most if lows[most] >= MISTAKE else 0


def _alone(advantage: Returns, compared: int) -> Judgement:
    """Return the judgement where all options come to the same."""
    return Judgement(advantage, 0.0, 0.0, 0.0, None, settled=True, compared=compared)


def _less(one: Sequence[float], other: Sequence[float]) -> Returns:
    return tuple([a - b for a, b in zip(one, other, strict=True)])


def options_compared(
    system: RuleSystem[Any], asked: Decision[Any], always: Sequence[Fact]
) -> Mapping[Fact, Fact]:
    """Return the options to compare, each with the first that has the same outcome.

    Those *always* wanted are among them. Where there are too many, the best by their
    appraisals are taken.
    """
    options = list(asked.options)
    if len(options) > MOST_OPTIONS:
        order = sorted(options, key=lambda one: -_promise(system, asked.view, one))
        wanted = {*always, *order[:MOST_OPTIONS]}
        options = [one for one in options if one in wanted]
    first: dict[State, Fact] = {}
    return {
        one: first.setdefault(Walk(system, asked.view, one).state, one)
        for one in options
    }


def _promise(system: RuleSystem[Any], view: State, option: Fact) -> float:
    """Return how good an option looks one exchange ahead."""
    appraise = system.solving.appraise
    worth = Appraisal() if appraise is None else appraise(view, option)
    return worth.deals - worth.suffers + worth.win - worth.loses - worth.cost / 10
