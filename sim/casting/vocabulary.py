"""What the words of an agent's settings can mean in a scenario.

An answer may be offered only late in a conflict, so the current options do not decide.
A kind of answer can be meant if the rule system has it; a key, if answers of that kind
have such a field; a value, if the scenario's file or the rule system's vocabulary has
it. A word that could be meant may still never come up.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from functools import cached_property
from typing import Any, cast, get_args, get_type_hints

import msgspec
from msgspec import Struct

from sim.casting.offered import lines_offered
from sim.conflict.codec import tag
from sim.conflict.coming_up import kinds_that_come_up
from sim.conflict.kinds import answer_kinds, kind_meant, ways_to_say
from sim.conflict.phrases import called
from sim.errors import AgentError
from sim.reading.hints import most_similar, nearest, quoted
from sim.reading.words import plain, said_in
from sim.seam.events import SHARED, Event, Fact
from sim.seam.protocol import RuleSystem
from sim.seam.settings import ANY, Named

_JOINTS = re.compile(r" \+ |, | \(|\)|:")
"""What separates the parts of a text made of several names."""
_LONGEST = 60
_VERY_LIKE = 0.8
_ALWAYS = frozenset({"true", "false", "none", "nobody"})
"""Values that are always understood."""


def check_words(
    words: Iterable[tuple[str, Named]], places: Sequence["Vocabulary"]
) -> None:
    """Raise AgentError for the first of *words* without a meaning in this scenario."""
    for where, named in words:
        wrong = [vocabulary.problem_with(named) for vocabulary in places]
        if wrong and all(wrong):
            message = f"{where}: {wrong[0]}"
            raise AgentError(message)


class Vocabulary:
    """The words of a rule system and of one *scenario* of it."""

    def __init__(self, system: RuleSystem[Any], scenario: object) -> None:
        self._system = system
        self._scenario = scenario
        self._values: dict[str, str] | None = None

    def problem_with(self, named: Named) -> str:
        """Return why *named* cannot be meant, and what can; "" if it can be meant."""
        if named.text in named.also:
            return ""
        checks: Mapping[str, Callable[[Named], str]] = {
            "kind": self._wrong_kind,
            "key": self._wrong_key,
            "value": self._wrong_value,
            "standing": self._wrong_standing,
            "line": self._wrong_line,
        }
        return checks[named.what](named)

    def _wrong_kind(self, named: Named) -> str:
        system, said = self._system, named.text
        if kind_meant(system, said) is not None:
            return ""
        ways = {**ways_to_say(system), **dict.fromkeys(named.also, None)}
        possible = {*self._coming_up, None}
        likely = most_similar(said, ways, len(ways))
        near = dict.fromkeys(
            way if (kind := ways[way]) is None else called(system, kind.__name__)
            for way in likely
            if ways[way] in possible
        )
        wrong = f"no answer in {system.name} is called {quoted(said)}"
        if any(
            plain(said) in {plain(tag(kind)), plain(kind.__name__)}
            for kind in (*system.events, *SHARED)
        ):
            wrong = f"{quoted(said)} is an event that nobody chooses"
        hint, meant = nearest(said, ways), ways[likely[0]]
        if hint and meant is not None and meant not in possible:
            # What cannot come up here is not listed, but it may be a slip all the same.
            hint = f'; did you mean "{called(system, meant.__name__)}"?'
        hint = self._meant_whole(named) or hint
        return f"{wrong}; the nearest answers are {_listed(near)}{hint}"

    @cached_property
    def _coming_up(self) -> frozenset[type[Event]]:
        """The kinds that can come up, looked for once and only for an error."""
        return frozenset(kinds_that_come_up(self._system, self._scenario).values())

    def _meant_whole(self, named: Named) -> str:
        """Return '; did you mean ...?' where several words together mean something."""
        if kind_meant(self._system, named.whole) is not None:
            together = f'"{named.whole}"'
        elif known := self._spelling(named.whole):
            together = f'{ANY} "{known}"'
        else:
            return ""
        return f"; did you mean {together}, in quotes?"

    def _wrong_key(self, named: Named) -> str:
        kinds = self._kinds(named.of)
        keys = dict.fromkeys(key for kind in kinds for key in _keys(kind))
        keys |= dict.fromkeys((*named.also, *self._system.words.wording.keys))
        if named.text in keys:
            return ""
        wrong = f"no answer has a {quoted(named.text)}"
        if named.of != ANY:
            wrong = f"the answer {quoted(named.of)} has no {quoted(named.text)}"
        return f"{wrong}; the nearest are {_listed(most_similar(named.text, keys))}"

    def _kinds(self, said: str) -> tuple[type[Fact], ...]:
        kind = kind_meant(self._system, said)
        return answer_kinds(self._system) if kind is None else (kind,)

    def _wrong_value(self, named: Named) -> str:
        said = named.text
        if self._system.words.wording.values is None or self._spelling(said):
            return ""
        # A pool of "strength + brawl" has no name of its own.
        pieces = [piece for piece in _JOINTS.split(said) if piece.strip()]
        if all(map(self._spelling, pieces)):
            return ""
        nearest = _listed(most_similar(said, self._nameable(said)))
        return (
            f"nothing here is called {quoted(said)}; the nearest are"
            f" {nearest}{self._meant_whole(named)}"
        )

    def _nameable(self, said: str) -> list[str]:
        """Return the names of which *said* may be a misspelling.

        The rules have so many words that some are always similar, so only very close
        ones are listed.
        """
        known = {**self._texts(), **{word: word for word in _ALWAYS}}
        close = get_close_matches(said.casefold(), known, cutoff=_VERY_LIKE)
        return sorted({known[word] for word in close}.union(_names(self._scenario)))

    def _wrong_standing(self, named: Named) -> str:
        known = self._system.words.wording.standing
        if known is None or named.text in known:
            return ""
        return (
            f"no seat's standing in {self._system.name} has {quoted(named.text)}; the"
            f" nearest are {_listed(most_similar(named.text, known))}"
        )

    def _wrong_line(self, named: Named) -> str:
        lines = lines_offered(self._system, self._scenario, said=named.text)
        if any(said_in(named.text, line) for line in lines):
            return ""
        near = _listed(most_similar(named.text, lines, 3))
        return f"no option has the words {quoted(named.text)}; the nearest are {near}"

    def _spelling(self, said: str) -> str:
        """Return *said* as the scenario or the rules spell it; "" if neither has it."""
        bare = said.strip().casefold()
        return said if bare in _ALWAYS else self._texts().get(bare, "")

    def _texts(self) -> dict[str, str]:
        """Return every text that an answer may be described with, by small letters."""
        if self._values is None:
            own = self._system.words.wording.values or frozenset()
            texts = (
                *_strings(msgspec.to_builtins(self._scenario)),
                *(word for kind in self._system.events for word in _members(kind)),
                *own,
            )
            self._values = {text.casefold(): text for text in reversed(texts) if text}
        return self._values


def _listed(words: Iterable[str]) -> str:
    return ", ".join(map(quoted, list(words)[:5]))


def _keys(kind: type[Fact]) -> tuple[str, ...]:
    return ("does", *kind.__struct_fields__)


def _members(kind: type[Any]) -> Iterator[str]:
    """Yield the members of all enumerations among the fields of *kind*, as words."""
    for hint in get_type_hints(kind).values():
        for part in (hint, *get_args(hint)):
            if isinstance(part, type) and issubclass(part, Enum):
                for member in part:
                    yield member.name.lower()
                    if isinstance(member.value, str):
                        yield member.value


def _strings(item: object) -> Iterator[str]:
    """Yield every text of a scenario as it was read, and every name in it."""
    if isinstance(item, str):
        yield item
    elif isinstance(item, dict):
        for name, value in cast("dict[object, object]", item).items():
            yield from _strings(name)
            yield from _strings(value)
    elif isinstance(item, list | tuple):
        for value in cast("Iterable[object]", item):
            yield from _strings(value)


def _names(item: object) -> Iterator[str]:
    """Yield the names in a scenario: texts that are not keywords."""
    if isinstance(item, str) and not isinstance(item, Enum):
        if len(item) <= _LONGEST and "_" not in item:
            yield item
    elif isinstance(item, Struct):
        for name in item.__struct_fields__:
            yield from _names(getattr(item, name))
    elif isinstance(item, Mapping):
        for key, value in cast("Mapping[object, object]", item).items():
            yield from _names(key)
            yield from _names(value)
    elif isinstance(item, list | tuple):
        for value in cast("Iterable[object]", item):
            yield from _names(value)
