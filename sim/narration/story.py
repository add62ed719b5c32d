"""Replay as a story: what happened, round by round, and how everyone stands after it.

The rule system tells each event in a line; the rules it rests on stand at its end.
The same walk gives one object an event for programs.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from sim.events import (
    ConflictEnded,
    ConflictSealed,
    ConflictStarted,
    Event,
    Forfeited,
)
from sim.narration.phrases import describe_event, ending_line, phrase, rules_behind
from sim.play import FORFEIT_RULE
from sim.protocol import Description, RuleSystem, Scenario, State
from sim.replay import ENGINE, steps

_INDENT = "  "


def story(
    system: RuleSystem[Any], scenario: Scenario, events: Sequence[Event]
) -> Iterator[str]:
    """Yield the lines of the story of *events*, a stream or the start of one."""
    seats = [seat.name for seat in system.seats(scenario)]
    state = system.initial(scenario)
    yield scenario.title
    if scenario.about:
        yield scenario.about.strip()
    told = False
    for before, event, after in steps(system, state, events):
        if type(event) in ENGINE:
            if isinstance(event, ConflictEnded) and told:
                yield from _statuses(system, before, seats)
            yield from _engine(event, seats)
            continue
        if after.round != before.round:
            if told:
                yield from _statuses(system, before, seats)
            yield ""
            yield f"Round {after.round}"
            told = False
        line = system.narrate(before, event)
        if line:
            first, *more = line.splitlines()
            yield _INDENT + first + _cited(event)
            yield from (_INDENT + drawn for drawn in more)
            told = True
        state = after
    if not events or not isinstance(events[-1], ConflictEnded | ConflictSealed):
        yield from _statuses(system, state, seats)
        yield ""
        yield "Here the record stops."


def objects(
    system: RuleSystem[Any], scenario: Scenario, events: Sequence[Event]
) -> Iterator[Description]:
    """Yield one object an event: its number, round, rules, words and story line."""
    state = system.initial(scenario)
    for number, (before, event, after) in enumerate(steps(system, state, events), 1):
        engine = type(event) in ENGINE
        said: Description = {"event": number, "round": after.round}
        said |= describe_event(system, before, event)
        said["cites"] = list(rules_behind(event))
        said["told"] = "" if engine else system.narrate(before, event)
        for name, item in said.items():
            if isinstance(item, bytes):
                said[name] = item.hex()
        yield said


def _engine(event: Event, seats: Sequence[str]) -> Iterator[str]:
    """Yield what the engine's own events say."""
    match event:
        case ConflictStarted():
            for taken in event.seats:
                who = taken.agent or "people at the table"
                yield f"{_INDENT}{taken.seat}, played by {who}"
            if event.seed:
                yield f"{_INDENT}game {event.game + 1} of seed {event.seed!r}"
            elif not event.key:
                yield f"{_INDENT}with dice rolled at the table"
        case Forfeited():
            who = seats[event.who]
            yield f"{_INDENT}{who} forfeits: the agent {event.reason} [{FORFEIT_RULE}]"
        case ConflictEnded():
            yield ""
            yield f"It ended: {ending_line(event, seats)}{_cited(event)}"
        case ConflictSealed():
            yield f"Sealed over {event.count} events: {event.seal.hex()}"
        case _:
            pass


def _statuses(
    system: RuleSystem[Any], state: State, seats: Sequence[str]
) -> Iterator[str]:
    for name, words in zip(seats, system.status(state), strict=False):
        said = {what: item for what, item in words.items() if what != "who"}
        yield f"{_INDENT * 2}{name}: {phrase(said)}"


def _cited(event: Event) -> str:
    rules = rules_behind(event)
    return f" [{' '.join(rules)}]" if rules else ""
