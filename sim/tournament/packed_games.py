"""The games of a tournament, compressed so that many of them fit into memory."""

import zlib
from collections.abc import Callable, Iterator

import msgspec

from sim.conflict.codec import encode
from sim.store.contests import BlocksRecorded

_FAST = 1
_decode: Callable[[bytes], BlocksRecorded] = msgspec.msgpack.Decoder(
    BlocksRecorded
).decode


class Games:
    """Batches of blocks in the order in which they were recorded, compressed.

    A line has a seal of 32 bytes, which cannot be compressed, and little else: it takes
    a twentieth of the room of a decoded line.
    """

    def __init__(self) -> None:
        self._packed: list[bytes] = []

    def add(self, batch: BlocksRecorded) -> None:
        """Keep *batch*."""
        self._packed.append(zlib.compress(encode(batch), _FAST))

    def __iter__(self) -> Iterator[BlocksRecorded]:
        return (_decode(zlib.decompress(packed)) for packed in self._packed)
