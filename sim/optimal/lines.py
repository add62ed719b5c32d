"""A strategy in lines: what a side does in which situation, and how often.

Questions of one round share a line if they are answered in the same words with the same
chances and offer the same other kinds of answer. The words are those of the story.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from typing import Any

from msgspec import Struct

from sim.conflict.phrases import called, first_line
from sim.graph.clock import Clock
from sim.optimal.backward import GraphValue
from sim.optimal.blocks import Side
from sim.optimal.course import AskedQuestion, best_mix, questions_to, reached_blocks
from sim.optimal.graph import Graph
from sim.optimal.situations import FigureLimit, MetAnswer, figures_in_view, situations
from sim.seam.events import Fact
from sim.seam.protocol import RuleSystem

SELDOM = 1e-6
"""Questions with a smaller probability are left out."""
NEVER = 1e-9
"""A smaller chance is an error of rounding."""


Answers = tuple[tuple[str, float], ...]
"""The words of answers, with the chance of each."""
Kinds = tuple[type[Fact], ...]
"""Kinds of answer."""


class Line(Struct, frozen=True):
    """The *answers* of a side to questions of one *round*.

    *times* is how often it is asked in a conflict, on average. *answers* are (words,
    chance), the likeliest first. *instead* are the kinds of answer that are offered but
    never given, as people call them.
    """

    side: Side
    round: int
    times: float
    answers: Answers
    instead: tuple[str, ...]

    @property
    def mixes(self) -> bool:
        """Whether more than one answer may be given."""
        return len(self.answers) > 1


class Choice(Struct, frozen=True):
    """The answers of a side in one situation.

    *times* is how often the situation occurs in a conflict, on average. *shares* are
    (answers, share of these times), the most frequent first. *instead* are the kinds of
    answer that are offered but never given there, as people call them.
    """

    side: Side
    limits: tuple[FigureLimit, ...]
    rounds: tuple[int, ...]
    times: float
    shares: tuple[tuple[Answers, float], ...]
    instead: tuple[str, ...]


class StrategyLines(Struct, frozen=True):
    """The *lines* of both sides in the order of play, with totals.

    *choices* are the same answers by situations, the most frequent first.

    *asked* is the number of questions met in best play, *mixed* the number of these
    with more than one answer. With *apart* the strategies were found in two conflicts,
    so each is met by a best reply to it, not by the other strategy.
    """

    lines: tuple[Line, ...]
    choices: tuple[Choice, ...]
    asked: int
    mixed: int
    apart: bool = False


def strategy_lines(
    system: RuleSystem[Any],
    plays: Sequence[tuple[Graph, GraphValue]],
    clock: Clock,
    *,
    apart: bool,
) -> StrategyLines:
    """Return the strategies of both sides in lines, where best play reaches them.

    *plays* has the graph and the solution with each side's strategy. Raises TimeUpError
    if it takes longer than there is time.
    """
    builders = [_LineBuilder(system, side) for side in (0, 1)]
    for builder, play in zip(builders, plays, strict=True):
        builder.gather(*play, clock)
    lines = [line for builder in builders for line in builder.lines()]
    asked = sum(builder.asked for builder in builders)
    mixed = sum(builder.mixed for builder in builders)
    choices = [choice for builder in builders for choice in builder.choices()]
    choices.sort(key=_by_frequency)
    return StrategyLines(tuple(lines), tuple(choices), asked, mixed, apart)


def _by_frequency(choice: Choice) -> tuple[Side, float]:
    return choice.side, -choice.times


class _LineBuilder:
    """Gathers the lines of one side."""

    def __init__(self, system: RuleSystem[Any], side: Side) -> None:
        self._system, self._side = system, side
        self.asked = self.mixed = 0
        self._times: dict[tuple[int, Answers, Kinds], float] = {}
        self._rows: dict[Kinds, list[MetAnswer]] = {}
        self._groups: dict[Kinds, dict[tuple[Answers, Kinds], int]] = {}

    def gather(self, graph: Graph, swept: GraphValue, clock: Clock) -> None:
        """Gather the questions met in best play."""
        for step in reached_blocks(graph, swept, (best_mix, best_mix), SELDOM):
            clock.look()
            for question in questions_to(step, self._side):
                if question.mass > SELDOM:
                    whole = graph.positions.whole(question.asked)
                    kinds = tuple(dict.fromkeys(map(type, whole.options)))
                    self._add(question, kinds)

    def _add(self, question: AskedQuestion, kinds: Kinds) -> None:
        answers = _answer_chances(self._system, question)
        self.asked += 1
        self.mixed += len(answers) > 1
        given = {
            type(option)
            for option, chance in zip(
                question.asked.options, question.chances, strict=True
            )
            if chance > NEVER
        }
        instead = tuple([kind for kind in kinds if kind not in given])
        key = question.round, answers, instead
        self._times[key] = self._times.get(key, 0.0) + question.mass
        groups = self._groups.setdefault(kinds, {})
        group = groups.setdefault((answers, instead), len(groups))
        figures = figures_in_view(self._system, question.asked.view)
        row = MetAnswer(group, question.round, question.mass, figures)
        self._rows.setdefault(kinds, []).append(row)

    def lines(self) -> Iterator[Line]:
        """Yield the answers of every round, in the order of play."""
        for (round_, answers, instead), times in self._times.items():
            yield Line(self._side, round_, times, answers, self._called(instead))

    def choices(self) -> Iterator[Choice]:
        """Yield the answers in every situation."""
        for kinds, rows in self._rows.items():
            groups = list(self._groups[kinds])
            for situation in situations(rows):
                times = fsum(mass for _, mass in situation.shares)
                given = [
                    (*groups[number], mass / times) for number, mass in situation.shares
                ]
                instead = [
                    kind
                    for kind in kinds
                    if all(kind in not_given for _, not_given, _ in given)
                ]
                yield Choice(
                    self._side,
                    situation.limits,
                    situation.rounds,
                    times,
                    tuple([(answers, share) for answers, _, share in given]),
                    self._called(tuple(instead)),
                )

    def _called(self, kinds: Kinds) -> tuple[str, ...]:
        """Return what people call *kinds* of answer."""
        return tuple([called(self._system, kind.__name__) for kind in kinds])


def _answer_chances(system: RuleSystem[Any], question: AskedQuestion) -> Answers:
    """Return (answer in words, chance) of all answers that may be given."""
    by_words: dict[str, float] = {}
    pairs = zip(question.asked.options, question.chances.tolist(), strict=True)
    for option, chance in pairs:
        if chance > NEVER:
            words = first_line(system, question.asked.view, option)
            by_words[words] = by_words.get(words, 0.0) + chance
    return tuple(sorted(_rounded_chances(by_words), key=lambda pair: -pair[1]))


def _rounded_chances(by_words: dict[str, float]) -> Iterable[tuple[str, float]]:
    """Yield the chances to nine places, so that rounding errors split no line."""
    for words, chance in by_words.items():
        yield words, round(chance, 9)
