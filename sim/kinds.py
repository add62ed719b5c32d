"""Which kinds of answer a word means: the name of an event, its tag, or a saying."""

from typing import Any

from sim.codec import tag
from sim.events import Fact
from sim.protocol import RuleSystem
from sim.reading.words import plain, sense


def answers(system: RuleSystem[Any]) -> tuple[type[Fact], ...]:
    """Return every kind of answer there is in *system*."""
    return tuple(kind for kind in system.events if issubclass(kind, Fact))


def ways_to_say(system: RuleSystem[Any]) -> dict[str, type[Fact]]:
    """Return everything by which a kind of answer may be called -> the kind."""
    kinds = answers(system)
    ways: dict[str, type[Fact]] = {kind.__name__: kind for kind in kinds}
    ways |= {tag(kind): kind for kind in kinds}
    for kind in kinds:
        ways |= dict.fromkeys(system.sayings.get(kind, ()), kind)
    return ways


def kind_meant(system: RuleSystem[Any], said: str) -> type[Fact] | None:
    """Return the kind of answer that *said* names, or says in other words.

    None where it means none, or more than one.
    """
    ways = ways_to_say(system)
    wanted = plain(said)
    for way, kind in ways.items():
        if plain(way) == wanted:
            return kind
    stems = sense(said)
    found = {kind for way, kind in ways.items() if stems and sense(way) == stems}
    return found.pop() if len(found) == 1 else None
