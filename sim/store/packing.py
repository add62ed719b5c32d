"""Packed records: all streams of a chunk of games in one row, compressed together.

The events of a conflict are written byte by byte as they are in a stream of their own,
so its seal is the same, and whoever reads it gets the same rows. What differs is how
many rows the database has to write, and how often the same words lie in it: conflicts
of a chunk repeat one another, so compressed together they need a tenth to a thirtieth
of the room.

A chunk is the msgpack array of its streams, each with its id and its rows (tag, bytes)
in order, compressed by zlib.
"""

import zlib
from collections.abc import Iterable

import msgspec

from sim.conflict.codec import UNREADABLE
from sim.conflict.stream import Row
from sim.errors import StoreError, StreamError

UNPACKED_MAX = 1 << 25
"""The most bytes of a chunk once it is unpacked; a small row could claim any number.

As objects, bytes made for it take 46 times their room (3 bytes are an empty stream), so
that this many take 1.5 GB. A chunk of sieges, the longest shipped, has a hundredth.
"""
_LEVEL = 6
"""Level 1 takes two fifths of the time and 1.7 times the room, level 9 gains 5 %."""


Unpacked = dict[str, list[Row]]
"""The ids of streams -> their rows."""

_decoder = msgspec.msgpack.Decoder(list[tuple[str, list[Row]]])


def pack(streams: Iterable[tuple[str, list[Row]]]) -> bytes:
    """Return *streams* (id, rows) as one row's bytes.

    Raises StoreError for more than can be unpacked again.
    """
    plain = msgspec.msgpack.encode(list(streams))
    if len(plain) > UNPACKED_MAX:
        message = (
            f"the events of a chunk come to {len(plain):,} bytes, and at most"
            f" {UNPACKED_MAX:,} can be packed: record them in full"
        )
        raise StoreError(message)
    return zlib.compress(plain, _LEVEL)


def unpack(data: bytes, where: str) -> Unpacked:
    """Return the streams that *data* holds: their ids -> their rows.

    Raises StreamError, naming *where* the row is, for what `pack` cannot have written.
    """
    reader = zlib.decompressobj()
    try:
        # Never more than a chunk may have, whatever a small row claims to hold.
        plain = reader.decompress(data, UNPACKED_MAX)
        if not reader.eof or reader.unused_data:
            message = f"{where} cannot be unpacked: it has no end, or goes on after it"
            raise StreamError(message)
        streams = _decoder.decode(plain)
        # Only one sequence of bytes may stand for these streams; otherwise bytes could
        # hide in a row that every seal finds in order.
        if msgspec.msgpack.encode(streams) != plain:
            message = f"{where} has more bytes than its streams need"
            raise StreamError(message)
    except (zlib.error, *UNREADABLE) as error:
        message = f"{where} cannot be unpacked: {error}"
        raise StreamError(message) from error
    by_id = dict(streams)
    if len(by_id) < len(streams):
        message = f"{where} holds a stream twice"
        raise StreamError(message)
    return by_id
