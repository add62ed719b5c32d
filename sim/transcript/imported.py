"""A transcript to complete, made from the chat log of another program.

Two things become rows: the dice of a seat, and a message that is just the name of a
kind of answer. Everything else becomes a comment in its place, to be completed by
somebody who was there.
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
    """Roller -> the index of its last roll in *dice*."""

    @property
    def rows(self) -> list[str]:
        """All rows of the round."""
        return [*self.says, *self.dice, *self.claims]


class Counts(Struct):
    """How much of a log was understood, and the speakers without a seat.

    *ours* are messages of Fracas that follow from the others by the rules; *changed*
    has a sentence for each message of Fracas that shows other dice than it carries.
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
    unknown).
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
        """The data of the first message of Fracas about the conflict."""
        self.over: bool | None = None
        """Whether a conflict of Fracas is over; None if no message is from Fracas."""

    def rounds(self, heard: Sequence[Entry], first: int) -> dict[int, Imported]:
        """Return the rounds; one begins where a message says "Round 3" or the like."""
        number = first
        rounds = {number: Imported()}
        for entry in heard:
            self.counts.messages += 1
            begun = _ROUND.match(entry.text)
            if begun is not None and int(begun[1]) >= number:
                number = int(begun[1])
                rounds.setdefault(number, Imported())
                if begun.end() == len(entry.text.rstrip(" .:!-")) and not entry.rolls:
                    self._take_over(rounds, entry.carried)
                    continue
            if entry.carried is None:
                self._take(rounds[number], entry)
            elif not self._take_over(rounds, entry.carried, entry):
                self.counts.ours += 1
        if self.over is not None:
            # Fracas writes a heading even for a round in which nobody is asked.
            last = max(rounds)
            rounds = {
                at: round_
                for at, round_ in rounds.items()
                if round_.rows or (self.over and at == last)
            }
        return dict(sorted(rounds.items()))

    def _take_over(
        self,
        rounds: dict[int, Imported],
        carried: Carried | None,
        entry: Entry | None = None,
    ) -> bool:
        """Take over the data that a message *carried*; return whether it had any."""
        if carried is None:
            return False
        self.begun = carried if carried.scenario else self.begun
        self.over = bool(self.over) or carried.over
        for said in carried.answers:
            round_ = rounds.setdefault(said.round, Imported())
            round_.says.append(inline_table({"who": said.who, **said.words}))
            self.counts.answers += 1
        dice = self._shown(carried.dice, entry)
        for rolled in dice:
            round_ = rounds.setdefault(rolled.round, Imported())
            row = dice_row(rolled.who, rolled.faces, fudge=rolled.fudge)
            if rolled.more and rolled.who in round_.last:
                round_.dice[round_.last[rolled.who]] = row
                continue
            if entry is not None and entry.rolls:
                round_.dice.append(_about(entry, entry.rolls[0]))
            round_.last[rolled.who] = len(round_.dice)
            round_.dice.append(row)
            self.counts.rolls += 1
        for claim in carried.claims:
            round_ = rounds.setdefault(claim.round, Imported())
            round_.claims.append(inline_table(claim.words))
        return bool(carried.answers or carried.dice)

    def _shown(
        self, dice: tuple[Rolled, ...], entry: Entry | None
    ) -> tuple[Rolled, ...]:
        """Return the *dice* that a message carried, the last as it shows them.

        A message shows one roll, its own, and may carry earlier ones that no message
        showed. If dice were added to a roll, only these are shown.
        """
        shown = entry.rolls[0].faces if entry is not None and entry.rolls else ()
        if not shown or not dice:
            return dice
        *before, last = dice
        kept = last.faces[: max(0, len(last.faces) - len(shown))] if last.more else ()
        if (*kept, *shown) == last.faces:
            return dice
        displayed, carried = (
            " ".join(map(str, faces)) for faces in (shown, last.faces[len(kept) :])
        )
        self.counts.changed.append(
            f"message {self.counts.messages}, by {last.who}: the dice shown are"
            f" {displayed}, the record says {carried}"
        )
        return (*before, structs.replace(last, faces=(*kept, *shown)))

    def _take(self, round_: Imported, entry: Entry) -> None:
        seat = self._seat(entry.alias)
        if seat is None and entry.alias:
            others = self.counts.others
            others[entry.alias] = others.get(entry.alias, 0) + 1
        if not entry.rolls:
            round_.says.append(self._statement(entry, seat))
            return
        for dice in entry.rolls:
            round_.dice += self._dice(entry, dice, seat)

    def _statement(self, entry: Entry, seat: int | None) -> str:
        kind = self._lexicon.saying(entry.text) if seat is not None else None
        if seat is not None and kind:
            self.counts.answers += 1
            return statement_row(self._seats, seat, {"does": kind})
        self.counts.comments += 1
        return _comment(entry.alias, entry.text)

    def _dice(self, entry: Entry, dice: Dice, seat: int | None) -> list[str]:
        other = self._fudge is not None and dice.fudge != self._fudge
        if seat is None or not dice.faces or other:
            self.counts.comments += 1
            faces = " ".join(str(face) for face in dice.faces)
            about = ", ".join(part for part in (dice.formula, entry.text) if part)
            text = f"{about}: {faces or 'dice nobody can read'}"
            return [_comment(entry.alias, text)]
        self.counts.rolls += 1
        row = dice_row(self._seats[seat], dice.faces, fudge=dice.fudge)
        return [_about(entry, dice), row]

    def _seat(self, alias: str) -> int | None:
        """Return the seat with the name *alias*, or whose name contains it."""
        speaker = plain(alias)
        names = [plain(name) for name in self._seats]
        if speaker in names:
            return names.index(speaker)
        near = [
            index
            for index, name in enumerate(names)
            if f" {name} " in f" {speaker} "
            or (speaker and f" {speaker} " in f" {name} ")
        ]
        return near[0] if len(near) == 1 else None


