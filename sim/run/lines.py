"""The lines of a run, compressed so that a million of them fit into memory."""

import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import cast, overload

import msgspec

from sim.conflict.stream import Line

_AT_ONCE = 64
_FAST = 1
_encode: Callable[[list[Line]], bytes] = msgspec.msgpack.Encoder().encode
_decode: Callable[[bytes], list[Line]] = msgspec.msgpack.Decoder(list[Line]).decode


class Lines(Sequence[Line]):
    """Lines in the order in which they were added, compressed in groups of 64.

    A compressed line takes little more than the 32 bytes of its seal. It is
    decompressed whenever it is read.
    """

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._last: list[Line] = []
        self._read: tuple[int, list[Line]] = (-1, [])

    def add(self, line: Line) -> None:
        """Keep *line*."""
        self._last.append(line)
        if len(self._last) == _AT_ONCE:
            self._packed.append(zlib.compress(_encode(self._last), _FAST))
            self._last = []

    def __len__(self) -> int:
        return len(self._packed) * _AT_ONCE + len(self._last)

    @overload
    def __getitem__(self, index: int) -> Line: ...
    @overload
    def __getitem__(self, index: slice) -> list[Line]: ...
    def __getitem__(self, index: int | slice) -> Line | list[Line]:
        """Return one line, or several."""
        numbers = range(len(self))[index]
        if isinstance(numbers, range):
            return [self._line(number) for number in numbers]
        return self._line(numbers)

    def __iter__(self) -> Iterator[Line]:
        packed = map(self._unpacked, range(len(self._packed)))
        return chain(chain.from_iterable(packed), self._last)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lines | list):
            return NotImplemented
        others = cast("Sequence[Line]", other)
        return len(self) == len(others) and list(self) == list(others)

    __hash__ = None  # type: ignore[assignment] # mutable, like a list

    def __repr__(self) -> str:
        return f"<{len(self)} lines>"

    def _line(self, number: int) -> Line:
        place, at = divmod(number, _AT_ONCE)
        if place == len(self._packed):
            return self._last[at]
        if self._read[0] != place:
            self._read = place, self._unpacked(place)
        return self._read[1][at]

    def _unpacked(self, place: int) -> list[Line]:
        return _decode(zlib.decompress(self._packed[place]))
