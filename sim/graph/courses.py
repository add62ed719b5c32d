"""The courses of parts: the graph of what may happen in one, whatever agents answer.

Many states agree in everything that the rules of a part depend on, but not in the worth
of its options, so that agents answer differently. The questions, the dice and what
follows each answer are then worked out once, for the first of these states
(`Part.course`). In the others only the agents are asked, and their choices followed.
Now and then a part is also played without its course, as a check.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from enum import IntEnum
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from sim.errors import RulesError
from sim.graph.choosers import Memories
from sim.graph.parts import Ending, PartOutcomes, Position
from sim.graph.spot_checks import SpotChecks, is_near
from sim.seam.chart import Part
from sim.seam.events import Fact
from sim.seam.protocol import Decision, Outcome, RuleSystem, State
from sim.spine.kept import Kept

S = TypeVar("S", bound=State)

_MOST = 1 << 10
"""How many courses are kept."""
_CHECKED = 16
"""How many of the first parts played by their course are also played without it."""
_OFTEN = 64
"""After these, one in this many is."""


class StopKind(IntEnum):
    """The kind of a stop: a choice, dice, or one of three ends of a part."""

    CHOICE, DICE, WITHIN, THEN, OVER = range(5)


_OPEN = frozenset({StopKind.CHOICE, StopKind.DICE})
"""The kinds of stop at which a part goes on."""
_READ = frozenset({StopKind.CHOICE, StopKind.OVER})
"""The kinds of stop whose question is kept."""


class Stop(Struct, Generic[S], eq=False):
    """A stop of a course: its kind *at*, and the *state* in which it was first reached.

    *asked* is the question or outcome there, if it is a choice or the end. The stops
    after it are *chosen* by answer, or *cases* of the dice with their chances; they are
    None until they are first needed.
    """

    at: StopKind
    state: S
    asked: Any = None
    chosen: dict[Fact, "Stop[S]"] | None = None
    cases: list[tuple[float, "Stop[S]"]] | None = None


class CourseRules(Protocol[S]):
    """The rules as a course uses them: what follows a state, and agents' answers."""

    @property
    def system(self) -> RuleSystem[S]:
        """The rule system."""
        ...

    def settled(self, state: S, begun: int, *, fresh: bool) -> tuple[StopKind, S, Any]:
        """Follow all that needs no choice; return (kind of stop, state, question)."""
        ...

    def fallen(self, position: Position[S]) -> Iterable[tuple[float, Position[S]]]:
        """Yield the outcomes of the dice at *position*."""
        ...

    def answered(self, state: S, fact: Fact) -> S:
        """Return *state* after *fact* answers its question."""
        ...

    def told(
        self, asked: Decision[S], memories: Memories
    ) -> tuple[Iterable[tuple[Fact, float]], Memories]:
        """Return the possible answers with their chances, and all memories after."""
        ...

    def ending(self, over: Outcome, seats: int, round_: int) -> Ending:
        """Return an ending: (how, returns, when)."""
        ...

    def passed(self, ways: int) -> None:
        """Count a position of a part with this many *ways*."""
        ...


