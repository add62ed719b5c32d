"""Events as bytes and back: msgpack arrays that begin with the event's tag.

A stream's first event is the same in every system and names the system; that system's
decoder reads the rest.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from sim.errors import StreamError
from sim.seam.events import SHARED, ConflictStarted, Event
from sim.seam.protocol import RuleSystem

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What a decoder may raise for bytes that hold something else."""

_encoder = msgspec.msgpack.Encoder()
encode = _encoder.encode
"""Event -> its bytes."""


@cache
def tag(kind: type[Event]) -> str:
    """Return the tag of events of *kind*, which never changes."""
    return str(kind.__struct_config__.tag)


@cache
def _decoder(kinds: tuple[type[Event], ...]) -> msgspec.msgpack.Decoder[Any]:
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return msgspec.msgpack.Decoder(union)


def decode_started(row: bytes) -> ConflictStarted:
    """Read the first event of a stream.

    Raises StreamError when the bytes are something else.
    """
    try:
        return msgspec.msgpack.decode(row, type=ConflictStarted)
    except UNREADABLE as error:
        message = f"event 1 is not the start of a conflict: {error}"
        raise StreamError(message) from error


def decode(system: RuleSystem[Any], rows: Iterable[bytes]) -> list[Event]:
    """Read the events of a stream of *system*.

    Raises StreamError naming the first event (from 1) that cannot be read.
    """
    read = _decoder((*SHARED, *system.events)).decode
    events: list[Event] = []
    try:
        for row in rows:
            events.append(read(row))  # noqa: PERF401 - the count names the bad event
    except UNREADABLE as error:
        message = f"event {len(events) + 1} cannot be read: {error}"
        raise StreamError(message) from error
    return events
