"""Find the event of a round that settles a dispute, its sentence, and its rule.

Harm is recorded by one event and computed by another: a claim of another number is
answered with the computation, not with the box that was filled. An event cites several
rules; its class says which of them decides which part of it.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, cast

from msgspec import Struct, structs

from sim.conflict.phrases import describe_event, differing_keys, phrase, rules_behind
from sim.conflict.replay import ENGINE, steps
from sim.reading.words import plain
from sim.seam.events import Deciding, DiceRolled, Event, Fact
from sim.seam.protocol import Description, RuleSystem, State

PEOPLE = frozenset(["who", "by", "a", "b", "target", "against", "other"])
"""The fields with the names of those whom an event is about."""


class Happened(Struct, frozen=True):
    """An event in words: its number in the stream, its line of the story."""

    number: int
    event: Event
    words: Description
    told: str = ""


class Basis(Struct, frozen=True):
    """The basis of a finding: a sentence, and the rules behind it."""

    sentence: str = ""
    rules: tuple[str, ...] = ()


def words_to_claim(system: RuleSystem[Any], state: State, event: Event) -> Description:
    """Return the words of *event* that a table may claim of it."""
    words = describe_event(system, state, event)
    more = system.words.claimable
    return words if more is None else {**words, **more(state, event, words)}


class RoundSoFar:
    """The events since a round began, put into words on demand."""

    def __init__(self, system: RuleSystem[Any], first: State) -> None:
        self._system = system
        self._from = first
        self._place = 0

    def told(self, events: Sequence[Event], shift: int) -> list[Happened]:
        """Return those of *events*, all since the start, that belong to the last round.

        An event has the number of its place and *shift*.
        """
        happened: list[Happened] = []
        new = events[self._place :]
        at = self._place
        for before, event, after in steps(self._system, self._from, new):
            at += 1
            words = describe_event(self._system, before, event)
            line = "" if type(event) in ENGINE else self._system.narrate(before, event)
            happened.append(Happened(at + shift, event, words, line))
            if after.round != before.round and at < len(events):
                happened = []
                self._from, self._place = after, at
        return happened


class StatusChanges:
    """Everybody's status, and the event that last changed each entry of it."""

    def __init__(self, system: RuleSystem[Any], first: State, seats: list[str]) -> None:
        self.changed: dict[tuple[str, str], Happened] = {}
        self._system = system
        self._seats = seats
        self._now = system.status(first)
        self._last_with_line: Happened | None = None

    def note(self, happened: Happened, after: State) -> None:
        """Record the changes by the event *happened*."""
        was, self._now = self._now, self._system.status(after)
        if happened.told:
            self._last_with_line = happened
        elif self._last_with_line is not None and _people_of(happened) <= _people_of(
            self._last_with_line
        ):
            # An event without a line belongs to the line before.
            happened = structs.replace(happened, told=self._last_with_line.told)
        for name, old, new in zip(self._seats, was, self._now, strict=False):
            for word in differing_keys(old, new):
                self.changed[name, word] = happened


def deciding_rule(
    system: RuleSystem[Any], event: Event, parts: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the rule that decides a dispute about *parts* of *event*.

    All rules of the event, if its system does not say which one decides.
    """
    cites = rules_behind(event)
    rules = _decides(system, type(event), parts)
    if rules is None:
        return cites
    ids = (rules if isinstance(rules, str) else rules(event)).split()
    return (next((rule for rule in ids if rule in cites), ids[-1]),)


NONE_OF_ITS_KIND = "does"
"""The name of the differing part when no answer of its kind is possible at all."""


def rule_against_answer(
    system: RuleSystem[Any], kind: type[Fact], parts: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the rule that decides that an answer of this *kind* is not open.

    *parts* of it differ from the legal options. It is the first rule of the kind,
    unless its system says otherwise; () if it has none.
    """
    rule = _decides(system, kind, parts)
    return tuple(rule.split()[:1]) if isinstance(rule, str) else kind.rules[:1]


def _decides(
    system: RuleSystem[Any], kind: type[Event], parts: Collection[str]
) -> Deciding | None:
    """Return the rules that decide a dispute about *parts* of this *kind*, if any."""
    by = system.words.dice_decided_by if kind is DiceRolled else kind.decided_by
    if isinstance(by, str):
        return by or None
    names = set(map(plain, parts))
    return by.get(next((part for part in by if plain(part) in names), ""))


def parts_apart(first: Event, second: Event) -> set[str]:
    """Return the names of all fields, at any depth, in which two events differ."""
    return set(_differences(first, second)) if type(first) is type(second) else set()


def _differences(first: object, second: object) -> Iterator[str]:
    if isinstance(first, Struct) and type(first) is type(second):
        for name in first.__struct_fields__:
            left, right = getattr(first, name), getattr(second, name)
            if left != right:
                yield name
                yield from _differences(left, right)
    elif isinstance(first, tuple) and isinstance(second, tuple):
        items = cast("tuple[object, ...]", first)
        others = cast("tuple[object, ...]", second)
        for left, right in zip(items, others, strict=False):
            yield from _differences(left, right)


def find_basis(
    system: RuleSystem[Any],
    happened: Sequence[Happened],
    about: Happened,
    right: Description,
) -> Basis:
    """Return the basis on which the event *about* has these *right* words.

    It is the last event before it that names the same people and has one of the words
    with the same number; if there is none, the event itself.
    """
    numbers = {
        plain(name): item
        for name, item in right.items()
        if isinstance(item, int | float) and not isinstance(item, bool)
    }
    people = set(_people(about.words))
    for earlier in reversed(happened):
        if earlier.number >= about.number or not earlier.told or not numbers:
            continue
        if not people <= set(_people(earlier.words)):
            continue
        parts = [
            part for pair in numbers.items() for part in _says(earlier.words, *pair)
        ]
        if parts and isinstance(earlier.event, Fact):
            # The answer itself is not in dispute, but its consequences are.
            said = basis_of(system, earlier).sentence
            return Basis(said, deciding_rule(system, about.event, right))
        if parts:
            return basis_of(system, earlier, parts)
    return basis_of(system, about, right)


def basis_of(
    system: RuleSystem[Any], happened: Happened | None, parts: Collection[str] = ()
) -> Basis:
    """Return an event as a basis, with the rule for its *parts*; empty for None."""
    if happened is None:
        return Basis()
    said = " ".join((happened.told or phrase(happened.words)).split()).rstrip(".")
    rules = deciding_rule(system, happened.event, parts)
    return Basis(f"{said} (event {happened.number})", rules)


def _people_of(happened: Happened) -> set[str]:
    return set(_people(happened.words))


def _people(words: Description) -> Iterator[str]:
    """Yield the names of the people in *words*."""
    for name, item in words.items():
        if name in PEOPLE:
            yield from (plain(text) for text in _texts(item))


def _texts(item: object) -> Iterator[str]:
    if isinstance(item, str) and item:
        yield item
    elif isinstance(item, list | tuple):
        for part in cast("Sequence[object]", item):
            yield from _texts(part)


def _says(words: Description, name: str, number: float, under: str = "") -> list[str]:
    """Return the path of keys in *words* to the *number* under *name*, [] for none."""
    for key, item in words.items():
        path = f"{under} {plain(key)}"
        if isinstance(item, dict):
            inner = _says(cast("dict[str, Any]", item), name, number, path)
            if inner:
                return [key, *inner]
        elif name in path.split() and item == number and not isinstance(item, bool):
            return [key]
    return []
