"""What can happen in any conflict, and the two kinds of event there are.

A fact is an answer from outside, a choice or a roll; audit believes it. A
consequence is derived from facts by the rules; audit derives it again. Replay folds
both. Tags are for ever; fields are only ever added at the end, with a default.
"""

from typing import ClassVar

from msgspec import Struct

from sim.dice import Faces, Pool

Cites = tuple[str, ...]
"""IDs of rules and rulings, such as ("SS-HARM-04", "RUL-20")."""

TABLE = -1
"""The roller of dice that belong to nobody in particular."""


class Event(Struct, frozen=True, array_like=True, gc=False):
    """Something that happened; never changed, never taken back."""


class Fact(Event, frozen=True, array_like=True, gc=False):
    """An answer from outside, given by seat *who*."""

    who: int

    rules: ClassVar[Cites] = ()
    """The rules that say when this may be chosen."""
    sealed: ClassVar[bool] = False
    """Whether the others learn of it only later."""


class Consequence(Event, frozen=True, array_like=True, gc=False):
    """Something the rules derive; *cites* names the rules and rulings that did."""

    cites: Cites


class DiceRolled(Fact, frozen=True, array_like=True, gc=False, tag="rolled"):
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


class ConflictStarted(Event, frozen=True, array_like=True, gc=False, tag="started"):
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


class Forfeited(Fact, frozen=True, array_like=True, gc=False, tag="forfeited"):
    """An agent raised or answered what was not offered, and loses by it."""

    reason: str


class ConflictEnded(Consequence, frozen=True, array_like=True, gc=False, tag="ended"):
    """It is over: how, and what every seat gets (1 won, 0 lost, shares between)."""

    how: str
    returns: tuple[float, ...]


class ConflictSealed(Event, frozen=True, array_like=True, gc=False, tag="sealed"):
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
