"""The page of a run: who won, how it ended, and what each option earned."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from msgspec import Struct

from sim.conflict.play import ENGINE_ENDINGS
from sim.conflict.stream import spelt
from sim.pages.command import Command
from sim.pages.render import render
from sim.statistics.choices import ChoiceCounts, OptionCount
from sim.statistics.counts import QUARTILES, Counts
from sim.statistics.intervals import Interval
from sim.statistics.records import Record
from sim.statistics.summary import Summary
from sim.statistics.words import figure, share

_ENOUGH = 10
"""With fewer games the interval of a mean may go below zero, so none is given."""


class About(Struct, frozen=True):
    """The context of a run's result.

    *remarks* stand before the result, *facts* are names with what they are, and
    *commands* say how to see the same in a terminal.
    """

    title: str
    remarks: Sequence[str]
    facts: Sequence[tuple[str, str]]
    commands: Sequence[Command]


def run_page(
    summary: Summary,
    chosen: ChoiceCounts,
    *,
    agents: Sequence[str],
    endings: Mapping[str, str],
    about: About,
) -> str:
    """Return the page of a run of conflicts that *summary* counted.

    *agents* are the seats' specs in order, *endings* says what each ending means.
    """
    names = [seat.name for seat in summary.seats]
    by_seat = dict(zip(names, agents, strict=True))
    meanings = {**ENGINE_ENDINGS, **endings}
    return render(
        "run.html",
        title=about.title,
        games=summary.games,
        remarks=about.remarks,
        records=[
            *(_record(one, by_seat) for one in summary.sides() if len(one.seats) > 1),
            *(_record(one, by_seat) for one in summary.records()),
        ],
        endings=[
            (spelt(how), times, share(interval), interval.value, meanings.get(how, ""))
            for how, times, interval in summary.endings()
        ],
        lengths=[(name, *_length(one)) for name, one in summary.clock.items()],
        conflicts=chosen.conflicts,
        options=[_option(one) for one in chosen.options()],
        facts=about.facts,
        commands=about.commands,
    )


def _record(one: Record, by_seat: Mapping[str, str]) -> dict[str, Any]:
    played = dict.fromkeys(by_seat[name] for name in one.seats)
    return {
        "who": one.seat or one.side,
        "agent": ", ".join(played),
        "won": one.won,
        "drawn": one.drawn,
        "lost": one.lost,
        "wins": share(one.win),
        "win": one.win,
        "returns": _figure(one.returns),
    }


def _option(one: OptionCount) -> dict[str, Any]:
    return {
        "seat": one.seat,
        "words": one.words.removeprefix(f"{one.seat} "),
        "taken": f"{one.taken} of {one.offered}",
        "share": one.share,
        "with_it": _figure(one.returns),
        "without": _figure(one.returns_without),
    }


def _figure(found: Interval | None) -> tuple[str, float]:
    """Return (a mean as text, its sort key); an unknown one sorts first."""
    return ("", -1.0) if found is None else (figure(found), found.value)


def _length(counts: Counts) -> tuple[str, str, str]:
    low, median, high = (counts.quantile(part) for part in QUARTILES)
    mean = counts.mean()
    if counts.games < _ENOUGH:
        mean = Interval(mean.value, -inf, inf)
    said = f"always {median}" if counts.least == counts.most else figure(mean)
    return said, f"{median} ({low}, {high})", f"{counts.least} to {counts.most}"
