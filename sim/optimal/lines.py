"""A strategy told in lines: what a side does in a round, and how often it is asked.

Questions of one round that are answered in the same words, with the same chances, and
offer the same kinds of answer beside, are one line. The words are those of the story.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from sim.conflict.phrases import called, first_line
from sim.optimal.backward import Swept
from sim.optimal.blocks import Side
from sim.optimal.course import Met, best, course, questions
from sim.optimal.graph import Graph
from sim.seam.protocol import RuleSystem

SELDOM = 1e-6
"""What is asked more seldom in a conflict is not told."""
NEVER = 1e-9
"""A smaller chance is that of rounding."""


Answers = tuple[tuple[str, float], ...]
"""The words of answers, with the chance of each."""


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


class Told(Struct, frozen=True):
    """The *lines* of both sides in the order of play, and what there is in all.

    *asked* is how many questions are met in best play, and at *mixed* of them there is
    more than one answer.
    """

    lines: tuple[Line, ...]
    asked: int
    mixed: int


def told(system: RuleSystem[Any], graph: Graph, swept: Swept) -> Told:
    """Return the strategies of both sides, as far as best play comes to them."""
    times: dict[tuple[Side, int, Answers, tuple[str, ...]], float] = {}
    asked = mixed = 0
    for one in _met(graph, swept):
        answers = _answers(system, one)
        asked += 1
        mixed += len(answers) > 1
        key = one.side, one.round, answers, _instead(system, one)
        times[key] = times.get(key, 0.0) + one.mass
    lines = [Line(*key[:2], mass, *key[2:]) for key, mass in times.items()]
    return Told(tuple(lines), asked, mixed)


def _met(graph: Graph, swept: Swept) -> Iterator[Met]:
    for step in course(graph, swept, (best, best), SELDOM):
        for side in (0, 1):
            for one in questions(step, side):
                if one.mass > SELDOM:
                    yield one


def _instead(system: RuleSystem[Any], one: Met) -> tuple[str, ...]:
    """Return what people call the kinds of answer that are offered and not given."""
    given = dict.fromkeys(
        type(option)
        for option, chance in zip(one.asked.options, one.chances, strict=True)
        if chance > NEVER
    )
    kinds = dict.fromkeys(type(option) for option in one.asked.options)
    return tuple([called(system, kind.__name__) for kind in kinds if kind not in given])


def _answers(system: RuleSystem[Any], one: Met) -> Answers:
    """Return the words of the answers that may be given, with their chances."""
    found: dict[str, float] = {}
    for option, chance in zip(one.asked.options, one.chances.tolist(), strict=True):
        if chance > NEVER:
            words = first_line(system, one.asked.view, option)
            found[words] = found.get(words, 0.0) + chance
    return tuple(sorted(_rounded(found), key=lambda pair: -pair[1]))


def _rounded(found: dict[str, float]) -> Iterable[tuple[str, float]]:
    """Yield the chances to nine places, so that rounding makes no two lines of one."""
    for words, chance in found.items():
        yield words, round(chance, 9)
