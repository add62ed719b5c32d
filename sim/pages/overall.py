"""The page of a whole run or tournament that was analysed."""

from collections.abc import Callable, Iterator, Sequence

from sim.analysis.accounts import errors_in_words
from sim.analysis.moments import Account
from sim.analysis.overview import (
    how_it_was_valued,
    of_100_with_interval,
    sentences,
    what_was_analysed,
)
from sim.analysis.scale import expectation_in_words, in_tenths
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
"""The most rows of single conflicts, so that a page does not grow too large."""
_COSTS = "The share is that of all that this seat's (or agent's) choices cost."
_KIND, _SITUATION = "kind of choice", "round, could expect of 100"
Shown = Callable[[str, int], Sequence[Command]]
"""(a conflict's id, an event or 0) -> the commands that show it."""


def overall_page(overall: Overall, shown: Shown, commands: Sequence[Command]) -> str:
    """Return the page of *overall*; *commands* say how to see it in a terminal."""
    return report_page(
        Report(
            overall.title,
            f"analysis of {overall.kind} {overall.name}",
            [
                _totals(overall),
                _choices(overall),
                *_costs(
                    "kinds", "Which kinds of choice cost most", _KIND, overall.kinds
                ),
                *_costs(
                    "situations", "In which situations", _SITUATION, overall.situations
                ),
                *_highlights(overall, shown),
                _conflicts(overall.accounts),
            ],
            facts=[(overall.kind, overall.name), ("drawn by seed", overall.seed)],
            lead=[
                *sentences(overall, _name),
                what_was_analysed(overall),
                how_it_was_valued(overall),
            ],
            commands=commands,
        )
    )


def _name(totals: Totals | Costs) -> str:
    return totals.seat or totals.agent


def _totals(overall: Overall) -> Section:
    heads = ("seat", "agent", "times", "expected", "luck", "advantage", "came to")
    rows = [
        (
            *text_cells(totals.seat, totals.agent),
            number_cell(totals.conflicts),
            number_cell(totals.expected, expectation_in_words(totals)),
            *map(_signed, in_tenths(totals)),
            Cell("", totals.luck, bars=_luck_bars(totals, overall.accounts)),
        )
        for totals in overall.totals
    ]
    drawn = columns("luck, from -100 to 100", words=0)
    table = Table((*columns(*heads, words=2), *drawn), tuple(rows))
    errors = errors_in_words(overall.totals)
    says = f"{_SUMS} {errors}." if errors else _SUMS
    return Section("totals", "Luck and advantage", says=[says], table=table)


def _luck_bars(
    totals: Totals, accounts: Sequence[tuple[str, Account]]
) -> tuple[float, ...]:
    """Return a histogram of its luck in each conflict; heights are from 0 to 1."""
    heights = [0] * _BARS
    for _, account in accounts:
        if (
            account.seat == totals.seat
            if totals.seat
            else account.agent == totals.agent
        ):
            place = int((account.luck + 1) / 2 * _BARS)
            heights[min(_BARS - 1, max(0, place))] += 1
    return tuple([round(height / (max(heights) or 1), 3) for height in heights])


def _choices(overall: Overall) -> Section:
    heads = ("who", "choices", "marked", "cost a choice", "own advantage a round")
    rows = [
        (
            Cell(_name(totals)),
            number_cell(totals.choices),
            number_cell(totals.marked),
            _amount(totals.per_choice) if totals.choices else Cell("", -1.0),
            _amount(totals.per_round),
        )
        for totals in overall.totals
    ]
    table = Table(columns(*heads, words=1), tuple(rows))
    return Section("choices", "What choices cost", table=table)


def _conflicts(accounts: Sequence[tuple[str, Account]]) -> Section:
    """Return every conflict as a row a seat, as far as there is room."""
    rows = [
        (
            *text_cells(conflict, account.seat, account.agent),
            number_cell(account.expected, expectation_in_words(account)),
            *map(_signed, in_tenths(account)),
            number_cell(account.marked, f"{account.marked} of {account.choices}"),
        )
        for conflict, account in accounts[:_MOST]
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
            *text_cells(_name(costs), costs.what),
            number_cell(costs.choices),
            number_cell(costs.marked),
            _amount(costs.per_choice),
            number_cell(costs.share, f"{100 * costs.share:.0f} %"),
        )
        for costs in sorted(priced, key=lambda costs: -costs.per_choice.value)
        if costs.marked
    ]
    if rows:
        heads = ("who", what, "choices", "marked", "cost a choice", "share")
        table = Table(columns(*heads, words=2), tuple(rows))
        yield Section(key, head, says=[_COSTS], table=table)


def _highlights(overall: Overall, shown: Shown) -> Iterator[Section]:
    for at, highlight in enumerate(overall.highlights):
        head = capital(highlight.what)
        event = highlight.event if highlight.what == "worst choice" else 0
        yield Section(
            f"look-{at}",
            head,
            says=[f"{highlight.conflict}: {highlight.said}."],
            commands=shown(highlight.conflict, event),
        )


def _signed(text: str) -> Cell:
    return number_cell(float(text), text)


def _amount(cost: Interval) -> Cell:
    return Cell(of_100_with_interval(cost), cost.value)
