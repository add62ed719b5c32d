"""The page of a run: who won, how it ended, and what each option earned."""

from collections.abc import Iterator, Mapping, Sequence
from math import inf

from msgspec import Struct

from sim.conflict.play import ENGINE_ENDINGS
from sim.conflict.stream import spelt
from sim.pages.command import Command
from sim.pages.report import (
    Cell,
    Report,
    Section,
    Table,
    columns,
    mean_cell,
    number_cell,
    report_page,
    samples_section,
    share_cell,
    text_cells,
)
from sim.spine.words import without_name
from sim.statistics.choices import ChoiceCounts, OptionCount
from sim.statistics.counts import QUARTILES, Counts
from sim.statistics.headline import headline
from sim.statistics.intervals import Interval
from sim.statistics.records import Record
from sim.statistics.summary import Summary
from sim.statistics.words import figure

_ENOUGH = 10
"""With fewer games the interval of a mean may go below zero, so none is given."""
_BARS = 12
WORDS = (
    "Won: no side got more, and some side got less; drawn: every side got the same. A"
    " side gets the mean of what its seats get. Return: the mean of what the endings"
    " give, from 0 (lost) to 1 (obtained what was intended)."
)
_INTERVALS = "Figures in brackets are 95 % intervals, each for its own row."
_CHOSEN = (
    "Taken: how often, of the choices between it and at least one other option. Return"
    " if taken: the mean of the conflicts in which the seat took the option at least"
    " once; if never taken: of those in which it could have, and never did. Where they"
    " differ, that may be why it was taken, and need not be the effect of taking it."
)


class About(Struct, frozen=True):
    """What is said of a run besides its result.

    *remarks* stand before the result, *facts* are names with what they are, *commands*
    say how to see the same in a terminal, and *samples* replay some of its conflicts.
    """

    title: str
    remarks: Sequence[str]
    facts: Sequence[tuple[str, str]]
    commands: Sequence[Command]
    samples: Sequence[Command] = ()


def run_page(
    summary: Summary,
    chosen: ChoiceCounts,
    *,
    agents: Sequence[str],
    endings: Mapping[str, str],
    about: About,
    what: str = "conflict",
) -> str:
    """Return the page of a run of conflicts that *summary* counted.

    *agents* are the seats' specs in order, *endings* says what each ending means,
    *what* one of them is called.
    """
    sections = [
        records_section(summary, agents),
        _endings(summary, endings),
        counts_section(summary, "How long it took, and what was counted"),
        *options_sections(chosen),
        *samples_section(about.samples),
    ]
    return report_page(
        Report(
            about.title,
            f"{summary.games} {what}{'' if summary.games == 1 else 's'}",
            sections,
            lead=[headline(summary.sides())],
            remarks=about.remarks,
            facts=about.facts,
            commands=about.commands,
        )
    )


def records_section(
    summary: Summary, agents: Sequence[str], notes: Sequence[str] = (WORDS,)
) -> Section:
    """Return who won how often: every side with several seats, and every seat."""
    names = [seat.name for seat in summary.seats]
    by_seat = dict(zip(names, agents, strict=True))
    sides = [side for side in summary.sides() if len(side.seats) > 1]
    rows = [_record(record, by_seat) for record in (*sides, *summary.records())]
    heads = columns("who", "agent", "won", "drawn", "lost", "wins", "return", words=2)
    table = Table(heads, tuple(rows))
    return Section("result", "Who won", table=table, notes=[*notes, _INTERVALS])


def _record(record: Record, by_seat: Mapping[str, str]) -> tuple[Cell, ...]:
    played = dict.fromkeys(by_seat[name] for name in record.seats)
    return (
        *text_cells(record.seat or record.side, ", ".join(played)),
        *(number_cell(count) for count in (record.won, record.drawn, record.lost)),
        share_cell(record.win),
        mean_cell(record.returns, drawn=True),
    )


def _endings(summary: Summary, endings: Mapping[str, str]) -> Section:
    meanings = {**ENGINE_ENDINGS, **endings}
    rows = [
        (
            Cell(spelt(how)),
            number_cell(times),
            share_cell(part),
            Cell(meanings.get(how, "")),
        )
        for how, times, part in summary.endings()
    ]
    ending, many, part = columns("ending", "conflicts", "share", words=1)
    means = columns("which means", words=1)
    table = Table((ending, many, part, *means), tuple(rows))
    return Section("endings", "How it ended", table=table)


def counts_section(summary: Summary, head: str, key: str = "counts") -> Section:
    """Return what was counted in whole conflicts, and what the rules count by seat.

    What was always 0 is named in a sentence.
    """
    rows = [
        (Cell(name), Cell(""), *_counted(counts))
        for name, counts in summary.clock.items()
    ]
    never: list[str] = []
    for name, of_seats in sorted(summary.tally.items()):
        by_seat = [
            (seat.name, counts)
            for seat, counts in zip(summary.seats, of_seats, strict=True)
            if seat.side is not None
        ]
        rows += [
            (*text_cells(name, who), *_counted(counts))
            for who, counts in by_seat
            if counts.most
        ]
        none = [who for who, counts in by_seat if not counts.most]
        if none:
            never.append(name + f" ({', '.join(none)})" * (len(none) < len(by_seat)))
    heads = columns(
        "what", "seat", "mean", "median (quartiles)", "from least to most", words=2
    )
    notes = [f"Never: {', '.join(never)}."] if never else []
    return Section(key, head, table=Table(heads, tuple(rows)), notes=notes)


def _counted(counts: Counts) -> tuple[Cell, ...]:
    low, median, high = (counts.quantile(part) for part in QUARTILES)
    middle = number_cell(median or 0, f"{median} ({low}, {high})")
    if counts.games > 1 and counts.least == counts.most:
        always = number_cell(median or 0, f"always {median}")
        return always, middle, number_cell(counts.most or 0)
    mean = counts.mean()
    if counts.games < _ENOUGH:
        mean = Interval(mean.value, -inf, inf)
    ends = f"{counts.least} to {counts.most}"
    return (
        Cell(figure(mean), mean.value),
        middle,
        Cell(ends, counts.most or 0, bars=_bars(counts)),
    )


def _bars(counts: Counts) -> tuple[float, ...]:
    """Return a histogram of *counts* from least to most; heights are from 0 to 1."""
    if counts.least is None or counts.most is None:
        return ()
    width = counts.most - counts.least + 1
    heights = [0] * min(_BARS, width)
    for value, times in counts.times.items():
        heights[(value - counts.least) * len(heights) // width] += times
    return tuple([round(height / max(heights), 3) for height in heights])


def options_sections(chosen: ChoiceCounts) -> Iterator[Section]:
    """Yield the section on what every option earned, if there was a choice."""
    options = chosen.options()
    if not options:
        return
    heads = ("seat", "option", "taken", "return if taken", "if never taken")
    table = Table(
        columns(*heads, words=2),
        tuple(map(_option, options)),
        f"Of the first {chosen.conflicts} conflicts",
    )
    yield Section("options", "What each option earned", table=table, notes=[_CHOSEN])


def _option(option: OptionCount) -> tuple[Cell, ...]:
    return (
        *text_cells(option.seat, without_name(option.words, option.seat)),
        number_cell(option.share, f"{option.taken} of {option.offered}"),
        mean_cell(option.returns, drawn=True),
        mean_cell(option.returns_without, drawn=True),
    )