def imported_transcript(
    heading: Heading, rounds: dict[int, Imported], counts: Counts, source: str
) -> str:
    """Return the transcript of *rounds*, as text."""
    parts = [_help(counts, source, heading.scenario) + heading_text(heading)]
    for number, round_ in rounds.items():
        parts.append(round_text(number, round_.says, round_.dice, round_.claims))
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
    """Return the comment about messages to type in, and how to do that."""
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
    """Return the comment about messages left out, which follow by the rules."""
    if not counts.ours:
        return ""
    return (
        f"# Left out: {counts.ours} that Fracas wrote itself, which follow from the"
        " others by the rules.\n"
    )


def _changed(counts: Counts) -> str:
    """Return a comment for each message that shows other dice than it carries."""
    return "".join(
        f"# {printable(capital(sentence))}. Taken over: those that are shown.\n"
        for sentence in counts.changed
    )


def _without_seat(counts: Counts) -> str:
    """Return the comment on speakers without a seat, the most frequent first."""
    others = sorted(counts.others.items(), key=lambda pair: -pair[1])
    if not others:
        return ""
    named = [f"{printable(alias)[:_NAMED]} ({many})" for alias, many in others]
    more = f" and {len(named) - _MANY} more" if len(named) > _MANY else ""
    return (
        f"# Who speaks there and has no seat of that name: {', '.join(named[:_MANY])}"
        f"{more}.\n"
    )


def _about(entry: Entry, dice: Dice) -> str:
    """Return the comment above a roll: its dice, and the text of the message."""
    about = ", ".join(part for part in (dice.formula, entry.text) if part)
    return _comment(entry.alias, about)


def _comment(alias: str, text: str) -> str:
    text = printable(text)
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    return f"# {printable(alias) or 'nobody'}: {shown or 'nothing'}"
