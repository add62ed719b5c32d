"""A transcript to complete, made from the chat log of another program.

What was understood becomes a row: the dice of a seat, and a message that is just the
name of a kind of answer. Everything else becomes a comment in its place, for the person
who was there.
"""

import re
from collections.abc import Sequence

from msgspec import Struct, field, structs

from sim.reading.words import plain
from sim.spine.words import capital
from sim.transcript.carried import Carried, Rolled
from sim.transcript.foundry import Dice, Entry, printable
from sim.transcript.lexicon import Lexicon
from sim.transcript.typing import (
    Heading,
    dice_row,
    heading_text,
    inline_table,
    round_text,
    statement_row,
)

_ROUND = re.compile(r"\W*round\s+(\d{1,4})\b", re.IGNORECASE)
_SHOWN = 400
"""The longest message that is shown whole."""
_MANY, _NAMED = 8, 40
"""The most speakers without a seat that are named, and the longest name."""


class Imported(Struct):
    """A round of the log: statements, rolls and claims as rows of a file."""

    says: list[str] = field(default_factory=list[str])
    dice: list[str] = field(default_factory=list[str])
    claims: list[str] = field(default_factory=list[str])
    last: dict[str, int] = field(default_factory=dict[str, int])
    """Where the last roll of each roller stands among the dice."""

    @property
    def rows(self) -> list[str]:
        """All rows of it."""
        return [*self.says, *self.dice, *self.claims]


class Counts(Struct):
    """How much of a log was understood, and the speakers without a seat.

    *ours* are messages of Fracas that tell what follows from the others; *changed* are
    sentences on messages of ours that show other dice than they carry.
    """

    messages: int = 0
    rolls: int = 0
    answers: int = 0
    comments: int = 0
    ours: int = 0
    others: dict[str, int] = field(default_factory=dict[str, int])
    changed: list[str] = field(default_factory=list[str])


class Importer:
    """Turns messages into rounds, for the *seats* of a conflict.

    *lexicon* recognises answers, *fudge* says whether the dice are Fudge dice (None if
    unknown), *first* is the number of its first round.
    """

    def __init__(
        self,
        seats: Sequence[str],
        lexicon: Lexicon,
        *,
        fudge: bool | None,
    ) -> None:
        self._seats = seats
        self._lexicon = lexicon
        self._fudge = fudge
        self.counts = Counts()
        self.begun = Carried()
        """What the first message of ours says of the conflict."""
        self.over: bool | None = None
        """Whether a conflict of ours is over; None if no message is ours."""

    def rounds(self, heard: Sequence[Entry], first: int) -> dict[int, Imported]:
        """Return the rounds; one begins where a message says "Round 3" or the like."""
        number = first
        found = {number: Imported()}
        for one in heard:
            self.counts.messages += 1
            begun = _ROUND.match(one.text)
            if begun is not None and int(begun[1]) >= number:
                number = int(begun[1])
                found.setdefault(number, Imported())
                if begun.end() == len(one.text.rstrip(" .:!-")) and not one.rolls:
                    self._take_over(found, one.carried)
                    continue
            if one.carried is None:
                self._take(found[number], one)
            elif not self._take_over(found, one.carried, one):
                self.counts.ours += 1
        if self.over is not None:
            # Of ours each round has a heading, also where nobody was asked anything.
            last = max(found)
            found = {
                at: one
                for at, one in found.items()
                if one.rows or (self.over and at == last)
            }
        return dict(sorted(found.items()))

    def _take_over(
        self,
        found: dict[int, Imported],
        carried: Carried | None,
        one: Entry | None = None,
    ) -> bool:
        """Take over what a message *carried*; return whether that was anything."""
        if carried is None:
            return False
        self.begun = carried if carried.scenario else self.begun
        self.over = bool(self.over) or carried.over
        for said in carried.answers:
            here = found.setdefault(said.round, Imported())
            here.says.append(inline_table({"who": said.who, **said.words}))
            self.counts.answers += 1
        dice = self._shown(carried.dice, one)
        for fell in dice:
            here = found.setdefault(fell.round, Imported())
            taken = dice_row(fell.who, fell.faces, fudge=fell.fudge)
            if fell.more and fell.who in here.last:
                here.dice[here.last[fell.who]] = taken
                continue
            if one is not None and one.rolls:
                here.dice.append(_about(one, one.rolls[0]))
            here.last[fell.who] = len(here.dice)
            here.dice.append(taken)
            self.counts.rolls += 1
        for claim in carried.claims:
            here = found.setdefault(claim.round, Imported())
            here.claims.append(inline_table(claim.words))
        return bool(carried.answers or carried.dice)

    def _shown(self, dice: tuple[Rolled, ...], one: Entry | None) -> tuple[Rolled, ...]:
        """Return the *dice* that a message carried, the last as it shows them.

        A message tells one roll, its own, and may bring earlier ones that nobody told.
        Of a roll to which dice were added it shows those that were added.
        """
        shown = one.rolls[0].faces if one is not None and one.rolls else ()
        if not shown or not dice:
            return dice
        *before, last = dice
        kept = last.faces[: max(0, len(last.faces) - len(shown))] if last.more else ()
        if (*kept, *shown) == last.faces:
            return dice
        told, carried = (
            " ".join(map(str, faces)) for faces in (shown, last.faces[len(kept) :])
        )
        self.counts.changed.append(
            f"message {self.counts.messages}, by {last.who}: the dice shown are {told},"
            f" the record says {carried}"
        )
        return (*before, structs.replace(last, faces=(*kept, *shown)))

    def _take(self, here: Imported, one: Entry) -> None:
        seat = self._seat(one.alias)
        if seat is None and one.alias:
            others = self.counts.others
            others[one.alias] = others.get(one.alias, 0) + 1
        if not one.rolls:
            here.says.append(self._statement(one, seat))
            return
        for dice in one.rolls:
            here.dice += self._dice(one, dice, seat)

    def _statement(self, one: Entry, seat: int | None) -> str:
        kind = self._lexicon.saying(one.text) if seat is not None else None
        if seat is not None and kind:
            self.counts.answers += 1
            return statement_row(self._seats, seat, {"does": kind})
        self.counts.comments += 1
        return _comment(one.alias, one.text)

    def _dice(self, one: Entry, dice: Dice, seat: int | None) -> list[str]:
        other = self._fudge is not None and dice.fudge != self._fudge
        if seat is None or not dice.faces or other:
            self.counts.comments += 1
            faces = " ".join(str(face) for face in dice.faces)
            about = ", ".join(part for part in (dice.formula, one.text) if part)
            told = f"{about}: {faces or 'dice nobody can read'}"
            return [_comment(one.alias, told)]
        self.counts.rolls += 1
        taken = dice_row(self._seats[seat], dice.faces, fudge=dice.fudge)
        return [_about(one, dice), taken]

    def _seat(self, alias: str) -> int | None:
        """Return the seat with the name *alias*, or whose name contains it."""
        said = plain(alias)
        names = [plain(name) for name in self._seats]
        if said in names:
            return names.index(said)
        near = [
            index
            for index, name in enumerate(names)
            if f" {name} " in f" {said} " or (said and f" {said} " in f" {name} ")
        ]
        return near[0] if len(near) == 1 else None


