"""What can happen in any conflict, and the two kinds of event there are.

A fact is an answer from outside, a choice or a roll; audit believes it. A
consequence is derived from facts by the rules; audit derives it again. Replay folds
both. Tags are for ever; fields are only ever added at the end, with a default.

A class of events also holds the words for it: how it is told, which rule decides a
dispute about it and, for an answer, what people call it and what it is about.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
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

Description = dict[str, Any]
"""An event or a seat's status with names instead of numbers, ready for JSON."""

Deciding = str | Callable[[Any], str]
"""The rule that decides a dispute about an event: its ID.

Of several IDs, with spaces between, it is the first that the event cites, or else the
last. A function returns them for the event as it should be.
"""


class Scope(StrEnum):
    """What decisions are about, so that a reply may be free in these and no others."""

    INTENTION = "intention"
    """What one wants, of whom, and whether one wants something else."""
    ACTION = "action"
    """What one does about it, and how one answers what others do."""
    DICE = "dice"
    """What one puts into a roll, or takes from it."""
    HARM = "harm"
    """What one makes of a success, and how one bears that of others."""
    GATE = "gate"
    """Whether one begins, joins, goes on or gives up."""
    AFTERMATH = "aftermath"
    """What one does once it is over."""
    RULING = "ruling"
    """What one judges, or accepts as judged."""


def by_part(rest: Deciding, /, **parts: Deciding) -> Mapping[str, Deciding]:
    """Return which rule decides a dispute about each of some *parts* of an event.

    A part is a field, or a name within one; `does` is the kind of an answer that was
    not open. *rest* decides about all else, which has the name "".
    """
    return MappingProxyType({**parts, "": rest})


def check_settings_text(text: str) -> None:
    """Raise DecodeError where *text* is no JSON object, as an agent's settings are."""
    msgspec.json.decode(text, type=dict[str, Any])


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Event(Struct, frozen=True, array_like=True, gc=False):
    """Something that happened; never changed, never taken back.

    Every kind of event is frozen and written as an array, as this one says for all.
    Its words are those of `describe`: its fields with names instead of numbers.
    """

    story: ClassVar[str | None] = None
    """Its sentence in the story, with its words between braces; "": it has none.

    None: `tell` makes the sentence, or where it depends on the state, the system does.
    """
    aside: ClassVar[str] = ""
    """The same for whoever asks about it, where the story has no sentence."""
    decided_by: ClassVar[str | Mapping[str, Deciding]] = ""
    """The rule that decides a dispute about it, or the rules `by_part`; "": none."""

    def tell(self, words: Description) -> str:
        """Return its sentence in the story, made of its *words*."""
        return (self.story or "").format_map(words)

    def tell_aside(self, words: Description) -> str:
        """Return its sentence for whoever asks, made of its *words*; "" for none."""
        return self.aside.format_map(words)


class Fact(Event):
    """An answer from outside, given by seat *who*."""

    who: Seat

    rules: ClassVar[Cites] = ()
    """The rules that say when this may be chosen."""
    sealed: ClassVar[bool] = False
    """Whether the others learn of it only later."""
    scope: ClassVar[Scope | None] = None
    """What the decision is about."""
    sayings: ClassVar[tuple[str, ...]] = ()
    """How people say that somebody answered so, without whose it is; ours first."""

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

    def tell(self, words: Description) -> str:
        """Return who rolled which faces; dice may belong to nobody."""
        faces = ", ".join(map(str, self.faces))
        who = words["who"]
        return f"{who} rolls {faces}." if who else f"The dice show {faces}."


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
