"""The page of one conflict: its story, how everybody stands, and what it was worth."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sim.analysis.analyse import Record
from sim.analysis.analysis import Analysis
from sim.audit.finding import Finding
from sim.casting.roster import spec_of
from sim.narration.tale import engine_passages
from sim.pages.command import Command
from sim.pages.render import render
from sim.pages.status import seat_statuses
from sim.pages.telling import tell
from sim.pages.worth import worth_of
from sim.seam.events import ConflictEnded, ConflictStarted


def conflict_page(
    record: Record,
    analysis: Analysis | None = None,
    *,
    commands: Sequence[Command] = (),
) -> str:
    """Return the page of *record*, told event by event, with its *analysis* if given.

    *commands* say how to see the same in a terminal.
    """
    parts = conflict_parts(record, commands=commands)
    if analysis is not None:
        parts["worth"] = worth_of(analysis, len(record.events))
    return render("conflict.html", **parts)


def conflict_parts(
    record: Record,
    *,
    commands: Sequence[Command] = (),
    findings: Sequence[Finding] = (),
) -> dict[str, Any]:
    """Return what every page of a conflict shows.

    *findings* of an audit are shown at their events. Raises whatever the rules raise at
    an event that they cannot apply.
    """
    story = tell(record.system, record.scenario, record.events)
    seats = [one.name for one in record.seats]
    found: defaultdict[int, list[Finding]] = defaultdict(list)
    for one in findings:
        found[one.event].append(one)
    first, last = record.events[:1], len(record.events)
    players = [
        passage.text
        for event in first
        if isinstance(event, ConflictStarted)
        for passage in engine_passages(event, record.seats, spec_of)
    ]
    ended = any(isinstance(one, ConflictEnded) for one in record.events)
    return {
        "title": record.title,
        "about": getattr(record.scenario, "about", "").strip(),
        "conflict": record.conflict,
        "system": record.system.title,
        "players": players,
        "seats": seats,
        "story": story,
        "statuses": seat_statuses(seats, story.statuses),
        "last": last,
        "ended": ended,
        "found": found,
        "commands": commands,
        "worth": None,
        "judged": None,
    }
