"""Judge a choice against the other options, by what the chooser could know.

A choice is judged from the chooser's view. Answers that others have sealed are hidden
there, so the continuation gives them anew, with the memories it had before.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from sim.analysis.points import Point
from sim.analysis.values import ExactValues, Returns
from sim.conflict.walk import Walk
from sim.graph.choosers import Memories
from sim.seam.events import Fact
from sim.seam.protocol import Appraisal, Decision, RuleSystem, State

ValuedMoment: TypeAlias = tuple[State, Memories, Fact | None]
"""A state, what agents remember there, and the answer after which it is valued, if any.
"""

Z = 2.5
"""The number of standard errors at which a throw by rollouts is called lucky."""
SURE = 0.9876
"""The confidence of the interval of a judgement: that of 2.5 standard errors."""
MOST_OPTIONS = 12
"""With more options, only the best by their appraisals are compared."""
MISTAKE, BLUNDER = 0.05, 0.15
"""The least cost, of a return of 1, of a choice that is called this."""


class Judgement(Struct, frozen=True):
    """The value of a choice, for all seats and for the one that made it.

    *advantage* is its value less that of the continuation's own choice, and *cost* is
    the value of the *best* option less its own, between *low* and *high*. *settled*
    says that more games would hardly change the verdict. *compared* is the number of
    options that were compared, 0 if there was no time for it.
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

    def prepare(self, moments: Sequence[ValuedMoment], choices: int) -> None:
        """Prepare for these *moments* of a conflict and this many *choices*.

        Raises StreamError if there is no time for them.
        """
        ...

    def after(self, asked: Decision[Any], memories: Memories) -> Memories:
        """Return the memories of the continuation after *asked*."""
        ...

    def returns_at(self, state: State, memories: Memories) -> Returns:
        """Return the expected return of every seat at *state*."""
        ...

    def error_at(self, state: State, memories: Memories) -> Returns:
        """Return the standard errors of the expected returns at *state*."""
        ...

    def errors(
        self, one: tuple[State, Memories], other: tuple[State, Memories]
    ) -> Returns:
        """Return the standard errors of the difference between two values."""
        ...

    def judge(self, point: Point) -> Judgement:
        """Return the judgement of a choice."""
        ...


class ExactBoard:
    """Values and judgements by following every branch."""

    how = "exact"

    def __init__(self, system: RuleSystem[Any], values: ExactValues) -> None:
        self._system, self.values = system, values
        self.start = values.start

    def prepare(self, moments: Sequence[ValuedMoment], choices: int) -> None:
        """Exact values need no preparation."""

    def after(self, asked: Decision[Any], memories: Memories) -> Memories:
        """Return the memories of the continuation after *asked*."""
        if len(asked.options) == 1:
            return memories
        return self.values.answers(asked, memories)[1]

    def returns_at(self, state: State, memories: Memories) -> Returns:
        """Return the expected return of every seat at *state*."""
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
        """Return the exact judgement of a choice."""
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
        best = max(kept, key=lambda option: worth[kept[option]][asked.who])
        cost = worth[kept[best]][asked.who] - chosen[asked.who]
        return Judgement(
            advantage=difference(chosen, expected),
            cost=max(cost, 0.0),
            low=cost,
            high=cost,
            best=None if kept[best] == kept[point.fact] else best,
            settled=len(kept) == len(asked.options),
            compared=len(kept),
        )


def difference(one: Sequence[float], other: Sequence[float]) -> Returns:
    """Return the differences, seat by seat."""
    return tuple([a - b for a, b in zip(one, other, strict=True)])


def options_compared(
    system: RuleSystem[Any], asked: Decision[Any], always: Sequence[Fact]
) -> Mapping[Fact, Fact]:
    """Return the options to compare, each with the first that has the same outcome.

    Those in *always* are included, even one that a table chose though it was not
    offered. If there are too many, the best by their appraisals are taken.
    """
    options = list(dict.fromkeys([*asked.options, *always]))
    if len(options) > MOST_OPTIONS:
        order = sorted(options, key=lambda fact: -_promise(system, asked.view, fact))
        wanted = {*always, *order[:MOST_OPTIONS]}
        options = [option for option in options if option in wanted]
    first: dict[State, Fact] = {}
    return {
        option: first.setdefault(
            Walk(system, asked.view, option, recorded=True).state, option
        )
        for option in options
    }


def _promise(system: RuleSystem[Any], view: State, option: Fact) -> float:
    """Return how good an option looks one exchange ahead."""
    appraise = system.solving.appraise
    worth = Appraisal() if appraise is None else appraise(view, option)
    return worth.deals - worth.suffers + worth.win - worth.loses - worth.cost / 10
