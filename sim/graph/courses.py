"""The courses of parts: what may happen in one, whatever the agents answer.

Many states differ in nothing that the rules of a part depend on, but in what its
options are worth, so that agents answer otherwise. The questions, the dice and what
follows from each answer are then found out once, for the first of these states
(`Part.course`). In the others only the agents are asked, and only what they choose is
followed. Now and then a part is also played without its course, as a check.
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
"""How many of the first parts that have a course are also played without it."""
_OFTEN = 64
"""Of later ones one in this many is."""


class StopKind(IntEnum):
    """The kind of a stop: a choice, dice, or one of three ends of a part."""

    CHOICE, DICE, WITHIN, THEN, OVER = range(5)


_OPEN = frozenset({StopKind.CHOICE, StopKind.DICE})
"""Where a part goes on."""
_READ = frozenset({StopKind.CHOICE, StopKind.OVER})
"""Where it is looked at again what is asked there."""


class Stop(Struct, Generic[S], eq=False):
    """A stop of a course: *at* which kind of node, in the *state* found there first.

    *asked* is what is asked there, if it is a choice or over. Those that follow stand
    by what is chosen, and with their chances; there are none until somebody comes on.
    """

    at: StopKind
    state: S
    asked: Any = None
    chosen: dict[Fact, "Stop[S]"] | None = None
    cases: list[tuple[float, "Stop[S]"]] | None = None


class CourseRules(Protocol[S]):
    """The rules as a course asks them: what follows a state, what agents answer."""

    @property
    def system(self) -> RuleSystem[S]:
        """The rule system."""
        ...

    def settled(self, state: S, begun: int, *, fresh: bool) -> tuple[StopKind, S, Any]:
        """Follow what needs no choice, and return what there is, where, and asked."""
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
        """Return the answers that the agent who is asked may give, and all memories."""
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
        at, there, asked = self._rules.settled(state, self._round, fresh=fresh)
        found = self._stops.get((at, there))
        if found is None:
            kept = asked if at in _READ else None
            found = self._stops[at, there] = Stop(at, there, kept)
        return found

    def played(self, position: Position[S]) -> PartOutcomes[S]:
        """Return what comes of the part at *position*, which has this course."""
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
        """Yield what follows *stop*, from its dice or from what is answered there."""
        if stop.at is StopKind.DICE:
            if stop.cases is None:
                fallen = self._rules.fallen((stop.state, memories))
                stop.cases = [(chance, self._stop(one)) for chance, (one, _) in fallen]
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
        """Return what becomes of *state* at *stop*."""
        return self._part.after(state, self._begun, stop.state)

    def _ended(
        self, state: S, ends: Mapping[tuple[Stop[S], Memories], float]
    ) -> PartOutcomes[S]:
        """Return what comes of *state*, if the part *ends* so."""
        found: PartOutcomes[S] = PartOutcomes({}, {}, {})
        later = state.round - self._begun.round
        for (stop, memories), mass in ends.items():
            if stop.at is StopKind.OVER:
                when = stop.state.round + later
                end = self._rules.ending(stop.asked, len(memories), when)
                found.ended[end] = found.ended.get(end, 0.0) + mass
                continue
            into = found.then if stop.at is StopKind.THEN else found.within
            key = self._at(state, stop), memories
            into[key] = into.get(key, 0.0) + mass
        return found


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
        """Return what comes of *part* at *position*, in a round that began in *begun*.

        It is played *anew*, without its course, now and then as a check.
        """
        assert part.course is not None
        key = part, begun, part.course(position[0])
        course = self._kept.get(key)
        if course is None:
            course = Course(self._rules, part, position[0], begun)
            return self._kept.keep(key, course).played(position)
        found = course.played(position)
        if self._checks[part].due():
            _check_course(found, anew())
        return found


def _check_course(told: PartOutcomes[Any], played: PartOutcomes[Any]) -> None:
    """Raise RulesError if a course leads elsewhere than the rules."""
    for name in ("then", "ended", "within"):
        if not is_near(getattr(told, name), getattr(played, name)):
            raise _undeclared_dependence()


def _undeclared_dependence() -> RulesError:
    """Return the error for a course that depends on more than is declared."""
    message = (
        "a part goes otherwise in two states of which the chart says that it goes alike"
        " (`Part.course`)"
    )
    return RulesError(message)
