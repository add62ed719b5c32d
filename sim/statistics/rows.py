"""A conflict as rows of a table: one for each seat, with named columns."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from sim.conflict.stream import Line, spelt
from sim.seam.protocol import SeatInfo
from sim.statistics.records import Result, results

COLUMNS: dict[str, type] = {
    "run": str,
    "title": str,
    "system": str,
    "seed": str,
    "game": int,
    "seat": str,
    "side": str,
    "agent": str,
    "how": str,
    "return": float,
    "won": int,
    "drawn": int,
    "lost": int,
    "rounds": int,
    "events": int,
    "decisions": int,
}
"""The columns of every run; a column of whole numbers for each measure follows."""


def flat(words: Mapping[str, Any]) -> dict[str, Any]:
    """Return *words* as one row: a table within it becomes columns of its own.

    The `value` of one is the column itself, the rest stands behind it: `score_low`.
    """
    row: dict[str, Any] = {}
    for name, item in words.items():
        if not isinstance(item, dict):
            row[name] = item
            continue
        for part, value in flat(cast("dict[str, Any]", item)).items():
            row[name if part == "value" else f"{name}_{part}"] = value
    return row


def seat_rows(
    seats: Sequence[SeatInfo], agents: Sequence[str], line: Line
) -> Iterator[dict[str, Any]]:
    """Yield a row for each participant of the conflict that *line* sums up.

    What is the same in the whole run, `run` to `seed`, is for the caller to add.
    """
    fared = results(line.returns, seats)
    for index, (seat, agent) in enumerate(zip(seats, agents, strict=True)):
        if seat.side is None:
            continue
        yield {
            "game": line.game + 1,
            "seat": seat.name,
            "side": seat.side_named,
            "agent": agent,
            "how": spelt(line.how),
            "return": line.returns[index],
            "won": int(fared[seat.side] is Result.WON),
            "drawn": int(fared[seat.side] is Result.DRAWN),
            "lost": int(fared[seat.side] is Result.LOST),
            "rounds": line.rounds,
            "events": line.events,
            "decisions": line.decisions,
            **{name: totals[index] for name, totals in line.tally.items()},
        }
