"""The table of conflicts that `fracas show` and `list` print: a row for each."""

from collections.abc import Iterable, Sequence
from typing import Any

from sim.cli.look.runs import branch_as_object
from sim.cli.terminal.grid import put_table
from sim.conflict.stream import Line, numeral, spelt
from sim.spine.words import listed
from sim.store.events import RunStarted, conflict_stream

_WIDE = 80
_GAP = 2
_ID, _ENDING = 12, 10
"""How wide an id and a broken ending are, more or less."""


def put_lines(
    run: RunStarted,
    lines: Iterable[Line],
    by: str = "",
    amounts: Sequence[float] = (),
) -> None:
    """Print *lines* of *run*, each with the amount that it is sorted *by*.

    What each seat got has a column; where there are too many seats for 80 columns, one
    text says it of all.
    """
    seats = [seat.seat for seat in run.seats]
    own = [] if by in {"", "rounds", "events", *seats} else [by]
    apart = _fits([*seats, "rounds", "events", *own])
    columns = seats if apart else []
    rows = (
        (
            conflict_stream(run.run, line.game),
            spelt(line.how),
            *(numeral(amount) for amount in line.returns[: len(columns)]),
            str(line.rounds),
            str(line.events),
            *(numeral(amounts[place]) for _ in own),
            *([] if apart else [_returns_in_words(seats, line)]),
        )
        for place, line in enumerate(lines)
    )
    heads = ["conflict", "how it ended", *columns, "rounds", "events", *own]
    if not apart:
        heads.append("who got what")
    put_table(heads, rows, words=2, remark=not apart)


def _fits(heads: Sequence[str]) -> bool:
    """Whether columns under *heads*, broken between words, fit beside the first two."""
    least = [max(map(len, head.split())) for head in heads]
    return _ID + _ENDING + sum(least) + _GAP * (len(heads) + 1) <= _WIDE


def _returns_in_words(seats: Sequence[str], line: Line) -> str:
    """Return what everybody got in words, those who got the most first."""
    got: dict[float, list[str]] = {}
    for seat, amount in zip(seats, line.returns, strict=True):
        got.setdefault(amount, []).append(seat)
    return "; ".join(
        f"{listed(names)} {numeral(amount)}"
        for amount, names in sorted(got.items(), reverse=True)
    )


def line_as_object(run: RunStarted, line: Line) -> dict[str, Any]:
    """Return what `fracas show` says of a conflict, for a program."""
    seats = [seat.seat for seat in run.seats]
    return {
        "conflict": conflict_stream(run.run, line.game),
        "how": line.how,
        "returns": dict(zip(seats, line.returns, strict=True)),
        "rounds": line.rounds,
        "events": line.events,
        "decisions": line.decisions,
        "measures": {
            name: dict(zip(seats, totals, strict=True))
            for name, totals in line.tally.items()
        },
        "seal": line.seal.hex(),
    } | ({} if run.branch is None else {"branch": branch_as_object(run.branch)})
