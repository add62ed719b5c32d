"""Which event of a round decides a quarrel, and the sentence that tells it.

Harm is recorded by one event and worked out by another: who holds another number is
answered with the sum, not with the box it filled.
"""

from collections.abc import Iterator, Sequence
from typing import Any, cast

from msgspec import Struct, structs

from sim.events import Event
from sim.narration.phrases import phrase, rules_behind
from sim.protocol import Description, RuleSystem, State
from sim.transcript.words import plain


class Happened(Struct, frozen=True):
    """An event in words: its number in the stream, its tag, its line of the story."""

    number: int
    tag: str
    event: Event
    words: Description
    told: str = ""


class Ground(Struct, frozen=True):
    """What a finding rests on: a sentence, and the rules behind it."""

    sentence: str = ""
    rules: tuple[str, ...] = ()


class StatusChanges:
    """How everybody stands, and the event that last changed each word of it."""

    def __init__(self, system: RuleSystem[Any], first: State, seats: list[str]) -> None:
        self.changed: dict[tuple[str, str], Happened] = {}
        self._system = system
        self._seats = seats
        self._now = system.status(first)
        self._told: Happened | None = None

    def note(self, happened: Happened, after: State) -> None:
        """Note what the event *happened* changed."""
        was, self._now = self._now, self._system.status(after)
        if happened.told:
            self._told = happened
        elif self._told is not None and _people_of(happened) <= _people_of(self._told):
            # What is not worth a line is part of what was told last.
            happened = structs.replace(happened, told=self._told.told)
        for name, old, new in zip(self._seats, was, self._now, strict=False):
            for word in {**old, **new}:
                if old.get(word) != new.get(word):
                    self.changed[name, word] = happened


def ground(happened: Sequence[Happened], about: Happened, right: Description) -> Ground:
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
        same = people <= set(_people(one.words))
        if same and any(_says(one.words, *pair) for pair in numbers.items()):
            return _ground(one)
    return _ground(about)


def ground_of(one: Happened | None) -> Ground:
    """Return what one event says for itself; nothing where there is none."""
    return Ground() if one is None else _ground(one)


def _ground(one: Happened) -> Ground:
    said = " ".join((one.told or phrase(one.words)).split()).rstrip(".")
    return Ground(f"{said} (event {one.number})", rules_behind(one.event))


def _people_of(one: Happened) -> set[str]:
    return set(_people(one.words))


def _people(words: Description) -> Iterator[str]:
    """Yield who is named: the texts that stand alone, but what the event is called."""
    for name, item in words.items():
        if name in {"who", "by", "a", "b", "target", "against", "other"}:
            yield from (plain(one) for one in _texts(item))


def _texts(item: object) -> Iterator[str]:
    if isinstance(item, str) and item:
        yield item
    elif isinstance(item, list | tuple):
        for one in cast("Sequence[object]", item):
            yield from _texts(one)


def _says(words: Description, name: str, number: float, under: str = "") -> bool:
    """Whether *words* have the *number* under *name*, however deep they are."""
    for key, item in words.items():
        path = f"{under} {plain(key)}"
        if isinstance(item, dict):
            if _says(cast("dict[str, Any]", item), name, number, path):
                return True
        elif name in path.split() and item == number and not isinstance(item, bool):
            return True
    return False
