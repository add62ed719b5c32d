"""What can happen in any conflict, and the two kinds of event there are.

A fact is an answer from outside, a choice or a roll; audit takes it as given. A
consequence is derived from facts by the rules; audit derives it again. Replay folds
both. Tags never change; fields are only added at the end, with a default. A class of
events also holds the words for it: its sentence in the story, the rule that decides a
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
"""Stands for no seat, in events that name one."""

Cites = tuple[str, ...]
"""IDs of rules and rulings, such as ("AB-HARM-04", "AB-R-20")."""

Description = dict[str, Any]
"""An event or a seat's status with names instead of numbers, ready for JSON."""

Deciding = str | Callable[[Any], str]
"""The rule that decides a dispute about an event: its ID.

If there are several IDs, separated by spaces, it is the first that the event cites, or
else the last. A function computes them from the correct event.
"""


class Scope(StrEnum):
    """What decisions are about; a best reply may be limited to some of these."""

    INTENTION = "intention"
    """Goals, their targets, and changing them."""
    ACTION = "action"
    """Actions, and answers to the actions of others."""
    DICE = "dice"
    """Dice and points added to a roll, or taken from it."""
    HARM = "harm"
    """Using a success, and taking the effects of others' successes."""
    GATE = "gate"
    """Beginning, joining, going on and giving up."""
    AFTERMATH = "aftermath"
    """Actions after the conflict."""
    RULING = "ruling"
    """Rulings, and accepting them."""


def by_part(rest: Deciding, /, **parts: Deciding) -> Mapping[str, Deciding]:
    """Return the rules that decide disputes about the *parts* of an event.

    A part is a field, or a name within one; `does` is the kind of an answer that was
    not allowed. *rest*, under the name "", decides about everything else.
    """
    return MappingProxyType({**parts, "": rest})


def check_settings_text(text: str) -> None:
    """Raise DecodeError if *text*, the settings of an agent, is not a JSON object."""
    msgspec.json.decode(text, type=dict[str, Any])


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Event(Struct, frozen=True, array_like=True, gc=False):
    """Something that happened; never changed, never taken back.

    Every kind of event is frozen and encoded as an array. The words for its sentences
    are those of `describe`: its fields with names instead of numbers.
    """

    story: ClassVar[str | None] = None
    """Its sentence in the story, with words in braces; "" for no sentence. None: `tell`
    builds the sentence or, if it depends on the state, the system does.
    """
    aside: ClassVar[str] = ""
    """The sentence to explain the event with, if the story has none."""
    in_brief: ClassVar[bool] = True
    """Whether its sentence stands in the short form of the story, too; False for a step
    of the procedure, and where the sentence of another event says what came of it.
    """
    decided_by: ClassVar[str | Mapping[str, Deciding]] = ""
    """The rule that decides a dispute about it, or rules `by_part`; "" for none."""

    def tell(self, words: Description) -> str:
        """Return its sentence in the story, made of its *words*."""
        return (self.story or "").format_map(words)

    def tell_aside(self, words: Description) -> str:
        """Return the sentence to explain it with, made of its *words*; "" for none."""
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
    """What people call this answer, such as "gives up"; our own word first."""

    @property
    def passes(self) -> bool:
        """Whether this answer is a pass, which does nothing."""
        return False

    @property
    def gives_up(self) -> bool:
        """Whether this answer leaves the conflict to the others."""
        return False


class Pass(Fact):
    """An answer that does nothing."""

    @property
    def passes(self) -> bool:
        """Whether this answer is a pass: always."""
        return True


class Concession(Fact):
    """An answer that gives up."""

    @property
    def gives_up(self) -> bool:
        """Whether this answer leaves the conflict to the others: always."""
        return True


class Consequence(Event):
    """Something the rules derive; *cites* names the rules and rulings used."""

    cites: Cites


class DiceRolled(Fact, tag="rolled"):
    """Dice fell: their purpose, their faces, and which were kept.

    *faces* are the new dice of *pool* in order; *kept* and *reading* are what the rule
    that asked reads from them; audit reads them again.
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
        """Raise DecodeError, also when decoding, if settings are no JSON object."""
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
    """An agent raised an error or answered what was not offered, and loses."""

    reason: str


class ConflictEnded(Consequence, tag="ended"):
    """The conflict is over: how, and every seat's return from 0 (lost) to 1 (won)."""

    how: str
    returns: tuple[float, ...]


class ConflictSealed(Event, tag="sealed"):
    """The last event: the number of events before it, and the seal over their bytes."""

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
