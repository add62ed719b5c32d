"""A round as it was typed in, with seats instead of names, and what is used of it."""

from typing import Any

from msgspec import Struct, field

from sim.dice.pool import Die
from sim.reading.words import fudge_signs
from sim.seam.protocol import Decision, Description


def faces_in_words(die: Die) -> str:
    """Return what *die* can show: "+, 0 or -", or "1 to 6"."""
    if (die.low, die.high) == (-1, 1):
        return "+, 0 or -"
    return f"{die.low} to {die.high}"


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
    """What *seat* said; *allow* is why the table allowed it, "" if it was legal.

    *sentence* is its text, if that is not the name of a kind of answer. *place* is the
    round it was typed into and its index there, *line* its line in the file, or 0;
    *before* is the line of the story at
    the place it was moved to. *at* is the moment when it was used. *ways* are the
    options it may mean, if it is ambiguous.
    """

    seat: int
    words: Description
    allow: str = ""
    sentence: str = ""
    place: tuple[int, int] = (0, 0)
    line: int = 0
    before: str | None = None
    used: bool = False
    ways: tuple[str, ...] = ()
    at: Position | None = None


class Misplaced(Struct, frozen=True):
    """A statement that was open before the round it was typed into.

    It would have been right in *round*, where the seat was silent, *before* that line
    of the story.
    """

    said: Statement
    round: int
    before: str


class Throw(Struct):
    """One roll of *seat* as typed in: its unused faces, *signed* if + 0 -."""

    seat: int
    faces: list[int]
    used: bool = False
    signed: bool = False

    @property
    def as_typed(self) -> str:
        """The faces as they were typed in."""
        return fudge_signs(self.faces) if self.signed else str(self.faces)


class Typed(Struct):
    """A round as typed in, and what of it has been used.

    *abouts* are the subjects of its claims, the kinds of event they mean and their
    lines; None means that a subject was not understood, and its claims are not among
    *claims*, of which *claim_lines* are the lines.
    """

    says: list[Statement] = field(default_factory=list[Statement])
    dice: list[Throw] = field(default_factory=list[Throw])
    claims: list[Description] = field(default_factory=list[Description])
    claim_lines: list[int] = field(default_factory=list[int])
    abouts: list[tuple[str, str | None, int]] = field(
        default_factory=list[tuple[str, str | None, int]]
    )

    def next_throw(self, who: int) -> Throw | None:
        """Return the next unused roll of *who*, and mark it as used."""
        for throw in self.dice:
            if throw.seat == who and not throw.used:
                throw.used = True
                return throw
        return None
