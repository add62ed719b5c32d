"""The tables of a run: wins and returns, endings, lengths, what was counted."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from math import inf

from sim.casting.roster import spec_of
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_prose
from sim.conflict.play import ENGINE_ENDINGS
from sim.conflict.stream import spelt
from sim.seam.events import SeatTaken
from sim.spine.words import counted
from sim.statistics.counts import QUARTILES, Counts
from sim.statistics.intervals import Interval
from sim.statistics.records import Record
from sim.statistics.summary import Summary
from sim.statistics.words import figure, share

WON = "won: no side got more, and some side got less; drawn: every side got the same."
RETURN = (
    "return: the mean of what the endings give, from 0 (lost) to 1 (obtained what was"
    " intended)"
)
SHARED = "; of a side, that of its seats"
ALONE = "Where there is one side, more than one half is won."
_BARS = " ▁▂▃▄▅▆▇█"
_COLUMNS = 12
_TENS = 10
_ENOUGH = 10
"""With fewer games the interval of a count may go below zero, so none is printed."""
_ENDINGS = 5
"""The most endings that are listed."""
_AGENT = 24
"""Longest agent spec in a table."""
LISTED_AGENT = 20
"""Longest agent spec in a list of runs, which has more columns."""
_TOLD_AGENT = 48
"""Longest agent spec at the beginning of a story."""
_SEED = 16
"""Longest seed in a list."""


def put_course(summary: Summary, endings: Mapping[str, str]) -> None:
    """Print how conflicts ended and how long they were; *endings* says what they mean.

    Rare endings are counted, not listed: `put_counts` belongs to a second screen too.
    """
    meanings = {**ENGINE_ENDINGS, **endings}
    ways = summary.endings()
    rows = [
        (spelt(how), share(interval), meanings.get(how, ""))
        for how, _, interval in ways[:_ENDINGS]
    ]
    put_table(("how it ended", "share", "which means"), rows, remark=True)
    if rest := ways[_ENDINGS:]:
        times = sum(times for _, times, _ in rest)
        names = ", ".join(f"{spelt(how)} {times}" for how, times, _ in rest)
        put(f"{times} more in rarer ways: {names}")
    put(_length(summary))


def _length(summary: Summary) -> str:
    """Return how long conflicts were: medians, and quartiles where they differ."""
    said = [
        f"{median} ({low}, {high}) {name}"
        if low != high
        else counted(median or 0, name.removesuffix("s"))
        for name, counts in summary.clock.items()
        for low, median, high in [[counts.quantile(share) for share in QUARTILES]]
    ]
    quartiles = " (quartiles)" * any("(" in part for part in said)
    return f"median{quartiles}: {', '.join(said)}"


def put_result(summary: Summary, agents: Sequence[str], *notes: str) -> None:
    """Print who won how often and what that means: the last of the first screen.

    *agents* are the seats' specs in order; *notes* come after what words mean.
    """
    put_records(summary, agents)
    sides = summary.sides()
    shared = SHARED * any(len(side.seats) > 1 for side in sides)
    alone = [ALONE] * (len(sides) == 1)
    words = (WON, f"{RETURN}{shared}.", *alone, *notes, brackets(summary.games))
    put_prose(" ".join(words))
    for sentence in dearer_wins(sides):
        put_prose(sentence)


def brackets(games: int) -> str:
    """Return what the brackets in a summary of *games* conflicts mean."""
    few = f"; what is counted has none below {_ENOUGH} games" * (games < _ENOUGH)
    return f"Figures in brackets are 95 % intervals, each for its own row{few}."


def dearer_wins(sides: Sequence[Record]) -> list[str]:
    """Return a remark if a side won less often than another and got more on average."""
    for first, second in permutations(sides, 2):
        if (
            first.win.value < second.win.value
            and first.returns.value > second.returns.value
        ):
            first_name, second_name = (
                ", ".join(side.seats) if len(side.seats) == 1 else side.side
                for side in (first, second)
            )
            sentence = (
                f"{first_name} won less often than {second_name} and got more on"
                " average: a win counts as one whatever it gives, and a loser may still"
                " get something."
            )
            return [sentence]
    return []


def put_records(summary: Summary, agents: Sequence[str]) -> None:
    """Print wins and returns of every side, and of its seats where they differ."""
    names = [seat.name for seat in summary.seats]
    by_seat = dict(zip(names, map(brief_agent, agents), strict=True))
    sides, seats = summary.sides(), summary.records()
    rows: list[tuple[str, ...]] = []
    for side in sides:
        members = [record for record in seats if record.seat in side.seats]
        rows += _side(side, members, by_seat)
    who = "side, seat" if len(seats) > len(sides) else "seat"
    heads = (who, "agent", "won", "drawn", "lost", "wins", "return")
    put_table(heads, rows, words=2)
    put_long_agents(zip(names, agents, strict=True))


def _side(
    side: Record, members: Sequence[Record], agents: Mapping[str, str]
) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a side: one where its *members* all did as the side did."""
    figures = _record(side)
    if len(members) == 1:
        yield (members[0].seat, agents[members[0].seat], *figures)
    elif all(_record(member) == figures for member in members):
        played = dict.fromkeys(agents[member.seat] for member in members)
        yield (f"{side.side}: {', '.join(side.seats)}", ", ".join(played), *figures)
    else:
        yield (side.side, "", *figures)
        for member in members:
            yield (f"  {member.seat}", agents[member.seat], *_record(member))


def brief_agent(spec: str, longest: int = _AGENT) -> str:
    """Return an agent's *spec*, without its settings if it is too long for a table."""
    return spec if len(spec) <= longest else f"{spec.partition(':')[0]}:..."


def brief_seed(seed: str) -> str:
    """Return the start of a long seed; `list STORE ID` and `--json` have all of it."""
    return seed if len(seed) <= _SEED else f"{seed[: _SEED - 3]}..."


def agent_called(taken: SeatTaken) -> str:
    """Return a seat's agent as a story names it, without settings of great length."""
    return brief_agent(spec_of(taken), _TOLD_AGENT)


def put_long_agents(played: Iterable[tuple[str, str]], longest: int = _AGENT) -> None:
    """Print in full the specs too long for the table; *played* are (row, agent)."""
    by_spec: dict[str, dict[str, None]] = {}
    for row, spec in played:
        by_spec.setdefault(spec, {})[row] = None
    for spec, rows in by_spec.items():
        if len(spec) > longest:
            put(f"by {spec}: {', '.join(rows)}")


def _record(record: Record) -> tuple[str, ...]:
    counts = (str(record.won), str(record.drawn), str(record.lost))
    return (*counts, share(record.win), figure(record.returns))


def put_counts(
    summary: Summary, per: str = "per conflict", *, zeros: bool = True
) -> None:
    """Print the counts; those that are always zero share one line, or are left out."""
    rows = [(name, "", *_counted(counts)) for name, counts in summary.clock.items()]
    never: list[str] = []
    for name, of_seats in sorted(summary.tally.items()):
        by_seat = [
            (seat.name, counts)
            for seat, counts in zip(summary.seats, of_seats, strict=True)
            if seat.side is not None
        ]
        rows += [
            (name, seat, *_counted(counts)) for seat, counts in by_seat if counts.most
        ]
        none = [seat for seat, counts in by_seat if not counts.most]
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
