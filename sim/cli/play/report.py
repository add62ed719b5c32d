"""The tables of a run: wins and returns, endings, lengths, what was counted."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from math import inf

from sim.casting.roster import spec_of
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put
from sim.conflict.play import ENGINE_ENDINGS
from sim.conflict.stream import spelt
from sim.seam.events import SeatTaken
from sim.statistics.counts import QUARTILES, Counts
from sim.statistics.intervals import Interval
from sim.statistics.records import Record
from sim.statistics.summary import Summary
from sim.statistics.words import figure, share

WORDS = """\
won: no side got more, and some side got less; drawn: every side got the same.
A side gets the mean of what its seats get. return: the mean of what the endings
give, from 0 (lost) to 1 (obtained what was intended)."""
_BARS = " ▁▂▃▄▅▆▇█"
_COLUMNS = 12
_TENS = 10
_ENOUGH = 10
"""With fewer games the interval of a count may go below zero, so none is printed."""
_AGENT = 32
"""Longest agent spec in a table."""
LISTED_AGENT = 20
"""Longest agent spec in a list of runs, which has more columns."""
_SEED = 16
"""Longest seed in a list."""


def put_summary(
    summary: Summary, agents: Sequence[str], endings: Mapping[str, str]
) -> None:
    """Print *summary* for people.

    *agents* are the seats' specs in order, *endings* says what each ending means.
    """
    put_records(summary, agents)
    put(WORDS)
    for sentence in dearer_wins(summary.sides()):
        put(sentence)
    put()
    _put_endings(summary, endings)
    put()
    put_counts(summary)
    put()
    put_brackets(summary.games)


def put_brackets(games: int) -> None:
    """Print what the brackets in a summary of *games* conflicts mean."""
    few = f"; what is counted has none below {_ENOUGH} games" * (games < _ENOUGH)
    put(f"Figures in brackets are 95 % intervals, each for its own row{few}.")


def dearer_wins(sides: Sequence[Record]) -> list[str]:
    """Return a remark if a side won less often than another and got more on average."""
    for one, other in permutations(sides, 2):
        if one.win.value < other.win.value and one.returns.value > other.returns.value:
            here, there = (
                ", ".join(side.seats) if len(side.seats) == 1 else side.side
                for side in (one, other)
            )
            sentence = (
                f"{here} won less often than {there} and got more in the mean: a win"
                " counts as one whatever it gives, and a loser may still get something."
            )
            return [sentence]
    return []


def put_records(summary: Summary, agents: Sequence[str]) -> None:
    """Print wins and returns of every side, and of its seats if it has several."""
    names = [seat.name for seat in summary.seats]
    by_seat = dict(zip(names, map(brief_agent, agents), strict=True))
    heads = ("won", "drawn", "lost", "wins", "return")
    sides, seats = summary.sides(), summary.records()
    if len(seats) > len(sides):
        rows = [
            (one.side, ", ".join(by_seat[name] for name in one.seats), *_record(one))
            for one in sides
        ]
        put_table(("side", "agents", *heads), rows, words=2)
        put()
    named = any(one.side != one.seat for one in seats)
    members = [
        ((one.side,) * named + (one.seat, by_seat[one.seat], *_record(one)))
        for one in seats
    ]
    who = ("side",) * named + ("seat", "agent")
    put_table((*who, *heads), members, words=len(who))
    put_long_agents(zip(names, agents, strict=True))


def brief_agent(spec: str, longest: int = _AGENT) -> str:
    """Return an agent's *spec*, without its settings if it is too long for a table."""
    return spec if len(spec) <= longest else f"{spec.partition(':')[0]}:..."


def brief_seed(seed: str) -> str:
    """Return the start of a long seed; `list STORE ID` and `--json` have all of it."""
    return seed if len(seed) <= _SEED else f"{seed[: _SEED - 3]}..."


def agent_called(taken: SeatTaken) -> str:
    """Return the name of a seat's agent as a table has it."""
    return brief_agent(spec_of(taken))


def put_long_agents(played: Iterable[tuple[str, str]], longest: int = _AGENT) -> None:
    """Print in full the specs too long for the table; *played* are (row, agent)."""
    by_spec: dict[str, dict[str, None]] = {}
    for row, spec in played:
        by_spec.setdefault(spec, {})[row] = None
    for spec, rows in by_spec.items():
        if len(spec) > longest:
            put(f"by {spec}: {', '.join(rows)}")


def _record(one: Record) -> tuple[str, ...]:
    counts = (str(one.won), str(one.drawn), str(one.lost))
    return (*counts, share(one.win), figure(one.returns))


def _put_endings(summary: Summary, endings: Mapping[str, str]) -> None:
    meanings = {**ENGINE_ENDINGS, **endings}
    rows = [
        (spelt(how), str(times), share(interval), meanings.get(how, ""))
        for how, times, interval in summary.endings()
    ]
    put_table(("how it ended", "conflicts", "share", "which means"), rows, remark=True)


def put_counts(
    summary: Summary, per: str = "per conflict", *, zeros: bool = True
) -> None:
    """Print the counts; those that are always zero share one line, or are left out."""
    rows = [(name, "", *_counted(counts)) for name, counts in summary.clock.items()]
    never: list[str] = []
    for name, each in sorted(summary.tally.items()):
        by_seat = [
            (seat.name, counts)
            for seat, counts in zip(summary.seats, each, strict=True)
            if seat.side is not None
        ]
        rows += [(name, seat, *_counted(one)) for seat, one in by_seat if one.most]
        none = [seat for seat, one in by_seat if not one.most]
        if none:
            who = f" ({', '.join(none)})" if len(none) < len(by_seat) else ""
            never.append(name + who)
    heads = (per, "seat", "mean", "median (quartiles)", "from least to most")
    put_table(heads, rows, words=2)
    if never and zeros:
        put(f"never: {', '.join(never)}")


def _counted(counts: Counts) -> tuple[str, ...]:
    low, median, high = (counts.quantile(share) for share in QUARTILES)
    if counts.games > 1 and counts.least == counts.most:
        return (f"always {median}", "", "")
    ends = f"{counts.least} {histogram(counts)} {counts.most}"
    mean = counts.mean()
    if counts.games < _ENOUGH:
        mean = Interval(mean.value, -inf, inf)
    return (figure(mean), f"{median} ({low}, {high})", ends)


def histogram(counts: Counts) -> str:
    """Return a histogram of *counts* as one line of bars, from least to most."""
    if counts.least is None or counts.most is None:
        return ""
    columns = min(_COLUMNS, counts.most - counts.least + 1)
    heights = [0] * columns
    for value, times in counts.times.items():
        place = (value - counts.least) * columns // (counts.most - counts.least + 1)
        heights[place] += times
    tallest = max(heights)
    return "".join(
        _BARS[-(-height * (len(_BARS) - 1) // tallest)] for height in heights
    )
