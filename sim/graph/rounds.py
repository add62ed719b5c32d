"""One round with all its outcomes, from where it begins to where the next ones do."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from msgspec import structs

from sim.conflict.defects import check_returns
from sim.conflict.walk import Walk
from sim.dice.pool import Faces
from sim.graph.budget import BoundError, bound_of_ways, check_nothing
from sim.graph.choosers import Choosers, Memories
from sim.graph.courses import Courses, StopKind
from sim.graph.lead_notes import Notes
from sim.graph.parts import (
    CachedOutcomes,
    PartOutcomes,
    Parts,
    Position,
    Unanswered,
    same_state,
)
from sim.graph.readings import faces_of, readings_of
from sim.seam.chart import Part
from sim.seam.events import Event, Fact
from sim.seam.protocol import Decision, Due, Outcome, RuleSystem, State

S = TypeVar("S", bound=State)

Which = int | Faces
"""Identifies an outcome: the number of an option or of a case of a law, or faces."""

WIDE = 500_000
"""The most positions within one round, and the most cases of one throw."""
OFTEN = 16
"""Progress is reported after this many positions of a round; some take 0.1 s each."""


class TooManyWaysError(BoundError):
    """A round has more than *ways* ways through it, and cannot be enumerated."""

    def __init__(self, ways: int) -> None:
        message = f"one round has more than {ways} ways through it"
        super().__init__(message, bound_of_ways(ways))


class Rounds(Generic[S]):
    """Plays rounds through the rule system; questions that are free stay unanswered.

    With *plain*, states are not reduced to essences and all faces of a roll are kept
    apart, for agents that use everything. Without *courses*, every part is played by
    itself.
    """

    def __init__(
        self,
        system: RuleSystem[S],
        choosers: Choosers,
        is_free: Callable[[Decision[S]], bool] | None = None,
        *,
        plain: bool = False,
        courses: bool = True,
    ) -> None:
        self.system = system
        self._is_free = is_free
        self._choosers = choosers
        chart = system.solving.chart
        # A law puts representative faces into the state, which such agents could read.
        self._law = None if choosers.read_all else chart.law
        self._begins = chart.begins
        self.plain = plain
        essence = None if plain else system.solving.essence
        self._essence: Callable[[S], S] = essence or same_state
        self.watch: Callable[[int], None] = _no_course
        """Called now and then with the number of ways through a round so far."""
        self.check: Callable[[], None] = check_nothing
        """Called in every step of a round, to end what takes too much by raising."""
        self.widest = WIDE
        """The most cases of a throw that are followed."""
        self._gone = 0
        self.second: int | None = None
        """The number of the round after the first that was played, None before."""
        self._keeps_round = choosers.read_all or chart.timeless is None
        part = None if choosers.read_all else chart.part
        self._part: Callable[[S], Part[S] | None] = part or _no_course
        who = choosers.specs, choosers.recorder
        self._outer: Parts[S] = Parts(self._part, self.inside, *who)
        self._inner: Parts[S] = Parts(self._part, self.played, *who)
        self._courses: Courses[S] = Courses(self)
        self._follows = courses
        for parts in (self._outer, self._inner):
            parts.watch, parts.check = self._watched, self._checked

    @property
    def forgets_rounds(self) -> bool:
        """Whether positions do not know their round."""
        return not self._keeps_round

    def _watched(self, ways: int) -> None:
        self.watch(ways)

    def _checked(self) -> None:
        self.check()

    def passed(self, ways: int) -> None:
        """Count a position of a round with this many *ways*; raises for too many."""
        self._gone += 1
        if self._gone % OFTEN == 0:
            self.watch(ways)
        if ways > WIDE:
            raise TooManyWaysError(WIDE)

    def essential(self, state: S) -> S:
        """Return the essence of *state*: all that matters to rules and agents."""
        slim = self._essence(state)
        # If nothing can change any more, an essence may drop the number of the round.
        if self._keeps_round and slim.round < state.round:
            return structs.replace(slim, round=state.round)
        return slim

    def begins_part(self, state: S) -> bool:
        """Whether a part of a round begins at *state*."""
        return self._part(state) is not None

    def onward(self, state: S) -> S:
        """Return the essence of *state* at the beginning of the next round."""
        if self.second is None:
            self.second = state.round
        return self.essential(state)

    def walk(self, state: S) -> Walk[S]:
        """Return a walk at the next question after *state*."""
        return Walk(self.system, state)

    def answered(self, state: S, fact: Fact) -> S:
        """Return *state* after *fact* answers its question."""
        return self.folded(state, (fact, *self.system.decide(state, fact)))

    def folded(self, state: S, events: Iterable[Event]) -> S:
        """Return *state* after *events*."""
        self.check()
        evolve = self.system.evolve
        for event in events:
            state = evolve(state, event)
        return state

    def play(self, position: Position[S]) -> PartOutcomes[S]:
        """Return the outcomes of the round that begins at *position*.

        Raises AgentError and OddsError for a round that cannot be solved.
        """
        begun = position[0].round
        whole: PartOutcomes[S] = PartOutcomes({}, {}, {})
        self._go_through(whole, {position: 1.0}, begun)
        return whole

    def play_anew(self, position: Position[S]) -> PartOutcomes[S]:
        """Return the same without courses, with inner parts played one by one.

        It is a check of the declarations that batches rely on.
        """
        follows, self._follows = self._follows, False
        try:
            return self.play(position)
        finally:
            self._follows = follows

    def part(
        self, position: Position[S], begun: int, *, fresh: bool = False
    ) -> tuple[CachedOutcomes[S], Callable[[S], S]] | None:
        """Return the outcomes of the part that begins at *position*, if one does.

        None also where the free seat is asked in it. *fresh* says that the round begins
        there, too.
        """
        state, memories = position
        if self._part(state) is None:
            return None
        # Outcomes of parts are cached by essences. Where a round begins, the position
        # is an essence already, or the conflict begins there: then it keeps its number,
        # from which the rounds are counted.
        slim = state if fresh else self.essential(state)
        part = self._part(slim)
        if part is None:
            return None
        parts = self._inner if part.inner else self._outer
        try:
            return parts.outcomes((slim, memories), part, begun)
        except Unanswered:
            return None

    def outer_part(self, state: S) -> Part[S] | None:
        """Return the outermost part that begins at *state*, None if there is none."""
        return self._part(state)

    def inner_part(self, state: S) -> Part[S] | None:
        """Return the innermost part that begins at *state*, None if there is none."""
        part = self._part(state)
        return part if part is None or part.first is None else part.first

    def step(self, position: Position[S]) -> PartOutcomes[S]:
        """Play the innermost part that begins at *position*, or to where one begins."""
        state = position[0]
        known, after = self._inner.outcomes(
            position, self.inner_part(state), state.round
        )
        return known.applied_to(state, after)

    def noted(self, position: Position[S]) -> tuple[PartOutcomes[S], Notes]:
        """Play as `step` does, and record agents' comparisons with their lead."""
        with self._choosers.recorder.recording() as notes:
            return self.played(position, position[0].round), notes

    def inside(self, position: Position[S], begun: int) -> PartOutcomes[S]:
        """Play the part that begins at *position*, and the inner parts in it."""
        part = self._part(position[0])
        if part is None or part.first is None:
            first = self.played(position, begun)
        else:
            known, after = self._inner.outcomes(position, part.first, begun)
            first = known.applied_to(position[0], after)
        whole: PartOutcomes[S] = PartOutcomes(first.then, first.ended, {})
        self._go_through(whole, first.within, begun, outer=whole.within)
        return whole

    def _go_through(
        self,
        whole: PartOutcomes[S],
        waiting: dict[Position[S], float],
        begun: int,
        outer: dict[Position[S], float] | None = None,
    ) -> None:
        """Play part by part, into outer parts only if *outer* is None."""
        while waiting:
            within: dict[Position[S], float] = {}
            for position, mass in waiting.items():
                self.passed(len(waiting) + len(within))
                state = position[0]
                part = self._part(state)
                if outer is None and not self._follows:
                    part = self.inner_part(state)
                parts = self._inner
                if part is not None and not part.inner:
                    # An outer part is played by `inside`, which must not enter another
                    # one: positions at which one begins are handed to the caller.
                    if outer is not None:
                        outer[position] = outer.get(position, 0.0) + mass
                        continue
                    parts = self._outer
                known, after = parts.outcomes(position, part, begun)
                _add_outcomes(known, state.round, after, mass, (whole, within))
            waiting = within

    def played(self, position: Position[S], begun: int) -> PartOutcomes[S]:
        """Play from *position* to where the next part or round begins, or it ends."""
        part = self.inner_part(position[0])
        if not self._follows or part is None or part.course is None:
            return self._played(position, begun)

        def anew() -> PartOutcomes[S]:
            with self._choosers.recorder.recording():
                return self._played(position, begun)

        return self._courses.played(position, part, begun, anew)

    def _played(self, position: Position[S], begun: int) -> PartOutcomes[S]:
        """Play the same by the rules and the agents, without a course."""
        outcomes: PartOutcomes[S] = PartOutcomes({}, {}, {})
        waiting: dict[Position[S], float] = {position: 1.0}
        first = True
        while waiting:
            due: dict[Position[S], float] = {}
            for (state, memories), mass in waiting.items():
                self.passed(len(waiting) + len(due))
                start, at = (state, memories), (begun, first)
                for chance, after in [(1.0, start)] if first else self.fallen(start):
                    self._go_on(after, mass * chance, at, (due, outcomes))
            first, waiting = False, due
        return outcomes

    def ending(
        self, over: Outcome, seats: int, round_: int
    ) -> tuple[str, tuple[float, ...], int]:
        """Return an ending: (how, returns, when); raises RulesError for a wrong one."""
        check_returns(self.system, over.how, over.returns, seats)
        return over.how, over.returns, round_

    def _go_on(
        self,
        position: Position[S],
        mass: float,
        at: tuple[int, bool],
        into: tuple[dict[Position[S], float], PartOutcomes[S]],
    ) -> None:
        """Follow deterministic answers up to the next chance, part, round or ending.

        The end is added to *into*: a chance to the first, all others to the second.
        """
        due, outcomes = into
        (state, memories), (begun, fresh) = position, at
        while True:
            stop, state, asked = self.settled(state, begun, fresh=fresh)
            if stop is not StopKind.CHOICE or self.draws(asked):
                break
            fact, memories = self.chosen(asked, memories)
            state, fresh = self.answered(state, fact), False
        key = state, memories
        if stop is StopKind.OVER:
            end = self.ending(asked, len(memories), state.round)
            outcomes.ended[end] = outcomes.ended.get(end, 0.0) + mass
            return
        ways = {StopKind.THEN: outcomes.then, StopKind.WITHIN: outcomes.within}.get(
            stop, due
        )
        ways[key] = ways.get(key, 0.0) + mass

    def settled(self, state: S, begun: int, *, fresh: bool) -> tuple[StopKind, S, Any]:
        """Follow what needs no choice to the next choice, dice, part, round or ending.

        Return (kind of stop, the state there, the question there).
        """
        while True:
            asked = self.system.ask(state)
            if type(asked) is Outcome:
                return StopKind.OVER, state, asked
            if self.is_next(state, begun, fresh=fresh):
                # Events due where the next round would begin may end the conflict.
                if type(asked) is not Due:
                    return StopKind.THEN, self.onward(state), asked
            elif not fresh and self._part(state) is not None:
                return StopKind.WITHIN, self.essential(state), asked
            fresh = False
            if type(asked) is Due:
                state = self.folded(state, asked.events)
            elif type(asked) is not Decision:
                return StopKind.DICE, state, asked
            elif len(asked.options) != 1:
                return StopKind.CHOICE, state, asked
            else:
                state = self.answered(state, asked.options[0])

    def told(
        self, asked: Decision[S], memories: Memories
    ) -> tuple[Iterable[tuple[Fact, float]], Memories]:
        """Return the possible answers with their chances, and all memories after.

        Raises Unanswered as `chosen` does.
        """
        if self.draws(asked):
            return self._choosers.answers(asked, memories)
        fact, held = self.chosen(asked, memories)
        return ((fact, 1.0),), held

    def draws(self, asked: Decision[S]) -> bool:
        """Whether a stochastic agent answers."""
        return asked.who in self._choosers.drawers and len(asked.options) > 1

    def chosen(self, asked: Decision[S], memories: Memories) -> tuple[Fact, Memories]:
        """Return the choice, and everybody's memory after it.

        Raises Unanswered where the free seat has several options.
        """
        if len(asked.options) == 1:
            return asked.options[0], memories
        if self._is_free is not None and self._is_free(asked):
            raise Unanswered
        return self._choosers.answer(asked, memories)

    def is_next(self, state: S, begun: int, *, fresh: bool) -> bool:
        """Whether the next round begins here."""
        # Without a chart, a round ends when the state counts the next one.
        if self._begins is None:
            return state.round > begun
        return not fresh and self._begins(state)

    def fallen(self, position: Position[S]) -> Iterator[tuple[float, Position[S]]]:
        """Yield the outcomes of the chance or stochastic choice at *position*.

        Raises BoundError for too many.
        """
        for chance, after, _ in self.cases(position):
            yield chance, after

    def cases(
        self, position: Position[S]
    ) -> Iterator[tuple[float, Position[S], Which]]:
        """Yield the outcomes as `fallen` does, each with its identification."""
        state, memories = position
        if self._choosers.drawers:
            asked = self.system.ask(state)
            if type(asked) is Decision:
                answers, held = self._choosers.answers(asked, memories)
                for fact, p in answers:
                    after = self.answered(state, fact), held
                    yield p, after, asked.options.index(fact)
                return
        for chance, fell, which in self._rolled(state):
            yield chance, (fell, memories), which

    def fell(self, state: S, which: Which) -> S:
        """Return the outcome *which* of the chance or stochastic choice at *state*."""
        asked: Any = self.system.ask(state)
        if type(asked) is Decision:
            assert isinstance(which, int)
            return self.answered(state, asked.options[which])
        law = None if self._law is None else self._law(state)
        if law is not None:
            assert isinstance(which, int)
            return self.essential(self.folded(state, law[which][1]))
        return self.answered(state, asked.rolled(which))

    def _rolled(self, state: S) -> Iterator[tuple[float, S, Which]]:
        """Yield the outcomes of the dice due at *state*."""
        law = None if self._law is None else self._law(state)
        if law is not None:
            if len(law) > self.widest:
                raise TooManyWaysError(self.widest)
            # Several cases of a law may lead to the same state.
            chances: dict[S, float] = {}
            first: list[int] = []
            for number, (chance, events) in enumerate(law):
                after = self.essential(self.folded(state, events))
                known = chances.get(after)
                if known is None:
                    first.append(number)
                    chances[after] = chance
                else:
                    chances[after] = known + chance
            for (after, chance), number in zip(chances.items(), first, strict=True):
                yield chance, after, number
            return
        asked: Any = self.system.ask(state)
        cases = (
            faces_of(asked.pool)
            if self.plain
            else readings_of(asked.pool, asked.read, self.check)
        )
        for faces, chance in cases:
            yield chance, self.answered(state, asked.rolled(faces)), faces


def _add_outcomes(
    known: CachedOutcomes[S],
    round_: int,
    after: Callable[[S], S],
    mass: float,
    into: tuple[PartOutcomes[S], dict[Position[S], float]],
) -> None:
    """Add the cached outcomes of a part, *known*, to those of the round."""
    whole, within = into
    for into_ends, ends in ((whole.then, known.then), (within, known.within)):
        for end, memories, chance in ends:
            key = after(end), memories
            into_ends[key] = into_ends.get(key, 0.0) + mass * chance
    ended = whole.ended
    for ending, chance in known.endings_from(round_):
        ended[ending] = ended.get(ending, 0.0) + mass * chance


def _no_course(_state: object) -> None:
    return None
