"""Audit, depth seal: whether these are the bytes that were sealed, and all of them.

It also checks what every deeper check relies on: each row can be read, is written as
Fracas writes it and filed under its own tag; exactly one event opens the stream, and
exactly one seals it.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, cast

import msgspec
from msgspec import Struct, field

from sim.audit.finding import Finding, finding
from sim.conflict.codec import decode, encode, tag
from sim.conflict.seal import stream_seal
from sim.conflict.stream import Row
from sim.errors import StreamError
from sim.seam.events import ConflictSealed, ConflictStarted, Consequence, Event
from sim.seam.protocol import RuleSystem


class ReadStream(Struct):
    """The readable part of a stream.

    *body* are the events between the first and the last, *numbers* their positions
    in the stream (from 1). *cut* says that the stream goes on unreadably.
    """

    conflict: str
    started: ConflictStarted | None = None
    sealed: ConflictSealed | None = None
    body: list[Event] = field(default_factory=list[Event])
    numbers: list[int] = field(default_factory=list[int])
    cut: bool = False
    length: int = 0
    findings: list[Finding] = field(default_factory=list[Finding])

    def add(self, number: int, recorded: str, expected: str, why: str = "") -> None:
        """Add a finding of depth seal."""
        self.findings.append(
            finding(self.conflict, number, "seal", recorded, expected, why=why)
        )


def read_stream(
    system: RuleSystem[Any],
    stream_id: str,
    rows: Sequence[Row],
    *,
    live: bool,
    written: bool,
) -> ReadStream:
    """Read *rows*; a *live* stream may lack its end and seal.

    With *written*, every row must also be encoded as Fracas encodes it.
    """
    read = ReadStream(stream_id, length=len(rows))
    events = _decoded(system, rows, read)
    if written and not _all_as_written(events, rows):
        for number, (event, row) in enumerate(zip(events, rows, strict=False), 1):
            _as_written(number, event, row, read)
    _sort(events, read, live=live)
    return read


def check_seal(read: ReadStream, digest: bytes | None, rows: Sequence[Row]) -> None:
    """Compare the bytes of *rows* with their seal.

    Without the scenario's *digest* the one the stream names is taken.
    """
    sealed = read.sealed
    if sealed is None:
        return
    if digest is None:
        digest = _named_digest(read.started)
    number = read.length
    before = [data for _, data in rows[: number - 1]]
    seal = stream_seal(read.conflict, digest, before)
    if seal != sealed.seal:
        counts = ""
        if sealed.count != len(before):
            counts = f"{sealed.count} events were sealed, {len(before)} are here"
        read.add(0, f"the seal {sealed.seal.hex()}", seal.hex(), counts)
    elif sealed.count != len(before):
        read.add(number, f"a count of {sealed.count}", str(len(before)))


def _named_digest(started: ConflictStarted | None) -> bytes:
    try:
        return bytes.fromhex(started.scenario) if started else b""
    except ValueError:
        return b""


def _decoded(
    system: RuleSystem[Any], rows: Sequence[Row], read: ReadStream
) -> list[Event]:
    data = [row for _, row in rows]
    try:
        return decode(system, data)
    except StreamError:
        pass
    events: list[Event] = []
    for number, row in enumerate(data, 1):
        try:
            events += decode(system, [row])
        except StreamError as error:
            reason = str(error).partition(": ")[2]
            read.add(
                number,
                f"bytes that cannot be read ({reason})",
                f"an event of {system.name}",
                "the audit of this conflict stops here",
            )
            read.cut = True
            break
    return events


def _all_as_written(events: Sequence[Event], rows: Sequence[Row]) -> bool:
    """Whether all rows are encoded as Fracas does: the usual case, checked at once."""
    return [(tag(type(event)), encode(event)) for event in events] == [*rows]


def _as_written(number: int, event: Event, row: Row, read: ReadStream) -> None:
    name, data = row
    if name != tag(type(event)):
        read.add(number, f"the tag {name!r}", repr(tag(type(event))))
    if encode(event) != data and not _older(data, encode(event)):
        read.add(number, "bytes Fracas would not write", "the event's own encoding")


def _older(data: bytes, full: bytes) -> bool:
    """Whether *data* is *full* as a release with fewer fields encoded it."""
    raw = msgspec.msgpack.decode(data)
    return encode(raw) == data and _shorter(raw, msgspec.msgpack.decode(full))


def _shorter(raw: object, full: object) -> bool:
    if type(raw) is not type(full):
        return False
    if isinstance(raw, list):
        had = cast("list[object]", raw)
        has = cast("list[object]", full)
        pairs = zip(had, has, strict=False)
        return len(had) <= len(has) and all(_shorter(a, b) for a, b in pairs)
    return raw == full


def _sort(events: list[Event], read: ReadStream, *, live: bool) -> None:
    """Separate the opening and the sealing event from those between."""
    last = len(events)
    if last > 1 and not read.cut:
        first, final = events[0], events[-1]
        kinds = list(map(type, events[1:-1]))
        inside = ConflictStarted in kinds or ConflictSealed in kinds
        if (
            isinstance(first, ConflictStarted)
            and isinstance(final, ConflictSealed)
            and not inside
        ):
            read.started, read.sealed = first, final
            read.body, read.numbers = events[1:-1], list(range(2, last))
            return
    for number, event in enumerate(events, 1):
        if isinstance(event, ConflictStarted):
            if number > 1:
                read.add(number, "ConflictStarted here", "it first and only once")
            read.started = read.started or event
        elif isinstance(event, ConflictSealed):
            if number == last and not read.cut:
                read.sealed = event
            else:
                read.add(number, "ConflictSealed here", "it last and only once")
        else:
            read.body.append(event)
            read.numbers.append(number)
    if events and read.started is None:
        read.add(1, type(events[0]).__name__, "ConflictStarted")
    if read.sealed is None and not read.cut and not live:
        read.add(last + 1, "nothing", "the rest of the stream and its seal")


@cache
def is_derived(kind: type[Event]) -> bool:
    """Whether events of this *kind* are consequences."""
    # isinstance takes five times as long when the answer is no.
    return issubclass(kind, Consequence)
