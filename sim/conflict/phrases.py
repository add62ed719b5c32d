"""Events in words: what a finding, a transcript or an explanation calls them.

A rule system has words for every event it can produce; a forged record may hold others,
so there is always a fallback, the bare fields.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import fsum, isfinite
from typing import Any, cast

from msgspec import Struct, structs

from sim.conflict.kinds import answer_kinds
from sim.conflict.replay import ENGINE
from sim.conflict.stream import numeral, spelt
from sim.dice.pool import Die
from sim.errors import RulesError
from sim.seam.events import ConflictEnded, Event, Fact, Seat
from sim.seam.protocol import Description, RuleSystem, SeatInfo, State
from sim.seam.seats import by_seat
from sim.spine.words import listed

_MANY = 6
_HALF = 0.5
_ROUNDING = 1e-9
_LONG = 600
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_WORD_OF_OURS = re.compile(r"[a-z]+(_[a-z]+)+")


def describe_event(system: RuleSystem[Any], state: object, event: Event) -> Description:
    """Return *event* in the system's words; in its bare fields if it has none."""
    if type(event) not in ENGINE:
        try:
            return system.describe(state, event)
        except RulesError:
            raise
        except Exception:  # noqa: BLE001, S110 - a forged event may name a seat or ability that is not there
            pass
    return {"does": type(event).__name__, **structs.asdict(event)}


def differing_keys(old: Description, new: Description) -> list[str]:
    """Return the keys under which two descriptions differ."""
    return [what for what in {**old, **new} if old.get(what) != new.get(what)]


def called(system: RuleSystem[Any], kind: str) -> str:
    """Return what people call a *kind* of event: "buys a die", or "pool spent"."""
    for known in answer_kinds(system):
        if known.__name__ == kind and known.sayings:
            return known.sayings[0]
    return kind_in_words(kind)


def kind_in_words(kind: object) -> str:
    """Return the name of a kind of event as words: HarmApplied is harm applied."""
    return " ".join(_WORD.findall(str(kind))).casefold() or str(kind)


def phrase(words: Description) -> str:
    """Return *words* on one line: the action, then each field that is not empty."""
    said = ", ".join(
        f"{things_called(name, item)} {format_value(item)}"
        for name, item in words.items()
        if name not in {"does", "cites"} and not _is_empty(item)
    )
    does = kind_in_words(words.get("does", ""))
    return f"{does} ({said})" if does and said else does or said


def things_called(name: str, item: object) -> str:
    """Return what *item* is called: its *name*, of one numbered thing in the singular.

    A table of boxes of which one is filled is box 4, and not boxes 4.
    """
    what = name.replace("_", " ")
    if not isinstance(item, dict):
        return what
    keys = [*cast("dict[str, object]", item)]
    if len(keys) != 1 or not keys[0].isdigit():
        return what
    return what.removesuffix("es") if what.endswith("xes") else what.removesuffix("s")


def _is_empty(item: object) -> bool:
    """Whether there is nothing to say of *item*: an empty text, list or table, None."""
    return item is None or (isinstance(item, str | list | tuple | dict) and not item)


def in_sentence(system: RuleSystem[Any], state: object, event: Event) -> str:
    """Return *event* as its line of the story, or as a sentence where it has none.

    An answer that has neither is told as people say it, with a full stop. A forged
    event, which may name what is not there, is told by its fields.
    """
    try:
        told = ""
        if type(event) not in ENGINE:
            told = system.narrate(state, event) or aside(system, state, event)
    except Exception:  # noqa: BLE001 - as above
        told = ""
    if told:
        return told
    stop = "." if isinstance(event, Fact) else ""
    return as_said(system, describe_event(system, state, event)) + stop


def aside(system: RuleSystem[Any], state: object, event: Event) -> str:
    """Return the sentence with which `explain` describes *event*; "" if none."""
    return event.tell_aside(system.describe(state, event))


def first_line(system: RuleSystem[Any], state: object, event: Event) -> str:
    """Return *event* as the first line of its story."""
    return in_sentence(system, state, event).splitlines()[0]


def as_said(system: RuleSystem[Any], words: Description) -> str:
    """Return the *words* of an event as people would say them.

    Who did what, and in brackets what else there is to say of it.
    """
    who, does = words.get("who"), str(words.get("does", ""))
    fact = any(kind.__name__ == does for kind in answer_kinds(system))
    rest = {
        name: without_underscores(item)
        for name, item in words.items()
        if name != "does" and item not in ([], {}, ())
    }
    if rest.get("roll") == who:
        rest.pop("roll", None)
    if isinstance(who, str) and fact:
        del rest["who"]
        said = f"{who} {called(system, does)}"
    else:
        said = called(system, does)
    more = phrase(rest)
    return f"{said} ({more})" if more else said


def value_for_people(item: object) -> str:
    """Return a value for people, also where there is none."""
    return (
        "nothing"
        if item is None or item == ""
        else format_value(without_underscores(item))
    )


def without_underscores(item: object) -> object:
    """Return a value for people: an identifier without underscores."""
    if isinstance(item, str) and _WORD_OF_OURS.fullmatch(item):
        return spelt(item)
    return item


