"""Which event of a round settles a dispute, the sentence for it, and its rule.

Harm is recorded by one event and computed by another: whoever claims another number is
answered with the computation, not with the box it filled. An event cites several rules;
it says itself which of them decides which part of it.
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
"""The fields that name whom an event is about."""


class Happened(Struct, frozen=True):
    """An event in words: its number in the stream, its line of the story."""

    number: int
    event: Event
    words: Description
    told: str = ""


class Ground(Struct, frozen=True):
    """What a finding rests on: a sentence, and the rules behind it."""

    sentence: str = ""
    rules: tuple[str, ...] = ()


def words_to_claim(system: RuleSystem[Any], state: State, event: Event) -> Description:
    """Return the words of *event* that a table may claim of it."""
    words = describe_event(system, state, event)
    more = system.words.claimable
    return words if more is None else {**words, **more(state, event, words)}


class RoundSoFar:
    """What has happened since a round began, put into words on demand."""

    def __init__(self, system: RuleSystem[Any], first: State) -> None:
        self._system = system
        self._from = first
        self._place = 0

    def told(self, events: Sequence[Event], shift: int) -> list[Happened]:
        """Return what of *events*, all since the start, belongs to the last round.

        An event has the number of its place and *shift*.
        """
        found: list[Happened] = []
        new = events[self._place :]
        at = self._place
        for before, event, after in steps(self._system, self._from, new):
            at += 1
            words = describe_event(self._system, before, event)
            told = "" if type(event) in ENGINE else self._system.narrate(before, event)
            found.append(Happened(at + shift, event, words, told))
            if after.round != before.round and at < len(events):
                found = []
                self._from, self._place = after, at
        return found


class StatusChanges:
    """Everybody's status, and the event that last changed each entry of it."""

    def __init__(self, system: RuleSystem[Any], first: State, seats: list[str]) -> None:
        self.changed: dict[tuple[str, str], Happened] = {}
        self._system = system
        self._seats = seats
        self._now = system.status(first)
        self._last_with_line: Happened | None = None

    def note(self, happened: Happened, after: State) -> None:
        """Note what the event *happened* changed."""
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

    Every rule the event rests on, where its system does not say which one it is.
    """
    cites = rules_behind(event)
    rules = _decides(system, type(event), parts)
    if rules is None:
        return cites
    ids = (rules if isinstance(rules, str) else rules(event)).split()
    return (next((one for one in ids if one in cites), ids[-1]),)


NONE_OF_ITS_KIND = "does"
"""The name of the differing part when no answer of its kind is possible at all."""


def rule_against_answer(
    system: RuleSystem[Any], kind: type[Fact], parts: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the rule that decides that an answer of this *kind* is not open.

    *parts* of it are not as those that are. A kind names the rule first, unless its
    system says otherwise; () where it rests on none.
    """
    said = _decides(system, kind, parts)
    return tuple(said.split()[:1]) if isinstance(said, str) else kind.rules[:1]


def _decides(
    system: RuleSystem[Any], kind: type[Event], parts: Collection[str]
) -> Deciding | None:
    """Return what decides a dispute about *parts* of this *kind*, if anything does."""
    by = system.words.dice_decided_by if kind is DiceRolled else kind.decided_by
    if isinstance(by, str):
        return by or None
    names = set(map(plain, parts))
    return by.get(next((one for one in by if plain(one) in names), ""))


def parts_apart(one: Event, other: Event) -> set[str]:
    """Return the names of what differs between two events of a kind, however deep."""
    return set(_apart(one, other)) if type(one) is type(other) else set()


def _apart(one: object, other: object) -> Iterator[str]:
    if isinstance(one, Struct) and type(one) is type(other):
        for name in one.__struct_fields__:
            here, there = getattr(one, name), getattr(other, name)
            if here != there:
                yield name
                yield from _apart(here, there)
    elif isinstance(one, tuple) and isinstance(other, tuple):
        few = cast("tuple[object, ...]", one)
        for here, there in zip(few, cast("tuple[object, ...]", other), strict=False):
            yield from _apart(here, there)


def ground(
    system: RuleSystem[Any],
    happened: Sequence[Happened],
    about: Happened,
    right: Description,
) -> Ground:
    """Return what decides that the event *about* has these *right* words.

    The last event before it that names the same people, and has one of the words with
    the same number in it; the event itself where there is none.
    """
    numbers = {
        plain(name): item
        for name, item in right.items()
        if isinstance(item, int | float) and not isinstance(item, bool)
    }
    people = set(_people(about.words))
    for one in reversed(happened):
        if one.number >= about.number or not one.told or not numbers:
            continue
        if not people <= set(_people(one.words)):
            continue
        parts = [part for pair in numbers.items() for part in _says(one.words, *pair)]
        if parts and isinstance(one.event, Fact):
            # What somebody said is not in dispute; what the rules make of it is.
            said = ground_of(system, one).sentence
            return Ground(said, deciding_rule(system, about.event, right))
        if parts:
            return ground_of(system, one, parts)
    return ground_of(system, about, right)


def ground_of(
    system: RuleSystem[Any], one: Happened | None, parts: Collection[str] = ()
) -> Ground:
    """Return what one event says of its *parts*; nothing where there is none."""
    if one is None:
        return Ground()
    said = " ".join((one.told or phrase(one.words)).split()).rstrip(".")
    rules = deciding_rule(system, one.event, parts)
    return Ground(f"{said} (event {one.number})", rules)


def _people_of(one: Happened) -> set[str]:
    return set(_people(one.words))


def _people(words: Description) -> Iterator[str]:
    """Yield who is named: the texts that stand alone, but what the event is called."""
    for name, item in words.items():
        if name in PEOPLE:
            yield from (plain(one) for one in _texts(item))


def _texts(item: object) -> Iterator[str]:
    if isinstance(item, str) and item:
        yield item
    elif isinstance(item, list | tuple):
        for one in cast("Sequence[object]", item):
            yield from _texts(one)


def _says(words: Description, name: str, number: float, under: str = "") -> list[str]:
    """Return what of *words* has the *number* under *name*, from the outermost in."""
    for key, item in words.items():
        path = f"{under} {plain(key)}"
        if isinstance(item, dict):
            inner = _says(cast("dict[str, Any]", item), name, number, path)
            if inner:
                return [key, *inner]
        elif name in path.split() and item == number and not isinstance(item, bool):
            return [key]
    return []