class Course(Generic[S]):
    """The course of a *part* that began at *begun*: its stops, one for each state."""

    def __init__(
        self, rules: CourseRules[S], part: Part[S], begun: S, round_: int
    ) -> None:
        """Begin at *begun*, in a round that began in *round_*."""
        self._rules, self._part, self._begun, self._round = rules, part, begun, round_
        self._stops: dict[tuple[StopKind, S], Stop[S]] = {}
        self._first = self._stop(begun, fresh=True)

    def _stop(self, state: S, *, fresh: bool = False) -> Stop[S]:
        """Return the stop that *state* leads to."""
        at, reached, asked = self._rules.settled(state, self._round, fresh=fresh)
        stop = self._stops.get((at, reached))
        if stop is None:
            kept = asked if at in _READ else None
            stop = self._stops[at, reached] = Stop(at, reached, kept)
        return stop

    def played(self, position: Position[S]) -> PartOutcomes[S]:
        """Return the outcomes of the part at *position*, which has this course."""
        state, memories = position
        first = {(self._first, memories): 1.0}
        waiting, ends = (first, {}) if self._first.at in _OPEN else ({}, first)
        while waiting:
            later: dict[tuple[Stop[S], Memories], float] = {}
            for (stop, held), mass in waiting.items():
                self._rules.passed(len(waiting) + len(later))
                for chance, after, kept in self._onward(state, stop, held):
                    into = later if after.at in _OPEN else ends
                    into[after, kept] = into.get((after, kept), 0.0) + mass * chance
            waiting = later
        return self._ended(state, ends)

    def _onward(
        self, state: S, stop: Stop[S], memories: Memories
    ) -> Iterator[tuple[float, Stop[S], Memories]]:
        """Yield (chance, next stop, memories) for the dice or answers at *stop*."""
        if stop.at is StopKind.DICE:
            if stop.cases is None:
                fallen = self._rules.fallen((stop.state, memories))
                stop.cases = [
                    (chance, self._stop(after)) for chance, (after, _) in fallen
                ]
            for chance, after in stop.cases:
                yield chance, after, memories
            return
        asked = self._rules.system.ask(self._at(state, stop))
        if type(asked) is not Decision or asked.options != stop.asked.options:
            raise _undeclared_dependence()
        answers, held = self._rules.told(asked, memories)
        for fact, chance in answers:
            if stop.chosen is None:
                stop.chosen = {}
            then = stop.chosen.get(fact)
            if then is None:
                then = self._stop(self._rules.answered(stop.state, fact))
                stop.chosen[fact] = then
            yield chance, then, held

    def _at(self, state: S, stop: Stop[S]) -> S:
        """Return the state at *stop* if the part begins at *state*."""
        return self._part.after(state, self._begun, stop.state)

    def _ended(
        self, state: S, ends: Mapping[tuple[Stop[S], Memories], float]
    ) -> PartOutcomes[S]:
        """Return the outcomes for *state*, whose part has these *ends*."""
        outcomes: PartOutcomes[S] = PartOutcomes({}, {}, {})
        later = state.round - self._begun.round
        for (stop, memories), mass in ends.items():
            if stop.at is StopKind.OVER:
                when = stop.state.round + later
                end = self._rules.ending(stop.asked, len(memories), when)
                outcomes.ended[end] = outcomes.ended.get(end, 0.0) + mass
                continue
            into = outcomes.then if stop.at is StopKind.THEN else outcomes.within
            key = self._at(state, stop), memories
            into[key] = into.get(key, 0.0) + mass
        return outcomes


class Courses(Generic[S]):
    """The courses of all parts that have one."""

    def __init__(self, rules: CourseRules[S]) -> None:
        self._rules = rules
        self._kept: Kept[Hashable, Course[S]] = Kept(_MOST)
        self._checks = defaultdict[Part[S], SpotChecks](
            lambda: SpotChecks(_CHECKED, _OFTEN)
        )

    def played(
        self,
        position: Position[S],
        part: Part[S],
        begun: int,
        anew: Callable[[], PartOutcomes[S]],
    ) -> PartOutcomes[S]:
        """Return the outcomes of *part* at *position*, in a round begun in *begun*.

        Now and then it is also played by *anew*, without its course, as a check.
        """
        assert part.course is not None
        key = part, begun, part.course(position[0])
        course = self._kept.get(key)
        if course is None:
            course = Course(self._rules, part, position[0], begun)
            return self._kept.keep(key, course).played(position)
        outcomes = course.played(position)
        if self._checks[part].due():
            _check_course(outcomes, anew())
        return outcomes


def _check_course(by_course: PartOutcomes[Any], by_rules: PartOutcomes[Any]) -> None:
    """Raise RulesError if a course has other outcomes than the rules."""
    for name in ("then", "ended", "within"):
        if not is_near(getattr(by_course, name), getattr(by_rules, name)):
            raise _undeclared_dependence()


def _undeclared_dependence() -> RulesError:
    """Return the error for a course that depends on more than is declared."""
    message = (
        "a part goes otherwise in two states of which the chart says that it goes alike"
        " (`Part.course`)"
    )
    return RulesError(message)