def imported_transcript(
    heading: Heading, rounds: dict[int, Imported], counts: Counts, source: str
) -> str:
    """Return the transcript of *rounds*, as text."""
    parts = [_help(counts, source, heading.scenario) + heading_text(heading)]
    for number, one in rounds.items():
        parts.append(round_text(number, one.says, one.dice, one.claims))
    return "\n".join(parts)


def _help(counts: Counts, source: str, scenario: str) -> str:
    rolls = f"{counts.rolls} {'roll' if counts.rolls == 1 else 'rolls'}"
    answers = f"{counts.answers} {'answer' if counts.answers == 1 else 'answers'}"
    return (
        f"# From {printable(source)}, a chat log of Foundry of {counts.messages}"
        f" messages. Taken over: {rolls}, {answers}.\n"
        f"{_follows(counts)}"
        f"{_changed(counts)}"
        f"{_not_understood(counts, scenario)}"
        f"{_without_seat(counts)}"
    )


def _not_understood(counts: Counts, scenario: str) -> str:
    """Return how many messages are to be typed in, and how that is done."""
    if not counts.comments and counts.changed:
        return ""
    if not counts.comments and counts.ours:
        return "# All of it was understood.\n"
    return (
        f"# Not understood: {counts.comments}, which stand as comments where they were"
        " said. Type in what they mean,\n"
        "# and move what stands in the wrong round. What may be typed:"
        f" fracas transcript {printable(scenario)}\n"
    )


def _follows(counts: Counts) -> str:
    """Return how many messages were left out, since the rules say the same."""
    if not counts.ours:
        return ""
    return (
        f"# Left out: {counts.ours} that Fracas wrote itself, which follow from the"
        " others by the rules.\n"
    )


def _changed(counts: Counts) -> str:
    """Return which messages show other dice than they carry."""
    return "".join(
        f"# {printable(capital(one))}. Taken over: those that are shown.\n"
        for one in counts.changed
    )


def _without_seat(counts: Counts) -> str:
    """Return the speakers without a seat, the most frequent first."""
    others = sorted(counts.others.items(), key=lambda one: -one[1])
    if not others:
        return ""
    named = [f"{printable(alias)[:_NAMED]} ({many})" for alias, many in others]
    more = f" and {len(named) - _MANY} more" if len(named) > _MANY else ""
    return (
        f"# Who speaks there and has no seat of that name: {', '.join(named[:_MANY])}"
        f"{more}.\n"
    )


def _about(one: Entry, dice: Dice) -> str:
    """Return the comment above a roll: which dice, and what was said of them."""
    about = ", ".join(part for part in (dice.formula, one.text) if part)
    return _comment(one.alias, about)


def _comment(alias: str, text: str) -> str:
    text = printable(text)
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    return f"# {printable(alias) or 'nobody'}: {shown or 'nothing'}"
