"""The transcript of a round that was typed in by answering.

Every answer is written, passes too, so that a reader has nothing to assume. Claims are
rows of the file, with their original words if they do not hold. A claim that an audit
would judge differently, since it knows the end of the round, is a comment.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from sim.audit.finding import Finding
from sim.judge.course import Course, Stretch
from sim.reading.visible import visible
from sim.seam.events import Event
from sim.seam.protocol import Description, RuleSystem
from sim.transcript.claims import SAID, judge_claims
from sim.transcript.lexicon import Lexicon
from sim.transcript.typing import (
    Heading,
    Played,
    heading_text,
    inline_table,
    roll_row,
    round_text,
    rounds_of,
    statement_row,
)


class Claim(Struct, frozen=True):
    """A claim about *round*, made after this many answers (*at*), as a *row* of a file.

    The row is None if no file can express it. *holds* is the verdict at that time,
    *words* are the typed words, *answer* is the sentence of the verdict.
    """

    row: Description | None
    round: int
    at: int
    words: str = ""
    answer: str = ""
    holds: bool = False


def transcript_of(
    system: RuleSystem[Any],
    scenario: Any,  # noqa: ANN401 - each system has its own
    heading: Heading,
    events: Sequence[Event],
    path: Course,
    claims: Sequence[Claim],
) -> str:
    """Return the file of a round: *events* as far as they went, and *claims*."""
    seats = [seat.name for seat in system.seats(scenario)]
    parts = [heading_text(heading)]
    ends = {stretch.number: stretch for stretch in path.rounds}
    for number, played in rounds_of(system, scenario, events).items():
        own = [claim for claim in claims if claim.round == number]
        rows = list(_claims(system, path, ends.get(number), own))
        parts.append(_round(number, played, seats, rows))
    return "\n".join(parts)


def _round(
    number: int, played: Played, seats: Sequence[str], claims: Sequence[str]
) -> str:
    says = [statement_row(seats, said.who, said.words) for said in played.chosen]
    dice = [roll_row(seats, thrown) for thrown in played.thrown]
    return round_text(number, says, dice, claims)


def _claims(
    system: RuleSystem[Any], path: Course, end: Stretch | None, claims: Sequence[Claim]
) -> Iterator[str]:
    """Yield the rows of claims that an audit will judge alike, and comments."""
    rows = _right(
        system, path, end, [claim.row for claim in claims if claim.holds and claim.row]
    )
    yield from dict.fromkeys(
        inline_table(claim) for claim in _not_holding(system, path, end, claims)
    )
    for claim in claims:
        if claim.row in rows:
            rows.remove(claim.row)
            yield inline_table(claim.row)
        elif not claim.holds and is_wrong(system, path, end, claim.row):
            continue
        elif claim.words:
            # A row of a file may not end a comment, nor a comment run on.
            told = f"{claim.words}: {claim.answer}" if claim.answer else claim.words
            yield f"# {visible(told)}".rstrip("}")


def _not_holding(
    system: RuleSystem[Any], path: Course, end: Stretch | None, claims: Sequence[Claim]
) -> Iterator[Description]:
    """Yield the rows of claims that did not hold, with the words they were made in."""
    for claim in claims:
        if not claim.holds and claim.row and is_wrong(system, path, end, claim.row):
            yield claim.row if SAID in claim.row else {**claim.row, SAID: claim.words}


def is_wrong(
    system: RuleSystem[Any], path: Course, end: Stretch | None, row: Description | None
) -> bool:
    """Whether an audit will find that *row*, about the round *end*, does not hold."""
    if end is None or row is None:
        return False
    return bool(_findings(system, path, end, [_with_event_name(Lexicon(system), row)]))


def _with_event_name(lexicon: Lexicon, row: Description) -> Description:
    """Return *row* with the name of the kind of event that it is about."""
    return {**row, "about": lexicon.event("", row["about"]) or row["about"]}


def _findings(
    system: RuleSystem[Any], path: Course, end: Stretch, rows: Sequence[Description]
) -> list[Finding]:
    changed = path.changes.changed
    place = ("", "", 0)
    return judge_claims(system, place, rows, end.happened, end.status, changed=changed)


def _right(
    system: RuleSystem[Any],
    path: Course,
    end: Stretch | None,
    rows: Sequence[Description],
) -> list[Description]:
    """Return those of *rows* that hold at the end of the round, each of them once.

    A status may have changed since it was claimed, and two claims may be about one
    event, where a file has one claim for an event. So each is tried beside the others.
    """
    lexicon = Lexicon(system)
    kept: list[Description] = []
    understood: list[Description] = []
    for row in rows:
        if end is None or row in kept:
            continue
        tried = [*understood, _with_event_name(lexicon, row)]
        if not _findings(system, path, end, tried):
            kept.append(row)
            understood = tried
    return kept
