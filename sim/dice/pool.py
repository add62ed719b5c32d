"""Dice whose faces follow from the name of their roll.

A roll has a name: the round, who rolls, why, and the attempt. Its faces are read from
BLAKE2b blocks keyed by the conflict's key over that name, so anyone can check a die in
any language, and two branches of one conflict have the same dice. A die added later
extends the stream of its roll; the dice already seen stay.

The exact encoding, with test vectors, is in ARCHITECTURE.md ("Dice").
"""

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from struct import Struct as Packer
from struct import error as PackError  # noqa: N812 - what Packer raises
from typing import Protocol

from msgspec import Struct

from sim.errors import RulesError

_PERSON = b"fracas-dice"
_NAME = Packer(">IiI")
_BYTE = 256
_BLOCK = 64
"""The bytes of a block."""


class Die(Struct, frozen=True, array_like=True, gc=False):
    """A die, uniform on the integers from *low* to *high*, both included."""

    low: int
    high: int

    @property
    def values(self) -> int:
        """How many faces it can show."""
        return self.high - self.low + 1


Pool = tuple[Die, ...]
Faces = tuple[int, ...]
RollName = tuple[int, int, str, int]
"""The name of a roll: the round, who rolls, why, and the attempt."""


@cache
def d(sides: int) -> Die:
    """Return the die numbered 1 to *sides*."""
    return Die(1, sides)


FUDGE = Die(-1, 1)
"""A Fudge die: minus, blank, plus."""


class Dice(Protocol):
    """The interface of whatever provides the faces of rolls."""

    def roll(
        self,
        round_: int,
        who: int,
        why: str,
        attempt: int,
        seen: Pool,
        pool: Pool,
    ) -> Faces:
        """Return the faces of *pool*, which extends the dice *seen* of this roll."""
        ...


def _no_roll(round_: object, who: object, why: object, attempt: object) -> str:
    """Return the sentence for the author of rules that ask for impossible dice."""
    return (
        f"found a roll {why!r} of {who!r}, attempt {attempt!r}, in round {round_!r};"
        " expected a purpose in words, the number of a seat or TABLE, whole numbers"
        " from 0, and at least one die"
    )


class KeyedDice:
    """Dice that follow from a conflict's key (32 bytes) and the name of the roll."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        self._key = key

    def roll(
        self,
        round_: int,
        who: int,
        why: str,
        attempt: int,
        seen: Pool,
        pool: Pool,
    ) -> Faces:
        """Return the faces of *pool*, which extends the dice *seen* of this roll.

        Raises RulesError for a roll without dice, or with an invalid name.
        """
        # A `try` costs nothing unless it raises; a check would cost time in each roll.
        try:
            name = _NAME.pack(round_, who, attempt) + why.encode()
            dice = seen + pool if seen else pool
            first = dice[0]
        except (PackError, AttributeError, IndexError) as error:
            raise RulesError(_no_roll(round_, who, why, attempt)) from error
        if first.values <= _BYTE and dice.count(first) == len(dice):
            return self._alike(name, first, len(seen), len(dice))
        return self._mixed(name, dice)[len(seen) :]

    def _block(self, name: bytes, index: int) -> bytes:
        data = name + index.to_bytes(4, "big")
        return blake2b(data, key=self._key, person=_PERSON).digest()

    def _alike(self, name: bytes, die: Die, start: int, stop: int) -> Faces:
        table, rejected = _translation(die.low, die.values)
        good = self._block(name, 0).translate(table, rejected)
        block = 1
        while len(good) < stop:
            good += self._block(name, block).translate(table, rejected)
            block += 1
        low = die.low
        return tuple([low + value for value in good[start:stop]])

    def _mixed(self, name: bytes, dice: Pool) -> Faces:
        """Return the faces of *dice* of several kinds, a byte of the blocks each."""
        block, at, index = self._block(name, 0), 0, 1
        faces: list[int] = []
        for die in dice:
            low = die.low
            values = die.high - low + 1
            if values > _BYTE:
                return self._large(name, dice)
            limit = _BYTE - _BYTE % values
            byte = limit
            while byte >= limit:
                if at == _BLOCK:
                    block, at, index = self._block(name, index), 0, index + 1
                byte = block[at]
                at += 1
            faces.append(low + byte % values)
        return tuple(faces)

    def _large(self, name: bytes, dice: Pool) -> Faces:
        """Return the faces of *dice* of which some have more than 256."""
        stream = self._bytes(name)
        return tuple([die.low + _number_below(stream, die.values) for die in dice])

    def _bytes(self, name: bytes) -> Iterator[int]:
        index = 0
        while True:
            yield from self._block(name, index)
            index += 1


class RollNames:
    """The names of the rolls of one conflict, each with its dice so far.

    Two rolls with one name would show the same faces, so a name may be used only once,
    and then again for dice that extend the same roll.
    """

    __slots__ = ("_fallen",)

    def __init__(self) -> None:
        self._fallen: dict[RollName, Pool] = {}

    def copy(self) -> "RollNames":
        """Return the same names, for a second branch of the conflict."""
        other = RollNames()
        other._fallen |= self._fallen
        return other

    def is_repeated(self, name: RollName, seen: Pool, pool: Pool) -> bool:
        """Record that *pool* is rolled under *name*, where the dice *seen* have fallen.

        Return whether dice other than *seen* were rolled under that name before.
        """
        fallen = self._fallen
        before = fallen.get(name)
        fallen[name] = seen + pool if seen else pool
        return before is not None and before != seen


@cache
def _translation(_low: int, values: int) -> tuple[bytes, bytes]:
    """Return the table from byte to value, and the bytes that are rejected."""
    table = bytes(byte % values for byte in range(_BYTE))
    return table, bytes(range(_BYTE - _BYTE % values, _BYTE))


def _number_below(stream: Iterator[int], values: int) -> int:
    """Take one value below *values*: one byte, or two (big-endian) above 256."""
    if values > _BYTE * _BYTE:
        message = f"a die has at most {_BYTE * _BYTE} faces, not {values}"
        raise ValueError(message)
    width = _BYTE if values <= _BYTE else _BYTE * _BYTE
    limit = width - width % values
    while True:
        number = next(stream)
        if width > _BYTE:
            number = number * _BYTE + next(stream)
        if number < limit:
            return number % values
