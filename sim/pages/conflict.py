"""The page of one conflict: its story, how everybody stands, and what it was worth."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from sim.analysis.analyse import Record
from sim.analysis.analysis import Analysis
from sim.casting.roster import spec_of
from sim.narration.tale import engine_passages
from sim.pages.command import Command
from sim.pages.render import render
from sim.pages.status import seat_statuses
from sim.pages.telling import Story, tell
from sim.pages.worth import worth_of
from sim.seam.events import ConflictEnded, ConflictStarted, DiceRolled
from sim.spine.words import listed

_OPPOSED = 2
"""The number of sides that stand against each other."""


def conflict_page(
    record: Record,
    analysis: Analysis | None = None,
    *,
    commands: Sequence[Command] = (),
    curve: str = "",
) -> str:
    """Return the page of *record*, told event by event, with its *analysis* if given.

    *commands* say how to see the same in a terminal; *curve* is the command that writes
    the page with the analysis, where this one has none.
    """
    parts = conflict_parts(record, commands=commands)
    if analysis is not None:
        parts["worth"] = worth_of(analysis, len(record.events))
    elif curve:
        parts["curve"] = curve
    return render("conflict.html", **parts)


def conflict_parts(
    record: Record,
    *,
    commands: Sequence[Command] = (),
) -> dict[str, Any]:
    """Return what every page of a conflict shows.

    Raises whatever the rules raise at
    an event that they cannot apply.
    """
    story = tell(record.system, record.scenario, record.events)
    seats = [seat.name for seat in record.seats]
    ended = any(isinstance(event, ConflictEnded) for event in record.events)
    return {
        "title": record.title,
        "about": getattr(record.scenario, "about", "").strip(),
        "conflict": record.conflict,
        "system": record.system.title,
        "players": list(_players(record)),
        "seats": seats,
        "story": story,
        "statuses": seat_statuses(seats, story.statuses),
        "last": len(record.events),
        "ended": ended,
        "lead": _lead(record, story),
        "curve": "",
        "found": {},
        "commands": commands,
        "worth": None,
        "judged": None,
    }


def _players(record: Record) -> Iterator[str]:
    for event in record.events[:1]:
        if isinstance(event, ConflictStarted):
            for passage in engine_passages(event, record.seats, spec_of):
                yield passage.text


def _lead(record: Record, story: Story) -> list[str]:
    """Return who took part, how long it went on, and how it ended: a sentence each."""
    sides: defaultdict[int, list[str]] = defaultdict(list)
    for seat in record.seats:
        if seat.side is not None:
            sides[seat.side].append(seat.name)
    judges = [seat.name for seat in record.seats if seat.side is None]
    who = " against ".join(map(listed, sides.values()))
    said = f"{who} took part" if len(sides) < _OPPOSED else f"It was {who}"
    judged = f"; {listed(judges)} judged" if judges else ""
    throws = sum(isinstance(event, DiceRolled) for event in record.events)
    parts = [_counted(len(record.events), "event"), _counted(throws, "throw of dice")]
    if story.rounds:
        parts.insert(0, _counted(story.rounds, "round"))
    ended = f"{story.ending}." if story.ending else "The record stops before its end."
    return [f"{said}{judged}.", f"It went on for {listed(parts)}.", ended]


def _counted(count: int, what: str) -> str:
    """Return this many of *what*, as in "2 throws of dice"."""
    word, *more = what.split(" ", 1)
    return " ".join([f"{count} {word}{'s' * (count != 1)}", *more])
