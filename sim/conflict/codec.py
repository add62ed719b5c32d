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
from sim.spine.kept import Kept

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What a decoder may raise for bytes that hold something else."""

_KEPT_MOST = 1 << 14
"""The most rows of a rule system whose events are kept, some 6 MB."""
_SHORT = 1 << 10
"""Longer rows, in bytes, are decoded each time: they hardly come up again."""

_encoder = msgspec.msgpack.Encoder()
encode = _encoder.encode
"""Event -> its bytes."""


@cache
def tag(kind: type[Event]) -> str:
    """Return the tag of events of *kind*, which never changes."""
    return str(kind.__struct_config__.tag)


class _Reader:
    """Reads rows of events of these *kinds*.

    Nine in ten rows of a conflict stand in others too, and events are never changed:
    those that were read before are looked up, in a quarter of the time.
    """

    def __init__(self, kinds: tuple[type[Event], ...]) -> None:
        union: Any = kinds[0]
        for kind in kinds[1:]:
            union = union | kind
        self._decode = msgspec.msgpack.Decoder(union).decode
        self._known: Kept[bytes, Event] = Kept(_KEPT_MOST)
        self.known = self._known.get
        """A row -> its event, None if it is not kept."""

    def read(self, row: bytes) -> Event:
        """Return the event of a *row* that is not kept, and keep it."""
        event: Event = self._decode(row)
        return self._known.keep(row, event) if len(row) < _SHORT else event


@cache
def _reader(kinds: tuple[type[Event], ...]) -> _Reader:
    return _Reader(kinds)


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
    reader = _reader((*SHARED, *system.events))
    known, read = reader.known, reader.read
    events: list[Event] = []
    try:
        for row in rows:
            events.append(known(row) or read(row))  # noqa: PERF401 - the count names the bad event
    except UNREADABLE as error:
        message = f"event {len(events) + 1} cannot be read: {error}"
        raise StreamError(message) from error
    return events
