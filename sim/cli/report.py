"""The tables a run ends with: who won, how it ended, how long it took, what it cost."""

from collections.abc import Sequence

from sim.cli.grid import percent, put_table
from sim.cli.speak import put
from sim.statistics.intervals import Interval
from sim.statistics.summary import Moments, Summary

_WON = """\
A seat won when no other side's return was higher than its own and some side's was
lower; it drew when all were the same. Each seat of a side counts for itself."""


def put_summary(summary: Summary, agents: Sequence[str]) -> None:
    """Print *summary* for people; *agents* are the seats' specs in order."""
    _put_records(summary, agents)
    put(_WON)
    put()
    _put_endings(summary)
    put()
    _put_means(summary)
    put()
    put("Figures in brackets are 95 % intervals.")


def _put_records(summary: Summary, agents: Sequence[str]) -> None:
    """Print how every seat did; the mean return only where it says something new."""
    by_seat = dict(zip(summary.seats, agents, strict=True))
    records = summary.records()
    heads = ["seat", "agent", "won", "drawn", "lost", "wins", "mean return"]
    rows = [
        [
            record.seat.name,
            by_seat[record.seat],
            str(record.won),
            str(record.drawn),
            str(record.lost),
            share(record.win_rate),
            share(record.share),
        ]
        for record in records
    ]
    if all(row[-1] == row[-2] for row in rows):
        heads.pop()
        rows = [row[:-1] for row in rows]
    put_table(heads, rows, words=2)


def _put_endings(summary: Summary) -> None:
    rows = [
        (how, str(times), share(interval)) for how, times, interval in summary.endings()
    ]
    put_table(("how it ended", "conflicts", "share"), rows)


def _put_means(summary: Summary) -> None:
    """Print what was measured; what never happened takes one line for all."""
    rows = [(name, "", *_mean(moments)) for name, moments in summary.clock.items()]
    never: list[str] = []
    for name, each in sorted(summary.tally.items()):
        if not any(moments.most for moments in each):
            never.append(name)
            continue
        rows += [
            (name, seat.name, *_mean(moments))
            for seat, moments in zip(summary.seats, each, strict=True)
            if seat.side is not None
        ]
    heads = ("per conflict", "seat", "mean", "least", "most")
    put_table(heads, rows, words=2)
    if never:
        put(f"never: {', '.join(never)}")


def _mean(moments: Moments) -> tuple[str, str, str]:
    found = moments.mean()
    text = f"{found.value:.2f}"
    if moments.count > 1:
        text += f" [{found.low:.2f}, {found.high:.2f}]"
    return text, str(moments.least), str(moments.most)


def share(interval: Interval) -> str:
    """Return a share with its interval, as percentages."""
    ends = f"[{100 * interval.low:.1f}, {100 * interval.high:.1f}]"
    return f"{percent(interval.value)} {ends}"
