"""Replay as a story: what happened, round by round, and everybody's status after it.

The rule system describes each event in a line, which ends with the rules it rests on.
The same replay gives programs one object for each event.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict

from sim.conflict.phrases import (
    describe_event,
    in_sentence,
    kind_in_words,
    rules_behind,
)
from sim.conflict.replay import ENGINE, steps
from sim.narration.tale import Passage, tale
from sim.seam.events import ConflictStarted, Event, SeatTaken
from sim.seam.protocol import Description, RuleSystem, Scenario

_INDENTS = {"player": 1, "told": 1, "drawn": 1, "standing": 2}
_INDENT = "  "


def story(
    system: RuleSystem[Any], scenario: Scenario, events: Sequence[Event]
) -> Iterator[str]:
    """Yield the lines of the story of *events*, a stream or the start of one."""
    return text_lines(tale(system, scenario, events))


def text_lines(passages: Iterable[Passage], *, rules: bool = True) -> Iterator[str]:
    """Yield *passages* as lines of text, each with its *rules* behind it."""
    for passage in passages:
        if passage.kind in {"chapter", "round", "ending", "stop"}:
            yield ""
        cited = f" [{' '.join(passage.rules)}]" if rules and passage.rules else ""
        yield _INDENT * _INDENTS.get(passage.kind, 0) + passage.text + cited


def numbered(
    system: RuleSystem[Any], scenario: Scenario, events: Sequence[Event]
) -> Iterator[str]:
    """Yield each of *events* with its number, also those the story leaves out."""
    state = system.initial(scenario)
    for number, (before, event, _) in enumerate(steps(system, state, events), 1):
        if type(event) in ENGINE:
            said = kind_in_words(type(event).__name__)
        else:
            said = in_sentence(system, before, event)
        rules = rules_behind(event)
        cited = f" [{' '.join(rules)}]" if rules else ""
        yield f"{number:>5}  {said}{cited}"


def event_objects(
    system: RuleSystem[Any], scenario: Scenario, events: Sequence[Event]
) -> Iterator[Description]:
    """Yield one object an event: its number, round, rules, words and story line."""
    state = system.initial(scenario)
    for number, (before, event, after) in enumerate(steps(system, state, events), 1):
        engine = type(event) in ENGINE
        said: Description = {"event": number, "round": after.round}
        said |= describe_event(system, before, event)
        if type(event) is ConflictStarted:
            said |= _named(event)
        said["cites"] = list(rules_behind(event))
        said["told"] = "" if engine else system.narrate(before, event)
        for name, item in said.items():
            if isinstance(item, bytes):
                said[name] = item.hex()
        yield said


def _named(event: ConflictStarted) -> Description:
    """Return the rulings in force and who sits where, by name."""
    seats = [asdict(seat) | {"settings": _settings(seat)} for seat in event.seats]
    return {"rulings": dict(event.rulings), "seats": seats}


def _settings(taken: SeatTaken) -> object:
    """Return a seat's settings; a forged text is passed through."""
    try:
        return msgspec.json.decode(taken.settings)
    except (msgspec.DecodeError, RecursionError):
        return taken.settings
