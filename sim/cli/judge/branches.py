"""Print a branch of `fracas whatif` beside what happened, and pairs of games."""

from collections.abc import Sequence

from sim.analysis.analyse import Record
from sim.analysis.ruled import Ruled
from sim.analysis.whatif import Branch, Difference
from sim.cli.options.keeper import Keeper
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import note, put, put_document
from sim.conflict.replay import ENGINE
from sim.conflict.stream import returned, spelt
from sim.seam.events import ConflictEnded

_LINES, _KEPT = 14, 2


def put_ruled(
    ruled: Ruled, games: int | None, keeper: Keeper | None, *, as_json: bool
) -> None:
    """Print where other rulings first matter, and their effect."""
    if ruled.meeting is None and keeper is None:
        _put_where(ruled, {}, as_json=as_json)
    elif games is not None:
        rows = ruled.compared(games)
        said: dict[str, object] = {"games": games, "seats": [*map(plain, rows)]}
        _put_where(ruled, said, as_json=as_json)
        if not as_json:
            put_rows(rows, games)
    else:
        branch = ruled.branch()
        kept = None if keeper is None else keeper.keep(ruled.change(branch))
        was, new = ruled.recorded(), ruled.sentences(branch.events)
        said = branch_words(ruled.record, was, new, branch)
        _put_where(ruled, said | ({"kept": kept} if kept else {}), as_json=as_json)
        if not as_json:
            put_beside(ruled.record, was, new, branch)
            if keeper is not None:
                note(keeper.replay_command(kept))


def _put_where(ruled: Ruled, said: dict[str, object], *, as_json: bool) -> None:
    """Print where the rulings first matter; as JSON with all that is *said*."""
    met, record = ruled.meeting, ruled.record
    if as_json:
        head: dict[str, object] = {
            "conflict": record.conflict,
            "rulings": ruled.rulings,
            "event": None if met is None else met.point.event,
        }
        put_document({**head, **said})
        return
    put(f"{record.title}, conflict {record.conflict}")
    put(f"Instead: {ruled.ruled}")
    if met is None:
        put("Nothing differs: every answer is offered and all follows as recorded.")
        return
    place = f"event {met.point.event}, round {met.point.round}"
    words = ruled.in_words()
    put(f"The first difference: {place}: {words}" if words else f"From {place} on")
    put()


def put_rows(rows: Sequence[Difference], games: int) -> None:
    """Print each participant's return in pairs of *games*, and the difference."""
    put(f"Of 100, means of {games} pairs of games with the same dice, interval of 95 %")
    put_table(
        ("seat", "as recorded", "instead", "difference", "interval"),
        [
            (
                row.seat,
                f"{100 * row.recorded:.1f}",
                f"{100 * row.branch:.1f}",
                f"{100 * row.mean:+.1f}",
                f"{100 * row.low:+.1f} to {100 * row.high:+.1f}",
            )
            for row in rows
        ],
    )


def plain(row: Difference) -> dict[str, object]:
    """Return a difference for a program."""
    difference = {"value": row.mean, "low": row.low, "high": row.high}
    return {
        "seat": row.seat,
        "recorded": row.recorded,
        "branch": row.branch,
        "difference": difference,
    }


def branch_words(
    record: Record, was: Sequence[str], new: Sequence[str], branch: Branch
) -> dict[str, object]:
    """Return a branch beside what happened, for a program."""
    return {
        "as_recorded": was,
        "branch": new,
        "in_common": _in_common(was, new),
        "how": branch.outcome.how,
        "returns": _returns(record, branch.outcome.returns),
    }


def put_beside(
    record: Record, was: Sequence[str], new: Sequence[str], branch: Branch
) -> None:
    """Print what happened and the branch, the first line that differs marked."""
    same = _in_common(was, new)
    if same == len(was) == len(new) and _ends(record) == _ending(record, branch):
        put("Nothing differs: what follows is what was recorded.")
        put(f"  {_ends(record)}")
        return
    # Equal text at the beginning is cut, so that the difference stays visible.
    first = same - _KEPT if same > _LINES - _KEPT else 0
    for title, lines, end in (
        ("As recorded", was, _ends(record)),
        ("In the branch", new, _ending(record, branch)),
    ):
        put(title)
        if first:
            put(f"  ... {first} lines that are the same")
        for number, line in enumerate(lines[first : first + _LINES], first):
            put(f"{'>' if number == same else ' '} {line}")
        if len(lines) > first + _LINES:
            put(f"  ... and {len(lines) - first - _LINES} more")
        put(f"  {end}")
        put()


def _in_common(first: Sequence[str], second: Sequence[str]) -> int:
    """Return the number of equal lines at the beginning."""
    for number, (line, other_line) in enumerate(zip(first, second, strict=False)):
        if line != other_line:
            return number
    return min(len(first), len(second))


def _returns(record: Record, returns: Sequence[float]) -> dict[str, float]:
    return {
        seat.name: returns[place]
        for place, seat in enumerate(record.seats)
        if seat.side is not None
    }


def _ending(record: Record, branch: Branch) -> str:
    got = _returns(record, branch.outcome.returns)
    return f"Ended: {spelt(branch.outcome.how)}; {returned(got)}"


def _ends(record: Record) -> str:
    for event in record.events:
        if type(event) in ENGINE and isinstance(event, ConflictEnded):
            got = _returns(record, event.returns)
            return f"Ended: {spelt(event.how)}; {returned(got)}"
    return "Here the record stops."
