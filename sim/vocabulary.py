"""What the words of an agent's settings can mean in a scenario.

An answer may be open only late in a conflict, so it is not asked what is open now. A
kind of answer can be meant if the rule system has it; a key, if answers of that kind
have such a part; a value, if it stands in the scenario's file or is among the words of
the rule system. A word that could be meant may still never come up.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, cast, get_args, get_type_hints

import msgspec

from sim.codec import tag
from sim.errors import AgentError
from sim.events import Fact
from sim.kinds import answers, kind_meant, ways_to_say
from sim.narration.phrases import called
from sim.protocol import RuleSystem
from sim.reading.hints import likest, nearest, quoted
from sim.reading.words import plain
from sim.settings import ANY, Named

_JOINTS = re.compile(r" \+ |, | \(|\)|:")
"""What stands between the parts of a text made of several names."""
_LONGEST = 60
_ALWAYS = frozenset({"true", "false", "none", "nobody"})
"""Values that need stand nowhere."""


def check_words(
    words: Iterable[tuple[str, Named]], places: Sequence["Vocabulary"]
) -> None:
    """Raise AgentError for the first of *words* that can be meant in no place."""
    for where, named in words:
        wrong = [one.problem_with(named) for one in places]
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
        }
        return checks[named.what](named)

    def _wrong_kind(self, named: Named) -> str:
        system, said = self._system, named.text
        if kind_meant(system, said) is not None:
            return ""
        ways = {**ways_to_say(system), **dict.fromkeys(named.also, None)}
        near = [
            way if kind is None else called(system, kind.__name__)
            for way in likest(said, ways, len(ways))
            for kind in (ways[way],)
        ]
        whole = self._known(named.whole)
        hint = f'; did you mean {ANY} "{whole}"?' if whole else nearest(said, ways)
        happens = any(
            plain(said) in {plain(tag(kind)), plain(kind.__name__)}
            for kind in system.events
        )
        wrong = f"no answer in {system.name} is called {quoted(said)}"
        if happens:
            wrong = f"{quoted(said)} is what may come of an answer, and no answer"
        return f"{wrong}, the nearest are {_listed(dict.fromkeys(near))}{hint}"

    def _wrong_key(self, named: Named) -> str:
        kinds = self._kinds(named.of)
        keys = dict.fromkeys(key for kind in kinds for key in _keys(kind))
        keys |= dict.fromkeys(named.also)
        if named.text in keys:
            return ""
        of = "no answer" if named.of == ANY else f"{quoted(named.of)} is an answer that"
        return (
            f"{of} has {'no' if named.of != ANY else 'a'} {quoted(named.text)}, the"
            f" nearest are {_listed(likest(named.text, keys))}"
        )

    def _kinds(self, said: str) -> tuple[type[Fact], ...]:
        kind = kind_meant(self._system, said)
        return answers(self._system) if kind is None else (kind,)

    def _wrong_value(self, named: Named) -> str:
        said = named.text
        if self._system.wording.values is None or self._known(said):
            return ""
        # A pool of "strength + brawl" has no name of its own.
        pieces = [one for one in _JOINTS.split(said) if one.strip()]
        if all(map(self._known, pieces)):
            return ""
        names = [one for one in self._texts().values() if len(one) <= _LONGEST]
        return (
            f"nothing here is called {quoted(said)}, the nearest are"
            f" {_listed(likest(said, names))}"
        )

    def _wrong_standing(self, named: Named) -> str:
        known = self._system.wording.standing
        if known is None or named.text in known:
            return ""
        return (
            f"no seat's standing in {self._system.name} has {quoted(named.text)}, the"
            f" nearest are {_listed(likest(named.text, known))}"
        )

    def _known(self, said: str) -> str:
        """Return *said* as it is written in the scenario or the rules; "" if not."""
        bare = said.strip().casefold()
        return said if bare in _ALWAYS else self._texts().get(bare, "")

    def _texts(self) -> dict[str, str]:
        """Return every text that an answer may be described with, by small letters."""
        if self._values is None:
            own = self._system.wording.values or frozenset()
            known = (
                *_strings(msgspec.to_builtins(self._scenario)),
                *(word for kind in self._system.events for word in _members(kind)),
                *own,
            )
            self._values = {one.casefold(): one for one in reversed(known) if one}
        return self._values


def _listed(words: Iterable[str]) -> str:
    return ", ".join(map(quoted, list(words)[:5]))


def _keys(kind: type[Fact]) -> tuple[str, ...]:
    return ("does", *kind.__struct_fields__)


def _members(kind: type[Any]) -> Iterator[str]:
    """Yield the members of all enumerations among the fields of *kind*, as words."""
    for hint in get_type_hints(kind).values():
        for one in (hint, *get_args(hint)):
            if isinstance(one, type) and issubclass(one, Enum):
                for member in one:
                    yield member.name.lower()
                    if isinstance(member.value, str):
                        yield member.value


def _strings(item: object) -> Iterator[str]:
    """Yield every text of a scenario as it was read, and every name in it."""
    if isinstance(item, str):
        yield item
    elif isinstance(item, dict):
        for name, one in cast("dict[object, object]", item).items():
            yield from _strings(name)
            yield from _strings(one)
    elif isinstance(item, list | tuple):
        for one in cast("Iterable[object]", item):
            yield from _strings(one)
