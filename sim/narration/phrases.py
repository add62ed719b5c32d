"""Events in words: what a finding, a transcript or an explanation calls them.

A rule system has words for every event it can meet; a forged record may hold others,
so here words are always found, if need be the bare fields.
"""

from collections.abc import Sequence
from typing import Any, cast

from msgspec import Struct, structs

from sim.dice import Die
from sim.events import ConflictEnded, Event, Fact
from sim.protocol import Description, RuleSystem
from sim.replay import ENGINE
from sim.stream import spelt

_MANY = 6
_LONG = 600


def describe_event(system: RuleSystem[Any], state: object, event: Event) -> Description:
    """Return *event* in the system's words; in its bare fields if it has none."""
    if type(event) not in ENGINE:
        try:
            return system.describe(state, event)
        except Exception:  # noqa: BLE001, S110 - a forged event may name a seat or ability that is not there
            pass
    return {"does": type(event).__name__, **structs.asdict(event)}


def phrase(words: Description) -> str:
    """Return *words* on one line: what it does, then each field that says something."""
    said = [
        f"{name.replace('_', ' ')} {format_value(item)}"
        for name, item in words.items()
        if name not in {"does", "cites"} and item is not None and item != ""
    ]
    does = str(words.get("does", ""))
    if not does:
        return ", ".join(said)
    return f"{does} ({', '.join(said)})" if said else does


def format_value(item: object) -> str:
    """Return one value of some words as short text."""
    if isinstance(item, bool):
        return "yes" if item else "no"
    if isinstance(item, dict):
        table = cast("dict[str, object]", item)
        return (
            ", ".join(f"{name} {format_value(one)}" for name, one in table.items())
            or "none"
        )
    if isinstance(item, list | tuple):
        things = cast("Sequence[object]", item)
        return "[" + ", ".join(format_value(one) for one in things) + "]"
    if isinstance(item, bytes):
        return item.hex()
    if isinstance(item, str):
        return item if item.isprintable() else ascii(item)[1:-1]
    if isinstance(item, Die):
        return f"{item.low}..{item.high}"
    if isinstance(item, Struct):
        return format_value(structs.asdict(item))
    return str(item)


def one_line(system: RuleSystem[Any], state: object, event: Event) -> str:
    """Return *event* on one line, which a forged one cannot make very long."""
    said = phrase(describe_event(system, state, event))
    return said if len(said) <= _LONG else said[: _LONG - 3] + "..."


def told_apart(
    system: RuleSystem[Any], state: object, one: Event, other: Event
) -> tuple[str, str]:
    """Return two events on one line each, so that they never read alike.

    Where the words are the same the fields that differ stand behind them.
    """
    words = one_line(system, state, one), one_line(system, state, other)
    if words[0] != words[1]:
        return words
    if type(one) is not type(other):
        return type(one).__name__, type(other).__name__
    pairs = [
        (name, getattr(one, name), getattr(other, name))
        for name in type(one).__struct_fields__
        if repr(getattr(one, name)) != repr(getattr(other, name))
    ]
    same = words[0].rstrip(")")
    here, there = (
        ", ".join(
            f"{name.replace('_', ' ')} {_exact(pair[at])}" for name, *pair in pairs
        )
        for at in (0, 1)
    )
    return f"{same}, {here})", f"{same}, {there})"


def _exact(item: object) -> str:
    """Return a value so that no other reads the same."""
    if isinstance(item, tuple):
        return "[" + ", ".join(map(_exact, cast("tuple[object, ...]", item))) + "]"
    return item.hex() if isinstance(item, bytes) else ascii(item)


def list_options(
    system: RuleSystem[Any], state: object, options: Sequence[Fact]
) -> str:
    """Return *options* on one line, the first few of many."""
    said = [one_line(system, state, option) for option in options[:_MANY]]
    if len(options) > _MANY:
        said.append(f"and {len(options) - _MANY} more")
    return "; ".join(said)


def rules_behind(event: Event) -> tuple[str, ...]:
    """Return the rules *event* rests on: what a fact's kind cites, or its own cites."""
    if isinstance(event, Fact):
        return type(event).rules
    cites: tuple[str, ...] = getattr(event, "cites", ())
    return cites


def ending_line(event: ConflictEnded, seats: Sequence[str]) -> str:
    """Return how it ended and what every seat gets."""
    got = [
        f"{seats[index] if index < len(seats) else f'seat {index}'} {amount:g}"
        for index, amount in enumerate(event.returns)
    ]
    return f"{spelt(event.how)}: {', '.join(got)}"
