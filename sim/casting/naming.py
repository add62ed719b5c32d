"""Words in the settings of agents that name something in a conflict.

The types of an agent's settings say which of them do.
"""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec

from sim.casting.roster import agent_class, own_description
from sim.casting.settings import OTHER, settings_of
from sim.casting.specs import is_program, nested_spec, parse
from sim.reading.hints import shortened
from sim.seam.protocol import Agent
from sim.seam.settings import Named, Names

Naming = tuple[str, Named]
"""Where a word stands, such as "kind of first", and the word."""


def words_in_settings(
    name: str,
    given: Mapping[str, Any],
    *,
    literal: bool = False,
    is_made: bool = False,
) -> tuple[Naming, ...]:
    """Return every word that the settings *given* to the agent *name* hold.

    A setting left at its default may name something absent: then it has no effect. The
    agent is made once, to see that it can be, unless *is_made* says that it was.
    """
    if is_program(name):
        return ()
    text = own_description(name, given, literal=literal, is_made=is_made)[2]
    return tuple(_words(name, agent_class(name), msgspec.json.decode(text)))


def _words(
    name: str, kind: type[Agent], settings: Mapping[str, Any]
) -> Iterator[Naming]:
    for setting in settings_of(kind):
        value = settings[setting.name]
        if setting.kind == OTHER:
            inner = parse(nested_spec(str(value)))
            # It was made with the agent that it is a setting of.
            yield from words_in_settings(inner.name, inner.settings, is_made=True)
        elif value != setting.default:
            for mark in get_args(setting.kind)[1:]:
                if isinstance(mark, Names):
                    where = f"{setting.name} of {shortened(name)}"
                    yield from ((where, named) for named in mark.read(value))
