"""The page of a whole run or tournament that was analysed."""

from collections.abc import Callable, Iterator, Sequence

from sim.analysis.moments import Account
from sim.analysis.overview import (
    how_it_was_valued,
    of_100_with_interval,
    sentences,
    what_was_analysed,
)
from sim.analysis.scale import in_tenths
from sim.analysis.totals import Costs, Overall, Totals
from sim.pages.command import Command
from sim.pages.report import (
    Cell,
    Report,
    Section,
    Table,
    columns,
    number_cell,
    report_page,
    text_cells,
)
from sim.spine.words import capital
from sim.statistics.intervals import Interval

_SUMS = (
    "Of 100, means over the conflicts analysed: expected + luck + advantage = came to."
    " The cost of a choice is no part of it. Intervals are of 95 %."
)
_BARS = 12
_MOST = 500
"""The most rows of single conflicts, lest a page grow too large."""
_COSTS = "The share is that of all that this seat's (or agent's) choices cost."
_KIND, _SITUATION = "kind of choice", "round, could expect of 100"
Shown = Callable[[str, int], Sequence[Command]]
"""(a conflict's id, an event or 0) -> the commands that show it."""


def overall_page(found: Overall, shown: Shown, commands: Sequence[Command]) -> str:
    """Return the page of *found*; *commands* say how to see it in a terminal."""
    return report_page(
        Report(
            found.title,
            f"analysis of {found.kind} {found.name}",
            [
                _totals(found),
                _choices(found),
                *_costs("kinds", "Which kinds of choice cost most", _KIND, found.kinds),
                *_costs(
                    "situations", "In which situations", _SITUATION, found.situations
                ),
                *_highlights(found, shown),
                _conflicts(found.accounts),
            ],
            facts=[(found.kind, found.name), ("drawn by seed", found.seed)],
            lead=[
                *sentences(found, _name),
                what_was_analysed(found),
                how_it_was_valued(found),
            ],
            commands=commands,
        )
    )


def _name(one: Totals | Costs) -> str:
    return one.seat or one.agent


def _totals(found: Overall) -> Section:
    heads = ("seat", "agent", "times", "expected", "luck", "advantage", "came to")
    rows = [
        (
            *text_cells(one.seat, one.agent),
            number_cell(one.conflicts),
            number_cell(one.expected, f"{round(1000 * one.expected) / 10:.1f}"),
            *map(_signed, in_tenths(one)),
            Cell("", one.luck, bars=_luck_bars(one, found.accounts)),
        )
        for one in found.totals
    ]
    drawn = columns("luck, from -100 to 100", words=0)
    table = Table((*columns(*heads, words=2), *drawn), tuple(rows))
    return Section("totals", "Luck and advantage", says=[_SUMS], table=table)


def _luck_bars(
    one: Totals, accounts: Sequence[tuple[str, Account]]
) -> tuple[float, ...]:
    """Return a histogram of its luck in each conflict; heights are from 0 to 1."""
    heights = [0] * _BARS
    for _, each in accounts:
        if each.seat == one.seat if one.seat else each.agent == one.agent:
            place = int((each.luck + 1) / 2 * _BARS)
            heights[min(_BARS - 1, max(0, place))] += 1
    return tuple([round(each / (max(heights) or 1), 3) for each in heights])


def _choices(found: Overall) -> Section:
    heads = ("who", "choices", "marked", "cost a choice", "own advantage a round")
    rows = [
        (
            Cell(_name(one)),
            number_cell(one.choices),
            number_cell(one.marked),
            _amount(one.per_choice) if one.choices else Cell("", -1.0),
            _amount(one.per_round),
        )
        for one in found.totals
    ]
    table = Table(columns(*heads, words=1), tuple(rows))
    return Section("choices", "What choices cost", table=table)


def _conflicts(accounts: Sequence[tuple[str, Account]]) -> Section:
    """Return every conflict as a row a seat, as far as there is room."""
    rows = [
        (
            *text_cells(conflict, one.seat, one.agent),
            *(
                number_cell(value, f"{100 * value:.1f}")
                for value in (one.expected, one.luck, one.own + one.others, one.came_to)
            ),
            number_cell(one.marked, f"{one.marked} of {one.choices}"),
        )
        for conflict, one in accounts[:_MOST]
    ]
    heads = ("conflict", "seat", "agent", "expected", "luck", "advantage", "came to")
    left = len(accounts) - len(rows)
    note = f"{left} more rows are left out: analyse --csv has them all."
    table = Table(columns(*heads, "choices marked", words=3), tuple(rows))
    notes = [note] if left else []
    return Section("conflicts", "Every conflict", table=table, notes=notes)


def _costs(
    key: str, head: str, what: str, priced: Sequence[Costs]
) -> Iterator[Section]:
    rows = [
        (
            *text_cells(_name(one), one.what),
            number_cell(one.choices),
            number_cell(one.marked),
            _amount(one.per_choice),
            number_cell(one.share, f"{100 * one.share:.0f} %"),
        )
        for one in sorted(priced, key=lambda one: -one.per_choice.value)
        if one.marked
    ]
    if rows:
        heads = ("who", what, "choices", "marked", "cost a choice", "share")
        table = Table(columns(*heads, words=2), tuple(rows))
        yield Section(key, head, says=[_COSTS], table=table)


def _highlights(found: Overall, shown: Shown) -> Iterator[Section]:
    for at, one in enumerate(found.highlights):
        head = capital(one.what)
        event = one.event if one.what == "worst choice" else 0
        yield Section(
            f"look-{at}",
            head,
            says=[f"{one.conflict}: {one.said}."],
            commands=shown(one.conflict, event),
        )


def _signed(text: str) -> Cell:
    return number_cell(float(text), text)


def _amount(one: Interval) -> Cell:
    return Cell(of_100_with_interval(one), one.value)
