"""What a chat message of ours carries beside its text: answers, dice and claims.

They are what a transcript would say, so that a conflict that was written for a virtual
table can be read back. In Foundry they are the `flags.fracas` of a message.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

Plain = str | int | float | bool
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Face = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


class Answered(Struct, frozen=True):
    """An answer: in which round, by which seat, and the words of a transcript."""

    round: Number
    who: str
    words: dict[str, Plain]


class Rolled(Struct, frozen=True):
    """Dice of a seat, or of the table: all faces of the roll so far.

    With *more* they are the roll before, to which dice were added.
    """

    round: Number
    who: str
    faces: tuple[Face, ...]
    fudge: bool = False
    more: bool = False


class Claimed(Struct, frozen=True):
    """A claim that holds of a round, in the words of a transcript."""

    round: Number
    words: dict[str, Plain]


class Carried(Struct, frozen=True):
    """The `flags.fracas` of a message.

    *event* is the number of the event that it tells, *rules* are those behind it. The
    first message says of which *scenario* (its digest) and under which *rulings* it is,
    the last whether the conflict is *over*.
    """

    event: int = 0
    rules: tuple[str, ...] = ()
    answers: tuple[Answered, ...] = ()
    dice: tuple[Rolled, ...] = ()
    claims: tuple[Claimed, ...] = ()
    scenario: str = ""
    rulings: dict[str, str] = {}
    over: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return what is there of it, for JSON."""
        return {
            name: msgspec.to_builtins(item)
            for name in self.__struct_fields__
            if (item := getattr(self, name))
        }


def carried_in(flags: object) -> Carried | None:
    """Return what a message with these *flags* carries; None if it is not ours."""
    ours: object = flags.get("fracas") if isinstance(flags, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - whatever JSON has
    if ours is None:
        return None
    try:
        return msgspec.convert(ours, Carried)
    except msgspec.ValidationError:
        return None
