"""A strategy told in lines: what a side does in a round, and how often it is asked.

Questions of one round that are answered in the same words, with the same chances, are
one line. The words are those of the story.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from sim.conflict.phrases import first_line
from sim.optimal.backward import Swept
from sim.optimal.blocks import Side
from sim.optimal.course import Met, best, course, questions
from sim.optimal.graph import Graph
from sim.seam.protocol import RuleSystem

SELDOM = 1e-6
"""What is asked more seldom in a conflict is not told."""
NEVER = 1e-9
"""A smaller chance is that of rounding."""


class Line(Struct, frozen=True):
    """What a side does: in which *round*, how often it is asked, and its *answers*.

    *times* is how often it is asked in a conflict, on average. *answers* are (words,
    chance), the likeliest first.
    """

    side: Side
    round: int
    times: float
    answers: tuple[tuple[str, float], ...]

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
    times: dict[tuple[Side, int, tuple[tuple[str, float], ...]], float] = {}
    asked = mixed = 0
    for one in _met(graph, swept):
        answers = _answers(system, one)
        asked += 1
        mixed += len(answers) > 1
        key = one.side, one.round, answers
        times[key] = times.get(key, 0.0) + one.mass
    lines = [Line(*key[:2], mass, key[2]) for key, mass in times.items()]
    return Told(tuple(lines), asked, mixed)


def _met(graph: Graph, swept: Swept) -> Iterator[Met]:
    for step in course(graph, swept, (best, best), SELDOM):
        for side in (0, 1):
            for one in questions(step, side):
                if one.mass > SELDOM:
                    yield one


def _answers(system: RuleSystem[Any], one: Met) -> tuple[tuple[str, float], ...]:
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
