"""Explain: what one event of a stream follows from.

A consequence follows from the fact it was decided from, or, when it was due, from all
that happened since the last thing due. A fact is an answer: its explanation says who
was asked, what the options were and what that seat could see. Both name their rules,
and what they changed.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar, cast

from msgspec import structs

from sim.conflict.phrases import (
    describe_event,
    differing_keys,
    in_sentence,
    rules_behind,
)
from sim.conflict.play import ENGINE_RULES
from sim.conflict.replay import ENGINE, due_from, steps
from sim.conflict.walk import Walk
from sim.errors import StreamError, error_in_words
from sim.narration.explanation import Change, Explanation, Question, Source
from sim.narration.people import about_them, seats_named
from sim.seam.events import (
    ConflictEnded,
    ConflictSealed,
    ConflictStarted,
    Event,
    Fact,
    Forfeited,
)
from sim.seam.protocol import Chance, Decision, Description, Outcome, RuleSystem, State

T = TypeVar("T")


def explain(
    system: RuleSystem[Any], scenario: object, events: Sequence[Event], number: int
) -> Explanation:
    """Explain event *number* (from 1) of the stream *events*.

    Raises StreamError when there is no such event, or the events up to it do not
    follow the rules.
    """
    if not 1 <= number <= len(events):
        message = f"the conflict has events 1 to {len(events)}, and no event {number}"
        raise StreamError(message)
    try:
        trace = _Trace(system, scenario, events[:number])
        return trace.explain(number)
    except StreamError:
        raise
    except Exception as error:
        raise _mismatch(number, error_in_words(error)) from error


def explain_all(
    system: RuleSystem[Any], scenario: object, events: Sequence[Event]
) -> list[Explanation]:
    """Explain every event of the stream *events*, which is followed only once.

    Raises StreamError when they do not follow the rules.
    """
    if not events:
        return []
    try:
        trace = _Trace(system, scenario, events)
        return [trace.explain(number) for number in range(1, 1 + len(events))]
    except StreamError:
        raise
    except Exception as error:
        raise _mismatch(len(events), error_in_words(error)) from error


def _mismatch(number: int, why: str) -> StreamError:
    return StreamError(
        f"event {number} cannot be explained, for an event up to it does not follow the"
        f" rules ({why}): audit the conflict"
    )


class _Trace:
    """Follows the facts of *events*, to know what each event follows from."""

    def __init__(
        self, system: RuleSystem[Any], scenario: object, events: Sequence[Event]
    ) -> None:
        self._system = system
        self._events = events
        self._seats = [seat.name for seat in system.seats(scenario)]
        first = system.initial(scenario)
        self._walk = Walk(system, first, recorded=True)
        self._asked: dict[int, Decision[Any] | Chance] = {}
        self._offset = 1 + isinstance(events[0], ConflictStarted)
        self._follow()
        walked = steps(system, first, events[self._offset - 1 :])
        self._befores = {at: before for at, (before, _, _) in self._numbered(walked)}
        self._first = first

    def _numbered(self, items: Iterable[T]) -> Iterator[tuple[int, T]]:
        return enumerate(items, self._offset)

    def _follow(self) -> None:
        """Take the facts recorded; remember which question each answers."""
        walk, events = self._walk, self._events
        number = self._offset + len(walk.events)
        while number <= len(events):
            fact = events[number - 1]
            if type(walk.asked) is Outcome or type(fact) is Forfeited:
                break
            if not isinstance(fact, Fact):
                raise _mismatch(len(events), f"event {number} is no answer")
            self._asked[number] = walk.asked
            walk.take(fact)
            number = self._offset + len(walk.events)
        for at, derived in self._numbered(walk.events[: len(events)]):
            if at <= len(events) and events[at - 1] != derived:
                raise _mismatch(len(events), f"event {at} is another")

    def explain(self, number: int) -> Explanation:
        """Explain the event *number*."""
        event = self._events[number - 1]
        system, before = self._system, self._befores.get(number, self._first)
        engine = type(event) in ENGINE
        words = describe_event(system, before, event)
        after = before if engine else system.evolve(before, event)
        kind = "fact" if isinstance(event, Fact) else "consequence"
        sources = tuple(map(self._source, self._sources(number)))
        return Explanation(
            number,
            "engine" if engine else kind,
            words,
            "" if engine else system.narrate(before, event),
            {rule: _sentence(system.rules, rule) for rule in rules_behind(event)},
            self._question(number, before),
            _involved(sources, words, self._seats),
            _changes(self._seats, system.status(before), system.status(after)),
            in_sentence(system, before, event),
        )

    def _sources(self, number: int) -> Iterable[int]:
        """Return the numbers of the events that event *number* follows from."""
        event = self._events[number - 1]
        if number < self._offset:
            return ()
        facts = self._facts[: bisect_right(self._facts, number)]
        dues = self._dues[: bisect_right(self._dues, number)]
        if isinstance(event, Fact | ConflictEnded | ConflictSealed):
            return range(dues[-1], number)
        if facts and facts[-1] >= dues[-1]:
            return facts[-1:]
        return range(dues[-2], dues[-1])

    @cached_property
    def _facts(self) -> list[int]:
        """The numbers of the events that are answers."""
        return list(self._asked)

    @cached_property
    def _dues(self) -> list[int]:
        """The numbers of the events at which something due begins, in order."""
        system, befores = self._system, self._befores
        dues = [self._offset, *due_from(system, befores, self._offset)]
        for fact in self._facts:
            answer = cast("Fact", self._events[fact - 1])
            follow = system.decide(befores[fact], answer)
            dues += due_from(system, befores, fact + 1 + len(follow))
        return dues

    def _source(self, number: int) -> Source:
        event, before = self._events[number - 1], self._befores[number]
        asked = self._asked.get(number)
        silent = type(asked) is Decision and event == asked.options[0]
        words = describe_event(self._system, before, event)
        told = "" if type(event) in ENGINE else self._system.narrate(before, event)
        said = in_sentence(self._system, before, event)
        return Source(number, words, silent, told, said=said)

    def _question(self, number: int, before: State) -> Question | None:
        asked = self._asked.get(number)
        if type(asked) is Decision:
            options = tuple(
                describe_event(self._system, before, option) for option in asked.options
            )
            stand = zip(self._seats, self._system.status(asked.view), strict=False)
            view = tuple({"who": name, **words} for name, words in stand)
            told = tuple(
                in_sentence(self._system, before, option) for option in asked.options
            )
            return Question(self._name(asked.who), options, told, view)
        if type(asked) is Chance:
            dice = ", ".join(f"{die.low} to {die.high}" for die in asked.pool)
            roll = {"for": asked.why, "dice": dice, "on the table": len(asked.seen)}
            return Question(self._name(asked.who), roll=roll)
        return None

    def _name(self, seat: int) -> str:
        return self._seats[seat] if seat >= 0 else "the table"


def _involved(
    sources: Sequence[Source], words: Description, seats: Sequence[str]
) -> tuple[Source, ...]:
    """Return *sources*, with those marked as aside that are about other people.

    The people are those in *words*. A source that names nobody is about everybody; if
    all sources would be aside, none is.
    """
    people = seats_named(words, seats)
    marked = tuple(
        structs.replace(
            source, aside=not about_them(seats_named(source.words, seats), people)
        )
        for source in sources
    )
    return tuple(sources) if all(source.aside for source in marked) else marked


def _sentence(rules: Mapping[str, str], rule: str) -> str:
    return rules.get(rule) or ENGINE_RULES.get(rule, "")


def _changes(
    seats: Sequence[str], before: Sequence[Description], after: Sequence[Description]
) -> tuple[Change, ...]:
    """Return the differences between two statuses."""
    return tuple(
        Change(seat, what, old.get(what), new.get(what))
        for seat, old, new in zip(seats, before, after, strict=False)
        for what in differing_keys(old, new)
    )
