"""What if a rules option had another value: replay a record under it, and play on.

The recorded answers are kept while the questions and consequences stay the same. From
the point where the option first matters, the agents play on with the dice of the
record.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from sim.analysis.analyse import Record
from sim.analysis.continuation import Continuation
from sim.analysis.keeping import Change
from sim.analysis.points import Point, points
from sim.analysis.rollouts import Rollouts
from sim.analysis.whatif import Branch, Difference, differences, key_of, story
from sim.conflict.phrases import first_line
from sim.conflict.replay import ENGINE
from sim.conflict.walk import Walk
from sim.dice.pool import KeyedDice
from sim.errors import StreamError
from sim.graph.choosers import Memories
from sim.library.scenario import with_rulings
from sim.seam.events import Consequence, Event, Fact
from sim.seam.protocol import Chance, Decision, Outcome


class Meeting(Struct, frozen=True):
    """The point of the record where the ruling first matters.

    *point* is that of the record; *state*, *asked*, *memories* and *remembered* are
    those under the changed ruling. *answer* is the recorded answer if the question is
    the same, else None: then the agent or the dice answer. *before* are the events
    under the ruling up to there.
    """

    point: Point
    state: Any
    asked: Decision[Any] | Chance | Outcome
    memories: Memories
    remembered: Memories
    answer: Fact | None
    before: Sequence[Event]


class Ruled:
    """A recorded conflict followed under changed rulings.

    *loaded* has the changed scenario. *meeting* is where the rulings first matter, None
    if they never do.
    """

    def __init__(
        self,
        record: Record,
        specs: Sequence[str],
        rulings: Mapping[str, str],
        event: int | None = None,
    ) -> None:
        """Replay *record* under *rulings* to where they matter, at most to *event*.

        Raises StreamError for an *event* that is no choice or throw, or that comes
        after the first difference.
        """
        self.record = record
        self.loaded = with_rulings(record.system, record.scenario, rulings)
        self.rulings = dict(rulings)
        self._system = record.system
        self._continuation = Continuation(record.system, record.seats, specs)
        self.meeting = self._followed(event)
        if event is not None and (
            self.meeting is None or self.meeting.point.event != event
        ):
            raise StreamError(self._no_such_event(event))

    def _followed(self, event: int | None) -> Meeting | None:
        """Return the first point at which anything differs, or the one at *event*."""
        record, follow = self.record, self._continuation
        walk = Walk(self._system, self._begun(), recorded=True)
        begun = Walk(record.system, record.begun, recorded=True).state
        memories = follow.start
        for point in points(
            record.system, begun, record.events, follow.start, follow.after
        ):
            asked, state = walk.asked, walk.state
            remembered = memories
            if isinstance(asked, Decision):
                remembered = follow.after(asked, memories)
            # Both conflicts are walked side by side, each under its own rulings, with
            # the recorded answers. They differ from the first point at which the
            # question is another one, or the same answer has other consequences.
            same = _asks_the_same(point, asked)
            answer = point.fact if same else None
            so_far = walk.events[:]
            meeting = Meeting(point, state, asked, memories, remembered, answer, so_far)
            if not same:
                return meeting
            if point.event == event:
                chooses = isinstance(asked, Decision)
                return structs.replace(meeting, answer=None) if chooses else meeting
            walk.take(point.fact)
            if not self._has_same_consequences(point, walk, len(so_far)):
                return meeting
            memories = remembered
        return None

    def _begun(self) -> Any:  # noqa: ANN401 - a state of the system
        return self._system.initial(self.loaded.scenario)

    def _has_same_consequences(
        self, point: Point, walk: Walk[Any], before: int
    ) -> bool:
        """Whether the events after the answer at *point* are those recorded."""
        was = _bare(self.record.events[point.event - 1 : point.last])
        got = _bare(walk.events[before:])
        over = walk.asked if isinstance(walk.asked, Outcome) else None
        if point.over is None or over is None:
            return was == got and point.over is over
        return was == got and (point.over.how, point.over.returns) == (
            over.how,
            over.returns,
        )

    def _no_such_event(self, event: int) -> str:
        conflict, met = self.record.conflict, self.meeting
        if met is not None and event > met.point.event:
            return (
                f"the ruling first matters at event {met.point.event}, expected no"
                f" later event than that, or no --at, found {event}"
            )
        expected = "one that is (fracas replay --numbers lists them)"
        if met is not None:
            last = met.point.event
            expected = f"one up to event {last}, where the ruling first matters"
        return f"event {event} is no choice or throw of {conflict}, expected {expected}"

    def branch(self) -> Branch:
        """Return what follows under the rulings with the dice of the record.

        Raises StreamError if they change nothing.
        """
        met = self._meeting_needed()
        follow, dice = self._continuation, KeyedDice(key_of(self.record))

        def reply(asked: Decision[Any] | Chance | Outcome, at: Any) -> Fact | None:  # noqa: ANN401 - a state
            if isinstance(asked, Decision):
                return follow.choose(asked)
            return asked.fall(dice, at.round) if isinstance(asked, Chance) else None

        chosen = met.answer is None
        follow.sit_down(met.memories if chosen else met.remembered, key_of(self.record))
        walk = Walk(self._system, met.state, met.answer, recorded=True)
        walk.run(reply)
        assert isinstance(walk.asked, Outcome)
        return Branch(walk.events, walk.asked)

    def compared(self, games: int) -> list[Difference]:
        """Return the value of the rulings from there on, by pairs of games.

        Both games of a pair have the same dice. If the question is the same, both go on
        after the recorded answer. Raises StreamError if the rulings change nothing.
        """
        met, point = self._meeting_needed(), self._meeting_needed().point
        rollouts = Rollouts(self._system, self._continuation, "what if")
        if met.answer is None:
            was = rollouts.sample(point.state, point.memories, games=range(games))
            new = rollouts.sample(met.state, met.memories, games=range(games))
        else:
            answer = met.answer
            was = rollouts.sample(
                point.state, point.remembered, answer, games=range(games)
            )
            new = rollouts.sample(met.state, met.remembered, answer, games=range(games))
        return differences(self.record, was, new, same=False)

    def _meeting_needed(self) -> Meeting:
        if self.meeting is None:
            names = ", ".join(self.rulings)
            message = f"nothing in {self.record.conflict} depends on {names}"
            raise StreamError(message)
        return self.meeting

    def __repr__(self) -> str:
        head = f"What if: {self.record.title}, {self.ruled}"
        if self.meeting is None:
            return f"{head}: nothing differs"
        point, words = self.meeting.point, self.in_words()
        where = f"event {point.event}, round {point.round}"
        return f"{head}, from {where} on{f': {words}' if words else ''}"

    def recorded(self) -> list[str]:
        """Return the story of the record from where the rulings matter."""
        point = self._meeting_needed().point
        rest = self.record.events[point.event - 1 :]
        return story(self._system, point.state, rest)

    def sentences(self, events: Sequence[Event]) -> list[str]:
        """Return the story of *events*, a branch of it."""
        return story(self._system, self._meeting_needed().state, events)

    @property
    def ruled(self) -> str:
        """The rulings as they were given: dice=2d6, scale=fine."""
        return ", ".join(f"{name}={value}" for name, value in self.rulings.items())

    def change(self, branch: Branch) -> Change:
        """Return the change that *branch* makes, to keep it."""
        met = self._meeting_needed()
        return Change(
            met.point.event,
            "rulings",
            self.ruled,
            self._continuation.specs,
            met.before,
            branch,
            self.loaded,
            met.answer,
            self.rulings,
        )

    def in_words(self) -> str:
        """Describe the first difference in one line.

        "" if the agents only play on from a point that was named.
        """
        met = self._meeting_needed()
        if met.answer is not None:
            return "something else follows this answer"
        asked = met.asked
        if isinstance(asked, Outcome):
            return "the conflict is over there"
        was = met.point.asked
        if isinstance(asked, Decision) and isinstance(was, Decision):
            if asked.who != was.who:
                name = self.record.seats[asked.who].name
                return f"{name} is asked instead"
            return self._other_options(asked, was)
        return "something else is asked there"

    def _other_options(self, asked: Decision[Any], was: Decision[Any]) -> str:
        """Describe which options the rulings add, and which they remove."""
        met = self._meeting_needed()
        more = [option for option in asked.options if option not in was.options]
        fewer = [option for option in was.options if option not in asked.options]
        said: list[str] = []
        if more:
            words = first_line(self._system, met.state, more[0])
            said.append(f"also offered: {words}{_and_more(more)}")
        if fewer:
            words = first_line(self._system, met.point.state, fewer[0])
            said.append(f"not offered: {words}{_and_more(fewer)}")
        return "; ".join(said)


def _and_more(options: Sequence[Fact]) -> str:
    return f" (and {len(options) - 1} more)" if len(options) > 1 else ""


def _asks_the_same(point: Point, asked: Decision[Any] | Chance | Outcome) -> bool:
    """Whether *asked* is the same question as at *point*, with the same meaning."""
    was = point.asked
    if isinstance(asked, Decision) and isinstance(was, Decision):
        return asked.who == was.who and [*asked.options] == [*was.options]
    if isinstance(asked, Chance) and isinstance(was, Chance):
        named = (asked.who, asked.why, asked.attempt, asked.seen, asked.pool)
        if named != (was.who, was.why, was.attempt, was.seen, was.pool):
            return False
        faces = getattr(point.fact, "faces", ())
        return asked.rolled(faces) == was.rolled(faces)
    return False


def _bare(events: Sequence[Event]) -> list[Event]:
    """Return the *events* of the rules, without the rules that they cite."""
    return [
        structs.replace(event, cites=()) if isinstance(event, Consequence) else event
        for event in events
        if type(event) not in ENGINE
    ]
