"""A whole conflict as a stream: opening events, the events of the rules, the seal."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import compress
from typing import Any

from msgspec import Struct, structs

from sim.conflict.choices import Choice
from sim.conflict.codec import encode, tag
from sim.conflict.play import Played
from sim.conflict.seal import stream_seal
from sim.seam.events import ConflictSealed, ConflictStarted, Event, Forfeited
from sim.seam.protocol import RuleSystem

_PARTS, _THOUSANDTHS, _ALIKE = 12, 1000, 1e-9
"""Thirds and the like are shown as fractions; numbers with three decimals are not."""
Row = tuple[str, bytes]
"""An event as it is stored: its tag and its bytes."""


BESIDE_PLAY = 2
"""The number of events that do not come from the rules: the first, and the seal."""


class Line(Struct, frozen=True, array_like=True):
    """One conflict in one row: enough for statistics, and to notice a change.

    *tally* has one total per seat for each measure of the rule system.
    """

    game: int
    how: str
    returns: tuple[float, ...]
    rounds: int
    events: int
    decisions: int
    tally: dict[str, tuple[int, ...]]
    seal: bytes


class Sealed(Struct, frozen=True):
    """A finished conflict, encoded: its id, its rows and its line.

    For a campaign, *parts* are the conflicts of its chapters. *forfeits* says which
    seats forfeited, with the reason and the line of the agent's file; *choices* what
    was chosen, if that is counted (else None). Neither is stored.
    """

    stream_id: str
    rows: list[Row]
    line: Line
    parts: list["Sealed"] = []
    forfeits: tuple[tuple[str, str], ...] = ()
    choices: list[Choice] | None = None


def seal_stream(
    system: RuleSystem[Any],
    stream_id: str,
    started: ConflictStarted,
    played: Played,
) -> Sealed:
    """Encode and seal a *played* conflict."""
    events: list[Event] = [started, *played.events]
    rows = list(map(encode, events))
    seal = stream_seal(stream_id, bytes.fromhex(started.scenario), rows)
    last = ConflictSealed(len(rows), seal)
    events.append(last)
    rows.append(encode(last))
    line = Line(
        started.game,
        played.outcome.how,
        played.outcome.returns,
        played.state.round,
        len(rows),
        played.decisions,
        tally(system, played.events, len(started.seats)),
        seal,
    )
    tags = map(tag, map(type, events))
    forfeits = tuple(
        (started.seats[event.who].seat, f"{event.reason}{played.place}")
        for event in played.events[-2:]
        if isinstance(event, Forfeited)
    )
    whole = list(zip(tags, rows, strict=True))
    return Sealed(stream_id, whole, line, forfeits=forfeits)


def seal_alike(other: Sealed, stream_id: str, started: ConflictStarted) -> Sealed:
    """Return the game that *started*, which was played as the *other* was, sealed."""
    (begun, _), *between, (ended, _) = other.rows
    opening = encode(started)
    rows = [opening, *(data for _, data in between)]
    seal = stream_seal(stream_id, bytes.fromhex(started.scenario), rows)
    last = encode(ConflictSealed(len(rows), seal))
    line = structs.replace(other.line, seal=seal)
    whole = [(begun, opening), *between, (ended, last)]
    return Sealed(stream_id, whole, line, forfeits=other.forfeits)


def tally(
    system: RuleSystem[Any], events: Sequence[Event], seats: int
) -> dict[str, tuple[int, ...]]:
    """Return the measures of the system, for each seat."""
    counted = system.tally
    totals: dict[str, list[int]] = defaultdict(lambda: [0] * seats)
    for name, _ in counted.values():
        totals[name]
    kinds = map(type, events)
    for event in compress(events, map(counted.__contains__, kinds)):
        name, read = counted[type(event)]
        seat, amount = read(event)
        if seat >= 0:
            totals[name][seat] += amount
    return {name: tuple(values) for name, values in totals.items()}


def spelt(how: str) -> str:
    """Return an ending for people: words without underscores."""
    return how.replace("_", " ")


def returned(returns: Mapping[str, float]) -> str:
    """Return what everybody got, for people: `returns: Ann 0, Bo 1`."""
    got = ", ".join(f"{seat} {numeral(each)}" for seat, each in returns.items())
    return f"returns: {got}"


def numeral(amount: float) -> str:
    """Return a number for people: 3, 1/3, 0.5, 0.417 or 42.125."""
    if amount == int(amount):
        return str(int(amount))
    near = Fraction(amount).limit_denominator(_PARTS)
    exact = abs(near - Fraction(amount)) < _ALIKE
    if exact and abs(near) < 1 and _THOUSANDTHS % near.denominator:
        return str(near)
    return f"{amount:.3f}".rstrip("0").rstrip(".")