def format_value(item: object) -> str:
    """Return one value of some words as short text."""
    if isinstance(item, bool | float):
        return _plain_value(item)
    if isinstance(item, dict):
        table = cast("dict[str, object]", item)
        return (
            ", ".join(f"{name} {format_value(value)}" for name, value in table.items())
            or "none"
        )
    if isinstance(item, list | tuple):
        things = cast("Sequence[object]", item)
        return "[" + ", ".join(format_value(thing) for thing in things) + "]"
    if isinstance(item, bytes):
        return item.hex()
    if isinstance(item, str):
        return item if item.isprintable() else ascii(item)[1:-1]
    if isinstance(item, Die):
        return f"{item.low}..{item.high}"
    if isinstance(item, Struct):
        return format_value(structs.asdict(item))
    return str(item)


def _plain_value(item: bool | float) -> str:  # noqa: FBT001 - any value
    if isinstance(item, bool):
        return "yes" if item else "no"
    if not isfinite(item):
        return str(item)
    # Two numbers that differ, if only by a sign, must never read alike.
    written = numeral(item)
    exact = float(Fraction(written)).hex() == float(item).hex()
    return written if exact else str(item)


def one_line(system: RuleSystem[Any], state: object, event: Event) -> str:
    """Return *event* on one line of limited length, however it was forged."""
    said = as_said(system, describe_event(system, state, event))
    return said if len(said) <= _LONG else said[: _LONG - 3] + "..."


def told_apart(
    system: RuleSystem[Any], state: object, event: Event, other: Event
) -> tuple[str, str]:
    """Return two different events on one line each, so that they read differently.

    Where the words are the same, the differing fields follow.
    """
    words = one_line(system, state, event), one_line(system, state, other)
    if words[0] != words[1]:
        return words
    if type(event) is not type(other):
        return kind_in_words(type(event).__name__), kind_in_words(type(other).__name__)
    pairs = [
        (name, getattr(event, name), getattr(other, name))
        for name in type(event).__struct_fields__
        if repr(getattr(event, name)) != repr(getattr(other, name))
    ]
    same = words[0].rstrip(")")
    here, there = (
        ", ".join(
            f"{name.replace('_', ' ')} {_exact(pair[at])}" for name, *pair in pairs
        )
        for at in (0, 1)
    )
    return f"{same}, {here})", f"{same}, {there})"


def values_apart(item: object, other: object) -> tuple[str, str]:
    """Return two values that differ as texts, short ones where these differ too."""
    here, there = format_value(item), format_value(other)
    return (here, there) if here != there else (_exact(item), _exact(other))


def _exact(item: object) -> str:
    """Return a value so that different values read differently."""
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
    """Return the rules *event* rests on: its kind's, or those it cites itself."""
    if isinstance(event, Fact):
        return type(event).rules
    cites: tuple[str, ...] = getattr(event, "cites", ())
    return cites


_NOTHING: Mapping[Seat, str] = {}


def what_was_won(system: RuleSystem[Any], state: State, how: str) -> Mapping[Seat, str]:
    """Return what each seat has won in this final *state*, in words.

    Nothing by an ending that is not the rule system's, such as a forfeit.
    """
    words = system.words.won
    return _NOTHING if words is None or how not in system.endings else words(state)


def ending_line(
    event: ConflictEnded,
    seats: Sequence[SeatInfo],
    won: Mapping[Seat, str] = _NOTHING,
) -> str:
    """Return how it ended, who *won* what, and what the others got.

    Seats that judge get nothing, and are left out.
    """
    how = spelt(event.how)
    if len(event.returns) != len(seats):
        # A forged event may return to more seats than there are, or to fewer.
        return f"{how}: {', '.join(map(numeral, event.returns))}"
    got = {
        seat.name: (seat.side, amount)
        for seat, amount in zip(seats, event.returns, strict=True)
        if seat.side is not None
    }
    ahead = _winning_sides(list(got.values()))
    first = {
        seat.name: (won.get(who, ""), event.returns[who])
        for who, seat in by_seat(seats)
        if seat.side in ahead
    }
    rest = {name: amount for name, (_, amount) in got.items() if name not in first}
    said = [_winners(first) if first else "nobody won"]
    for amount in dict.fromkeys(rest.values()):
        names = [name for name, value in rest.items() if value == amount]
        said.append(f"{listed(names)} got {numeral(amount)}")
    return f"{how}: {', '.join(said)}"


def _winning_sides(got: Sequence[tuple[int, float]]) -> set[int]:
    """Return the sides with the highest mean return, unless all have the same.

    A side that has no rival wins if it gets more than half.
    """
    each: dict[int, list[float]] = {}
    for side, amount in got:
        each.setdefault(side, []).append(amount)
    means = {side: fsum(amounts) / len(amounts) for side, amounts in each.items()}
    least = min(means.values()) if len(means) > 1 else _HALF
    most = max(means.values(), default=least)
    if most <= least + _ROUNDING:
        return set()
    return {side for side, mean in means.items() if mean >= most - _ROUNDING}


def _winners(got: Mapping[str, tuple[str, float]]) -> str:
    """Return who won what and how much: 'Ann and Bo won "the letter" (1)'.

    Where only amounts differ, 'Ann (1) and Bo (0.7) won "the letter"'.
    """
    same: dict[tuple[str, float], list[str]] = {}
    for name, what in got.items():
        same.setdefault(what, []).append(name)
    things = {what for what, _ in same}
    if len(things) == 1 < len(same):
        each = [f"{name} ({numeral(amount)})" for name, (_, amount) in got.items()]
        return " ".join([listed(each), "won", *filter(None, things)])
    each = [
        " ".join(filter(None, [listed(names), "won", what, f"({numeral(amount)})"]))
        for (what, amount), names in same.items()
    ]
    return listed(each)
