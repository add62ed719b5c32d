"""Which kinds of answer a word means: the name of an event, its tag, or a saying."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from sim.conflict.codec import tag
from sim.reading.words import plain, stem_set
from sim.seam.events import Fact, Scope
from sim.seam.protocol import RuleSystem


def answer_kinds(system: RuleSystem[Any]) -> tuple[type[Fact], ...]:
    """Return every kind of answer in *system*."""
    return tuple(kind for kind in system.events if issubclass(kind, Fact))


def ways_to_say(system: RuleSystem[Any]) -> dict[str, type[Fact]]:
    """Return a mapping from every name of a kind of answer to the kind."""
    kinds = answer_kinds(system)
    ways: dict[str, type[Fact]] = {kind.__name__: kind for kind in kinds}
    ways |= {tag(kind): kind for kind in kinds}
    for kind in kinds:
        ways |= dict.fromkeys(kind.sayings, kind)
    return ways


def scopes(system: RuleSystem[Any]) -> dict[Scope, tuple[type[Fact], ...]]:
    """Return a mapping from the scopes of decisions in *system* to their answers."""
    kinds = answer_kinds(system)
    every = {
        scope: tuple(kind for kind in kinds if kind.scope is scope) for scope in Scope
    }
    return {scope: about for scope, about in every.items() if about}


@lru_cache(maxsize=1024)
def kind_meant(system: RuleSystem[Any], said: str) -> type[Fact] | None:
    """Return the kind of answer that *said* names or paraphrases.

    None if it matches none, or more than one.
    """
    ways = ways_to_say(system)
    wanted = plain(said)
    for way, kind in ways.items():
        if plain(way) == wanted:
            return kind
    stems = stem_set(said)
    meant = {kind for way, kind in ways.items() if stems and stem_set(way) == stems}
    return meant.pop() if len(meant) == 1 else None


class KindsMeant(Struct):
    """The kinds of answer that *words* mean, found once for each rule system.

    Agents are created for every conflict, and looking up a word takes as long as a
    short conflict.
    """

    words: tuple[str, ...]
    _rules: RuleSystem[Any] | None = None
    _found: Mapping[str, type[Fact] | None] = {}

    def within(self, rules: RuleSystem[Any]) -> Mapping[str, type[Fact] | None]:
        """Return the meaning of each word in *rules*; None if it has none."""
        if rules is not self._rules:
            self._rules = rules
            self._found = {word: kind_meant(rules, word) for word in self.words}
        return self._found
