"""A round as it was typed in, with seats instead of names, and what of it is used."""

from typing import Any

from msgspec import Struct, field

from sim.reading.words import signs
from sim.seam.protocol import Decision, Description


class Position(Struct, frozen=True):
    """The number of the next event, and the state there."""

    number: int
    state: Any


class Offer(Struct):
    """A decision that was asked at a moment, and whether silence answered it."""

    at: Position
    asked: Decision[Any]
    silent: bool = False


class Statement(Struct):
    """What *seat* said; *allow* is why the table let it pass, "" if it need not.

    *sentence* is what it did, where that is not the name of a kind of answer. *place*
    is the round it was typed into and which it is there; *before* is what the story
    told, without it, where it is put instead. It was used *at* a moment. *ways* are the
    things it may be, where it is the beginning of several.
    """

    seat: int
    words: Description
    allow: str = ""
    sentence: str = ""
    place: tuple[int, int] = (0, 0)
    before: str | None = None
    used: bool = False
    ways: tuple[str, ...] = ()
    at: Position | None = None


class Misplaced(Struct, frozen=True):
    """A statement that was open before the round it was typed into.

    It would have been right in *round*, where silence was taken instead, *before* what
    the story tells there.
    """

    said: Statement
    round: int
    before: str


class Throw(Struct):
    """One roll of *seat* as typed in: the faces not taken yet, *signed* if by signs."""

    seat: int
    faces: list[int]
    used: bool = False
    signed: bool = False

    @property
    def as_typed(self) -> str:
        """The faces as they were typed in."""
        return signs(self.faces) if self.signed else str(self.faces)


class Typed(Struct):
    """A round as typed in, and what of it has been used.

    *abouts* are the words for what its claims are about, each with the kind of event
    that it means, None if it means none: such a claim is not among the *claims*.
    """

    says: list[Statement] = field(default_factory=list[Statement])
    dice: list[Throw] = field(default_factory=list[Throw])
    claims: list[Description] = field(default_factory=list[Description])
    abouts: list[tuple[str, str | None]] = field(
        default_factory=list[tuple[str, str | None]]
    )

    def next_throw(self, who: int) -> Throw | None:
        """Return the next roll of *who* that was typed in, and count it as used."""
        for throw in self.dice:
            if throw.seat == who and not throw.used:
                throw.used = True
                return throw
        return None
