"""A strategy told in lines: what a side does in which situation, and how often.

Questions of one round that are answered in the same words, with the same chances, and
offer the same kinds of answer beside, are one line. The words are those of the story.
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
"""What is asked more seldom in a conflict is not told."""
NEVER = 1e-9
"""A smaller chance is that of rounding."""


Answers = tuple[tuple[str, float], ...]
"""The words of answers, with the chance of each."""
Kinds = tuple[type[Fact], ...]
"""Kinds of answer."""


class Line(Struct, frozen=True):
    """What a side does: in which *round*, how often it is asked, and its *answers*.

    *times* is how often it is asked in a conflict, on average. *answers* are (words,
    chance), the likeliest first. *instead* are the kinds of answer that are offered and
    not given, as people call them.
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
    """What a side does in one situation.

    *times* is how often it is in it in a conflict, and *shares* are (answers, share):
    what it does there, in what part of these times, the most frequent first. *instead*
    are the kinds of answer that it has and never gives there, as people call them.
    """

    side: Side
    limits: tuple[FigureLimit, ...]
    rounds: tuple[int, ...]
    times: float
    shares: tuple[tuple[Answers, float], ...]
    instead: tuple[str, ...]


class StrategyLines(Struct, frozen=True):
    """The *lines* of both sides in the order of play, and what there is in all.

    *choices* are the same by situations, the most frequent first.

    *asked* is how many questions are met in best play, and at *mixed* of them there is
    more than one answer. With *apart* the strategies were found in two conflicts, so
    each is met by a best reply, not by the other.
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
    """Return the strategies of both sides in lines, as far as best play comes to them.

    *plays* are where the play of each stands. Raises TimeUpError if it takes longer
    than there is time.
    """
    telling = [_LineBuilder(system, side) for side in (0, 1)]
    for one, play in zip(telling, plays, strict=True):
        one.tell(*play, clock)
    lines = [line for one in telling for line in one.lines()]
    asked = sum(one.asked for one in telling)
    mixed = sum(one.mixed for one in telling)
    choices = [choice for one in telling for choice in one.choices()]
    choices.sort(key=_by_frequency)
    return StrategyLines(tuple(lines), tuple(choices), asked, mixed, apart)


def _by_frequency(one: Choice) -> tuple[Side, float]:
    return one.side, -one.times


class _LineBuilder:
    """The lines of one side while they are gathered."""

    def __init__(self, system: RuleSystem[Any], side: Side) -> None:
        self._system, self._side = system, side
        self.asked = self.mixed = 0
        self._times: dict[tuple[int, Answers, Kinds], float] = {}
        self._rows: dict[Kinds, list[MetAnswer]] = {}
        self._groups: dict[Kinds, dict[tuple[Answers, Kinds], int]] = {}

    def tell(self, graph: Graph, swept: GraphValue, clock: Clock) -> None:
        """Gather what is met in best play."""
        for step in reached_blocks(graph, swept, (best_mix, best_mix), SELDOM):
            clock.look()
            for one in questions_to(step, self._side):
                if one.mass > SELDOM:
                    whole = graph.positions.whole(one.asked)
                    self._add(one, tuple(dict.fromkeys(map(type, whole.options))))

    def _add(self, one: AskedQuestion, kinds: Kinds) -> None:
        answers = _answer_chances(self._system, one)
        self.asked += 1
        self.mixed += len(answers) > 1
        given = {
            type(option)
            for option, chance in zip(one.asked.options, one.chances, strict=True)
            if chance > NEVER
        }
        instead = tuple([kind for kind in kinds if kind not in given])
        key = one.round, answers, instead
        self._times[key] = self._times.get(key, 0.0) + one.mass
        groups = self._groups.setdefault(kinds, {})
        group = groups.setdefault((answers, instead), len(groups))
        stands = figures_in_view(self._system, one.asked.view)
        row = MetAnswer(group, one.round, one.mass, stands)
        self._rows.setdefault(kinds, []).append(row)

    def lines(self) -> Iterator[Line]:
        """Yield what is answered in every round, in the order of play."""
        for (round_, answers, instead), times in self._times.items():
            yield Line(self._side, round_, times, answers, self._called(instead))

    def choices(self) -> Iterator[Choice]:
        """Yield what is answered in every situation."""
        for kinds, rows in self._rows.items():
            groups = list(self._groups[kinds])
            for one in situations(rows):
                times = fsum(mass for _, mass in one.shares)
                found = [(*groups[number], mass / times) for number, mass in one.shares]
                instead = [
                    kind for kind in kinds if all(kind in some for _, some, _ in found)
                ]
                yield Choice(
                    self._side,
                    one.limits,
                    one.rounds,
                    times,
                    tuple([(answers, share) for answers, _, share in found]),
                    self._called(tuple(instead)),
                )

    def _called(self, kinds: Kinds) -> tuple[str, ...]:
        """Return what people call *kinds* of answer."""
        return tuple([called(self._system, one.__name__) for one in kinds])


def _answer_chances(system: RuleSystem[Any], one: AskedQuestion) -> Answers:
    """Return answer in words -> its chance, of the answers that may be given."""
    found: dict[str, float] = {}
    for option, chance in zip(one.asked.options, one.chances.tolist(), strict=True):
        if chance > NEVER:
            words = first_line(system, one.asked.view, option)
            found[words] = found.get(words, 0.0) + chance
    return tuple(sorted(_rounded_chances(found), key=lambda pair: -pair[1]))


def _rounded_chances(found: dict[str, float]) -> Iterable[tuple[str, float]]:
    """Yield the chances to nine places, so that rounding makes no two lines of one."""
    for words, chance in found.items():
        yield words, round(chance, 9)
