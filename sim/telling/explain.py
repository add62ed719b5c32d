"""Explain: what one event of a stream follows from.

A consequence follows from the fact it was decided from, or, when it was due, from all
that happened since the last thing due. A fact was an answer: to whom the question went,
what the options were and what that seat could see. Both name their rules, and what
they changed.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from sim.errors import StreamError
from sim.events import ConflictEnded, Consequence, Event, Fact
from sim.play import ENGINE_RULES
from sim.protocol import Chance, Decision, Due, RuleSystem, State, Words
from sim.replay import ENGINE
from sim.telling.spoken import grounds, named, phrase, value


class Source(Struct, frozen=True):
    """An event something follows from; *silent* if it was only the usual silence."""

    event: int
    words: Words
    silent: bool = False


class Question(Struct, frozen=True):
    """What was asked: *options* and *view* of a choice, *roll* of a chance."""

    who: str
    options: tuple[Words, ...] = ()
    view: tuple[Words, ...] = ()
    roll: Words = {}


class Change(Struct, frozen=True):
    """Something about a seat that an event changed."""

    seat: str
    what: str
    before: Any
    after: Any


class Explanation(Struct, frozen=True):
    """Why event number *event* stands where it stands.

    *kind* is "fact", "consequence" or "engine"; *rules* maps IDs to sentences.
    """

    event: int
    kind: str
    words: Words
    told: str
    rules: dict[str, str]
    asked: Question | None
    sources: tuple[Source, ...]
    changes: tuple[Change, ...]


def explain(
    system: RuleSystem[Any], scenario: object, events: Sequence[Event], number: int
) -> Explanation:
    """Explain event *number* (from 1) of the stream *events*.

    Raises StreamError when there is no such event, or the events before it do not
    follow the rules.
    """
    if not 1 <= number <= len(events):
        message = f"the conflict has events 1 to {len(events)}, and no event {number}"
        raise StreamError(message)
    trace = _Trace(system, system.initial(scenario), system.seats(scenario))
    try:
        for at, event in enumerate(events[: number - 1], 1):
            trace.take(at, event)
        return trace.explain(number, events[number - 1])
    except StreamError:
        raise
    except Exception as error:
        message = (
            f"event {number} cannot be explained, for an event up to it does not"
            f" follow the rules ({type(error).__name__}: {error}): audit the conflict"
        )
        raise StreamError(message) from error


def rendered(explanation: Explanation) -> str:
    """Return *explanation* as plain text."""
    lines = [f"Event {explanation.event} ({explanation.kind}): "]
    lines[0] += explanation.told or phrase(explanation.words)
    asked = explanation.asked
    if asked is not None and asked.options:
        lines.append(f"{asked.who} was asked, and could choose:")
        lines += [f"  {phrase(option)}" for option in asked.options]
        lines.append(f"What {asked.who} could see:")
        lines += [f"  {phrase(seat)}" for seat in asked.view]
    elif asked is not None:
        lines.append(f"{asked.who} had to roll: {phrase(asked.roll)}")
    spoken = [one for one in explanation.sources if not one.silent]
    if spoken:
        lines.append("It follows from:")
        lines += [f"  event {one.event}: {phrase(one.words)}" for one in spoken]
    silences = len(explanation.sources) - len(spoken)
    if silences:
        lines.append(f"  and from {silences} answers by silence")
    if explanation.rules:
        lines.append("By these rules:")
        lines += [f"  {rule}: {said}" for rule, said in explanation.rules.items()]
    if explanation.changes:
        lines.append("It changed:")
        lines += [
            f"  {one.seat}: {one.what} from {value(one.before)} to {value(one.after)}"
            for one in explanation.changes
        ]
    return "\n".join(lines)


class _Trace:
    """Follows a stream and remembers what each next event follows from."""

    def __init__(
        self, system: RuleSystem[Any], state: State, seats: Sequence[Any]
    ) -> None:
        self._system = system
        self._state = state
        self._seats = [seat.name for seat in seats]
        self._since: list[Source] = []
        self._decided: list[Source] = []
        self._left = 0
        self._due: list[Source] = []
        self._due_left = 0

    def take(self, number: int, event: Event) -> None:
        """Step past *event*."""
        self._open(event)
        source = Source(number, self._words(event), self._silent(event))
        if isinstance(event, Fact):
            self._decided = [source]
            if type(event) not in ENGINE:
                self._left = len(self._system.decide(self._state, event))
            self._since.append(source)
        elif self._left:
            self._left -= 1
            self._since.append(source)
        elif self._due_left:
            self._due_left -= 1
            self._since.append(source)
        if type(event) not in ENGINE:
            self._state = self._system.evolve(self._state, event)

    def explain(self, number: int, event: Event) -> Explanation:
        """Explain *event*, the next."""
        self._open(event)
        system, before = self._system, self._state
        engine = type(event) in ENGINE
        after = before if engine else system.evolve(before, event)
        kind = "fact" if isinstance(event, Fact) else "consequence"
        return Explanation(
            number,
            "engine" if engine else kind,
            self._words(event),
            "" if engine else system.tell(before, event),
            {rule: _sentence(system.rules, rule) for rule in grounds(event)},
            self._question() if isinstance(event, Fact) else None,
            tuple(self._sources(event)),
            _changes(self._seats, system.standing(before), system.standing(after)),
        )

    def _open(self, event: Event) -> None:
        """Open a new batch when *event* is the first of what is due."""
        if not isinstance(event, Consequence) or self._left or self._due_left:
            return
        asked = self._system.ask(self._state)
        if type(asked) is Due:
            self._due, self._since = self._since, []
            self._due_left = len(asked.events)

    def _sources(self, event: Event) -> list[Source]:
        if isinstance(event, ConflictEnded):
            return self._since or self._due
        if isinstance(event, Consequence):
            return self._decided if self._left else self._due
        return self._since

    def _silent(self, event: Event) -> bool:
        if not isinstance(event, Fact):
            return False
        asked = self._system.ask(self._state)
        return type(asked) is Decision and event == asked.options[0]

    def _words(self, event: Event) -> Words:
        return named(self._system, self._state, event)

    def _question(self) -> Question | None:
        asked = self._system.ask(self._state)
        if type(asked) is Decision:
            options = tuple(self._words(option) for option in asked.options)
            view = self._system.standing(asked.view)
            return Question(self._name(asked.who), options, view)
        if type(asked) is Chance:
            dice = ", ".join(f"{die.low} to {die.high}" for die in asked.pool)
            roll = {"for": asked.why, "dice": dice, "on the table": len(asked.seen)}
            return Question(self._name(asked.who), roll=roll)
        return None

    def _name(self, seat: int) -> str:
        return self._seats[seat] if seat >= 0 else "the table"


def _sentence(rules: Mapping[str, str], rule: str) -> str:
    return rules.get(rule) or ENGINE_RULES.get(rule, "")


def _changes(
    seats: Sequence[str], before: Sequence[Words], after: Sequence[Words]
) -> tuple[Change, ...]:
    """Return what differs between two standings."""
    return tuple(
        Change(seat, what, old.get(what), new.get(what))
        for seat, old, new in zip(seats, before, after, strict=False)
        for what in {**old, **new}
        if old.get(what) != new.get(what)
    )


__all__ = [
    "Change",
    "Explanation",
    "Question",
    "Source",
    "explain",
    "rendered",
]
