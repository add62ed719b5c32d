"""The points of a recorded conflict at which an answer was given, in order."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from sim.conflict.phrases import first_line
from sim.conflict.replay import ENGINE
from sim.conflict.walk import Walk
from sim.errors import StreamError
from sim.graph.choosers import Memories
from sim.seam.events import Event, Fact, Seat
from sim.seam.protocol import Chance, Decision, Outcome, RuleSystem, State
from sim.seam.seats import by_seat
from sim.spine.changes import put

After: TypeAlias = Callable[[Decision[Any], Memories], Memories]
"""(question, memories before it) -> memories after it."""


class Point(Struct, frozen=True):
    """One question of a recorded conflict, its answer, and who remembered what.

    *event* is the number of the answer in the stream, from 1, *last* that of the last
    event before the next answer. *memories* are those of the continuation before the
    answer, *remembered* those after it. *known* are the memories that fit the view of
    the seat that is asked: answers that others have sealed since everything was last
    open to that seat are neither in the view nor remembered here.
    """

    event: int
    last: int
    state: Any
    asked: Decision[Any] | Chance
    fact: Fact
    memories: Memories
    remembered: Memories
    known: Memories
    then: Any
    over: Outcome | None

    @property
    def is_choice(self) -> bool:
        """Whether somebody had several options."""
        return type(self.asked) is Decision and len(self.asked.options) > 1

    def sentence(self, system: RuleSystem[Any]) -> str:
        """Return the answer as the story tells it."""
        return first_line(system, self.state, self.fact)

    @property
    def round(self) -> int:
        """The round in which it was asked."""
        number: int = self.state.round
        return number


def points(
    system: RuleSystem[Any],
    begun: State,
    events: Sequence[Event],
    start: Memories,
    after: After,
) -> Iterator[Point]:
    """Yield the points of *events*, a stream or the start of one.

    The agents begin with the memories *start*. Raises StreamError if the stream has an
    answer that the rules do not ask for.
    """
    walk = Walk(system, begun, recorded=True)
    memories = start
    seats = [seat for seat, _ in by_seat(start)]
    open_to = dict.fromkeys(seats, start)
    for number, fact, last in _answers(events):
        asked, state = walk.asked, walk.state
        if type(asked) is Outcome:
            message = f"event {number} answers, but the conflict is over: audit it"
            raise StreamError(message)
        open_to |= dict.fromkeys(_see_all(system, state, seats), memories)
        remembered = known = memories
        if type(asked) is Decision:
            remembered = after(asked, memories)
            known = put(open_to[asked.who], asked.who, memories[asked.who])
        then = walk.take(fact)
        over = then if type(then) is Outcome else None
        held = memories, remembered, known
        yield Point(number, last, state, asked, fact, *held, walk.state, over)
        memories = remembered


def _see_all(
    system: RuleSystem[Any], state: State, seats: Sequence[Seat]
) -> Iterator[Seat]:
    """Yield the seats from which nothing is hidden in *state*."""
    for seat in seats:
        view = system.view(state, seat)
        if view is state or view == state:
            yield seat


def _answers(events: Sequence[Event]) -> Iterator[tuple[int, Fact, int]]:
    """Yield each answer with its number, and that of the last event before the next."""
    facts = [
        (number, event)
        for number, event in enumerate(events, 1)
        if isinstance(event, Fact) and type(event) not in ENGINE
    ]
    following = [number for number, _ in facts] + [len(events) + 1]
    for (number, fact), then in zip(facts, following[1:], strict=True):
        yield number, fact, then - 1


def is_throw(stretch: Sequence[Point]) -> bool:
    """Whether dice fell in a *stretch* of points."""
    return any(type(point.asked) is Chance for point in stretch)


def stretches(answered: Sequence[Point]) -> Iterator[Sequence[Point]]:
    """Yield each choice by itself, and the points between two choices as one stretch.

    All dice between two choices count as one throw.
    """
    between: list[Point] = []
    for point in answered:
        if not point.is_choice:
            between.append(point)
            continue
        if between:
            yield between
        between = []
        yield [point]
    if between:
        yield between
