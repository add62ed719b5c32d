"""What can happen in any conflict, and the two kinds of event there are.

A fact is an answer from outside, a choice or a roll; audit believes it. A
consequence is derived from facts by the rules; audit derives it again. Replay folds
both. Tags are for ever; fields are only ever added at the end, with a default.
"""

from typing import Any, ClassVar, NewType, dataclass_transform

import msgspec
from msgspec import Struct, field

from sim.dice.pool import Faces, Pool

Seat = NewType("Seat", int)
"""A place at the table, by its number from 0: whoever sits there is asked."""

TABLE = Seat(-1)
"""The roller of dice that belong to nobody in particular."""

NOBODY = Seat(-1)
"""Where an event names a seat and there is none."""

Cites = tuple[str, ...]
"""IDs of rules and rulings, such as ("AB-HARM-04", "AB-R-20")."""


def check_settings_text(text: str) -> None:
    """Raise DecodeError where *text* is no JSON object, as an agent's settings are."""
    msgspec.json.decode(text, type=dict[str, Any])


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Event(Struct, frozen=True, array_like=True, gc=False):
    """Something that happened; never changed, never taken back.

    Every kind of event is frozen and written as an array, as this one says for all.
    """


class Fact(Event):
    """An answer from outside, given by seat *who*."""

    who: Seat

    rules: ClassVar[Cites] = ()
    """The rules that say when this may be chosen."""
    sealed: ClassVar[bool] = False
    """Whether the others learn of it only later."""

    @property
    def passes(self) -> bool:
        """Whether nothing is done by it: a pass, not an act."""
        return False

    @property
    def gives_up(self) -> bool:
        """Whether one leaves the conflict to the others by it."""
        return False


class Pass(Fact):
    """An answer by which nothing is done."""

    @property
    def passes(self) -> bool:
        """Whether nothing is done by it: always."""
        return True


class Concession(Fact):
    """An answer by which one gives up."""

    @property
    def gives_up(self) -> bool:
        """Whether one leaves the conflict to the others by it: always."""
        return True


class Consequence(Event):
    """Something the rules derive; *cites* names the rules and rulings that did."""

    cites: Cites


class DiceRolled(Fact, tag="rolled"):
    """Dice fell: what they were for, what they showed, what was kept of them.

    *faces* are the new dice of *pool* in order; *kept* and *reading* are what the
    asking rule reads off them, and audit reads them off again.
    """

    why: str
    pool: Pool
    faces: Faces
    kept: Faces
    reading: tuple[int, ...]
    attempt: int = 0


class SeatTaken(Struct, frozen=True, array_like=True, gc=False):
    """Who chooses at one seat: the agent's name, version and settings (JSON text)."""

    seat: str
    agent: str
    version: str = ""
    settings: str = "{}"

    def __post_init__(self) -> None:
        """Raise DecodeError, also where one is decoded, for settings that are none."""
        check_settings_text(self.settings)


class ConflictStarted(Event, tag="started"):
    """The first event of every stream: all that decides what can follow.

    *scenario* is the digest (hexadecimal) under which the store keeps the scenario;
    *key* is the conflict's key (hexadecimal), or "" when the dice are external.
    *rulings* are the options in force as (name, value as text), defaults included.
    """

    system: str
    rules_version: int
    scenario: str
    rulings: tuple[tuple[str, str], ...]
    seats: tuple[SeatTaken, ...]
    key: str = ""
    seed: str = ""
    game: int = 0


class Forfeited(Fact, tag="forfeited"):
    """An agent raised or answered what was not offered, and loses by it."""

    reason: str


class ConflictEnded(Consequence, tag="ended"):
    """It is over: how, and what every seat gets (1 won, 0 lost, shares between)."""

    how: str
    returns: tuple[float, ...]


class ConflictSealed(Event, tag="sealed"):
    """The last event: how many came before it, and the seal over their bytes."""

    count: int
    seal: bytes


SHARED: tuple[type[Event], ...] = (
    DiceRolled,
    ConflictStarted,
    Forfeited,
    ConflictEnded,
    ConflictSealed,
)
"""The events every system shares; a system lists its own beside them."""
