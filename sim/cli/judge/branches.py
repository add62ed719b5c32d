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
    found: Ruled, games: int | None, keeper: Keeper | None, *, as_json: bool
) -> None:
    """Print where other rulings first matter, and their effect."""
    if found.meeting is None and keeper is None:
        _put_where(found, {}, as_json=as_json)
    elif games is not None:
        rows = found.compared(games)
        said: dict[str, object] = {"games": games, "seats": [*map(plain, rows)]}
        _put_where(found, said, as_json=as_json)
        if not as_json:
            put_rows(rows, games)
    else:
        other = found.branch()
        kept = None if keeper is None else keeper.keep(found.change(other))
        was, new = found.recorded(), found.sentences(other.events)
        said = branch_words(found.record, was, new, other)
        _put_where(found, said | ({"kept": kept} if kept else {}), as_json=as_json)
        if not as_json:
            put_beside(found.record, was, new, other)
            if keeper is not None:
                note(keeper.told(kept))


def _put_where(found: Ruled, said: dict[str, object], *, as_json: bool) -> None:
    """Print where the rulings first matter; as JSON with all that is *said*."""
    met, record = found.meeting, found.record
    if as_json:
        head: dict[str, object] = {
            "conflict": record.conflict,
            "rulings": found.rulings,
            "event": None if met is None else met.point.event,
        }
        put_document({**head, **said})
        return
    put(f"{record.title}, conflict {record.conflict}")
    put(f"Instead: {found.ruled}")
    if met is None:
        put("Nothing differs: every answer is offered and all follows as recorded.")
        return
    place = f"event {met.point.event}, round {met.point.round}"
    words = found.in_words()
    put(f"The first difference: {place}: {words}" if words else f"From {place} on")
    put()


def put_rows(rows: Sequence[Difference], games: int) -> None:
    """Print each participant's return in pairs of *games*, and the difference."""
    put(f"Of 100, means of {games} pairs of games with the same dice, interval of 95 %")
    put_table(
        ("seat", "as recorded", "instead", "difference", "interval"),
        [
            (
                one.seat,
                f"{100 * one.recorded:.1f}",
                f"{100 * one.branch:.1f}",
                f"{100 * one.mean:+.1f}",
                f"{100 * one.low:+.1f} to {100 * one.high:+.1f}",
            )
            for one in rows
        ],
    )


def plain(one: Difference) -> dict[str, object]:
    """Return a difference for a program."""
    difference = {"value": one.mean, "low": one.low, "high": one.high}
    return {
        "seat": one.seat,
        "recorded": one.recorded,
        "branch": one.branch,
        "difference": difference,
    }


def branch_words(
    record: Record, was: Sequence[str], new: Sequence[str], other: Branch
) -> dict[str, object]:
    """Return a branch beside what happened, for a program."""
    return {
        "as_recorded": was,
        "branch": new,
        "in_common": _in_common(was, new),
        "how": other.outcome.how,
        "returns": _returns(record, other.outcome.returns),
    }


def put_beside(
    record: Record, was: Sequence[str], new: Sequence[str], other: Branch
) -> None:
    """Print what happened and the branch, the first line that differs marked."""
    same = _in_common(was, new)
    if same == len(was) == len(new) and _ends(record) == _ending(record, other):
        put("Nothing differs: what follows is what was recorded.")
        put(f"  {_ends(record)}")
        return
    # Equal text at the beginning is cut, so that the difference stays visible.
    first = same - _KEPT if same > _LINES - _KEPT else 0
    for title, lines, end in (
        ("As recorded", was, _ends(record)),
        ("In the branch", new, _ending(record, other)),
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


def _in_common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the number of equal lines at the beginning."""
    for number, (here, there) in enumerate(zip(one, other, strict=False)):
        if here != there:
            return number
    return min(len(one), len(other))


def _returns(record: Record, returns: Sequence[float]) -> dict[str, float]:
    return {
        seat.name: returns[place]
        for place, seat in enumerate(record.seats)
        if seat.side is not None
    }


def _ending(record: Record, other: Branch) -> str:
    got = _returns(record, other.outcome.returns)
    return f"Ended: {spelt(other.outcome.how)}; {returned(got)}"


def _ends(record: Record) -> str:
    for one in record.events:
        if type(one) in ENGINE and isinstance(one, ConflictEnded):
            got = _returns(record, one.returns)
            return f"Ended: {spelt(one.how)}; {returned(got)}"
    return "Here the record stops."
